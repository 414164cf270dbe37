// Copies the files of an npm package to FOLDER, which it empties first: node packaging/stage-package.mjs FOLDER [SOURCE].
// The package.json in SOURCE, by default the repository, lists them. It is copied without what is of no use to those who
// install the package: scripts, workspaces, and all about dependencies, since the bundles contain their code.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [folder, source = '.'] = process.argv.slice(2)
if (!folder) throw new Error('usage: node packaging/stage-package.mjs FOLDER [SOURCE]')

const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
const { workspaces, dependencies, devDependencies, overrides, scripts, ...published } = manifest

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// npm packs these two even if `files` does not list them.
for (const path of [...published.files, 'README.md', 'LICENSE']) {
  const from = join(source, path)
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  // A SOURCE without its own licence gets that of the repository.
  cpSync(existsSync(from) ? from : path, join(folder, path), { recursive: true })
}
// A link to a file that stays in the repository would lead nowhere: its text remains.
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.md')) continue
  const page = join(folder, path)
  const leadsSomewhere = (target) => existsSync(join(dirname(page), target))
  const text = readFileSync(page, 'utf8').replaceAll(
    /\[([^\]]+)\]\(([^():#]+)(?:#[^()]*)?\)/g,
    (link, words, target) => (leadsSomewhere(target) ? link : words),
  )
  writeFileSync(page, text)
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
