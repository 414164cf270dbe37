// Bundles each program into one file that runs without node_modules.

import { build } from 'esbuild'

const PROGRAMS = {
  build: 'build/main.ts',
  gateway: 'gateway/main.ts',
  generate: 'fixtures/generate-main.ts',
}

await build({
  entryPoints: PROGRAMS,
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // Bundled CommonJS packages go on calling `require` for what Node brings along.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  // Less to read at every start. Names stay, so that stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'external',
  logLevel: 'warning',
})
