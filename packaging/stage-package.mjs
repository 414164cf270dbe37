// Copies the files of an npm package to FOLDER, which it empties first: node packaging/stage-package.mjs FOLDER [SOURCE].
// The package.json in SOURCE, by default the repository, lists them. It is copied without what is of no use to those who
// install the package: scripts, workspaces, and all about dependencies, since the bundles contain their code.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
