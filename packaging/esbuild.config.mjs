// Bundles each program into a file of dist/, and lists the licences of the packages in them. Run in the root of the
// repository.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { assetInputs } from '../build/home/assets/bundle-assets.mjs'
import packageFacts from '../package.json' with { type: 'json' }
import { recordInputs } from './bundle-inputs.mjs'
import { BUNDLE_OPTIONS } from './bundle-options.mjs'
import { bundledPackages, licenceNotices } from './bundled-packages.mjs'

const PROGRAMS = {
  build: 'build/cli/main.ts',
  gateway: 'gateway/cli/main.ts',
  generate: 'fixtures/generate-main.ts',
  'present-day': 'fixtures/present-day-main.ts',
}

/** The commit, e.g. `1a2b3c4d5e6f` or `1a2b3c4d5e6f-dirty`; undefined for the version of a release, and without git. */
function commitOf(version) {
  if (!version.endsWith('-dev')) return undefined
  // Names the commit alone: `--exclude=*` passes over all tags.
  const described = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  return (
    spawnSync('git', described, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() || undefined
  )
}

const { metafile } = await build({
  ...BUNDLE_OPTIONS,
  entryPoints: PROGRAMS,
  outdir: 'dist',
  // The value is JavaScript: a string in quotes, or the word undefined.
  define: { BUNDLED_COMMIT: JSON.stringify(commitOf(packageFacts.version)) ?? 'undefined' },
  metafile: true,
})

for (const [name, entry] of Object.entries(PROGRAMS)) {
  const { inputs = {} } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === entry) ?? {}
  const assets = name === 'build' ? assetInputs() : []
  recordInputs(name, [...Object.keys(inputs), ...assets])
}
writeFileSync('dist/licences.txt', licenceNotices(bundledPackages(metafile)))
