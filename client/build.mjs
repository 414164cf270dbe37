// Builds the package into client/dist: node client/build.mjs. Code that several entries share goes into separate files;
// types are a file each. `mirror`, `mcp` and `cli` have libraries in them: licences.txt has their licences.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, transformSync } from 'esbuild'
import { isolatedDeclarationSync } from 'oxc-transform'
import { recordInputs } from '../packaging/bundle-inputs.mjs'
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
// By another process, while this one writes the types.
const bundling = build({
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
const typed = writeTypes(['index.ts', 'mirror/index.ts', 'node/index.ts'])
const { metafile } = await bundling
writeFileSync(join(dist, 'licences.txt'), licenceNotices(bundledPackages(metafile)))
recordInputs('client', [...Object.keys(metafile.inputs), ...typed, 'client/package.json', 'client/README.md'])
// Files with libraries in them are large. Names stay, so that stack traces can be read.
for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
  if (!Object.keys(inputs).some((input) => input.includes('node_modules/'))) continue
  const file = join(here, '..', path)
  const { code } = transformSync(readFileSync(file, 'utf8'), { minifyWhitespace: true, minifySyntax: true })
  writeFileSync(file, code)
}

const program = join(dist, 'cli.js')
writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`)
chmodSync(program, 0o755)

/**
 * Writes the types of files, and of the files that these name, and returns the paths of all. Each file is read alone, so
 * what it exports has to state its type; if not, this names it. `make lint` checks the types. TypeScript writes the same,
 * but would be 24 MB for every `make run`.
 */
function writeTypes(files) {
  const written = [...files]
  for (const file of written) {
    const { code, errors } = isolatedDeclarationSync(file, readFileSync(join(here, file), 'utf8'))
    const [fault] = errors
    if (fault) throw new Error(`client/${file}: ${fault.message}\n${fault.codeframe}`)
    const path = join(dist, 'types', file.replace(/\.ts$/, '.d.ts'))
    mkdirSync(dirname(path), { recursive: true })
    // The imported files have other names once they are built.
    writeFileSync(path, code.replace(/(from "\.[^"\n]*)\.ts"/g, '$1.js"'))
    for (const [, imported] of code.matchAll(/from "(\.[^"\n]*\.ts)"/g)) {
      const named = join(dirname(file), imported)
      if (!written.includes(named)) written.push(named)
    }
  }
  return written.map((file) => `client/${file}`)
}
