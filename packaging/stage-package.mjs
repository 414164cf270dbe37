// Lays out the npm package in a folder of its own: node packaging/stage-package.mjs FOLDER. It is what package.json
// describes, but for the dependencies: the bundles hold their code, so whoever installs the package needs none.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: node packaging/stage-package.mjs FOLDER')

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { dependencies, devDependencies, overrides, scripts, ...published } = manifest

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// npm packs these two whatever `files` says.
for (const path of [...published.files, 'README.md', 'LICENSE']) {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  cpSync(path, join(folder, path), { recursive: true })
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
