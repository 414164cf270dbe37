// Builds the package into client/dist: node client/build.mjs. Code that several entries share goes into separate files;
// types are as TypeScript emits them, a file each. `mirror`, `mcp` and `cli` have libraries in them: licences.txt has their
// licences.

import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, transformSync } from 'esbuild'
import { bundledPackages, licenceNotices } from '../packaging/bundled-packages.mjs'

const here = import.meta.dirname
const dist = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** The SDK uses it to check forms. The server has no forms, and this is half of its size. */
const withoutValidator = {
  name: 'without-validator',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]sdk[\\/].*[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }))
  },
}

rmSync(dist, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: join(here, '..'),
  entryPoints: {
    index: 'client/index.ts',
    mirror: 'client/mirror/index.ts',
    node: 'client/node/index.ts',
    cli: 'client/cli/main.ts',
    mcp: 'client/mcp/server.ts',
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  platform: 'neutral',
  // Of libraries.
  mainFields: ['module', 'main'],
  external: ['node:*'],
  target: 'es2022',
  format: 'esm',
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  legalComments: 'none',
  plugins: [withoutValidator],
  metafile: true,
  logLevel: 'warning',
})
writeFileSync(join(dist, 'licences.txt'), licenceNotices(bundledPackages(metafile)))
// Names stay, so that stack traces can be read.
const server = join(dist, 'mcp.js')
const { code } = transformSync(readFileSync(server, 'utf8'), { minifyWhitespace: true, minifySyntax: true })
writeFileSync(server, code)

const program = join(dist, 'cli.js')
writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`)
chmodSync(program, 0o755)

// `make lint` checks them.
const tsc = join(here, '../node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.types.json')], { stdio: 'inherit' })
const types = readdirSync(join(dist, 'types'), { recursive: true }).filter((name) => name.endsWith('.d.ts'))
for (const file of types.map((name) => join(dist, 'types', name))) {
  // The imported files have other names once they are built.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^'\n]*)\.ts'/g, "$1.js'"))
}
