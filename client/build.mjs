// Builds the package into client/dist: node client/build.mjs. Code that all entries share lies in a file of its own;
// types are as TypeScript emits them, a file each.

import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const dist = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

rmSync(dist, { recursive: true, force: true })
await build({
  absWorkingDir: here,
  entryPoints: { index: 'index.ts', node: 'node/index.ts', cli: 'cli/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  platform: 'neutral',
  external: ['node:*'],
  target: 'es2022',
  format: 'esm',
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
})
const program = join(dist, 'cli.js')
writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`)
chmodSync(program, 0o755)

const tsc = join(here, '../node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.types.json')], { stdio: 'inherit' })
const types = readdirSync(join(dist, 'types'), { recursive: true }).filter((name) => name.endsWith('.d.ts'))
for (const file of types.map((name) => join(dist, 'types', name))) {
  // The files that are imported are called otherwise once they are built.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^'\n]*)\.ts'/g, "$1.js'"))
}
