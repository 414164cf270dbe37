// Bundles each program into one file that runs without node_modules.

import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { BUNDLE_OPTIONS } from './packaging/bundle-options.mjs'
import { bundledPackages, licenceNotices } from './packaging/bundled-packages.mjs'

const PROGRAMS = {
  build: 'build/main.ts',
  gateway: 'gateway/main.ts',
  generate: 'fixtures/generate-main.ts',
  'present-day': 'fixtures/present-day-main.ts',
}

const { metafile } = await build({
  ...BUNDLE_OPTIONS,
  entryPoints: PROGRAMS,
  outdir: 'dist',
  metafile: true,
})

writeFileSync('dist/licences.txt', licenceNotices(bundledPackages(metafile)))
