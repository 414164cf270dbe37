// Bundles each program into one file that runs without node_modules.

import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { bundledPackages, licenceNotices } from './packaging/bundled-packages.mjs'
import { embeddedAssets } from './page/assets/bundle-assets.mjs'

const PROGRAMS = {
  build: 'build/main.ts',
  gateway: 'gateway/main.ts',
  generate: 'fixtures/generate-main.ts',
}

const { metafile } = await build({
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
  // `debug` takes it where it finds it; here it is one of our tools' and has no business in a program.
  external: ['supports-color'],
  // Less to read at every start. Names stay, so that stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  // dist/licences.txt has them all, whole.
  legalComments: 'none',
  plugins: [embeddedAssets],
  metafile: true,
  logLevel: 'warning',
})

writeFileSync('dist/licences.txt', licenceNotices(bundledPackages(metafile)))
