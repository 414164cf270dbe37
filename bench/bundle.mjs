// Bundles the programs of the benchmark. Packages stay outside: peers are measured as they are installed.

import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { build } from 'esbuild'
import { BUNDLE_OPTIONS } from '../packaging/bundle-options.mjs'

const programsIn = (folder) =>
  readdirSync(new URL(folder, import.meta.url)).map((file) => `bench/${folder}/${file}`)

await build({
  entryPoints: [
    'bench/main.ts',
    'bench/load/autocannon.ts',
    'bench/load/open-loop.ts',
    'bench/lower-bound/lower-bound.ts',
    ...programsIn('peers'),
    ...programsIn('preload'),
  ],
  outbase: 'bench',
  outdir: 'bench/.work/bundle',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
})

// What is put in place of what, so that a build does nothing for `/beta/changes`: it knows no moment but its own, and
// makes one page, which no release may lack.
const WITHOUT_CHANGES = {
  'keep-history.ts': [
    '  const forgotten =',
    '  if (date) return { [date.data_as_of]: 0 }\n  const forgotten =',
  ],
  'plan-pages.ts': ['lines, ofChanges: true })', 'lines, ofChanges: true }).slice(0, 1)'],
}

await build({
  ...BUNDLE_OPTIONS,
  entryPoints: { 'build-without-changes': 'build/main.ts' },
  outdir: 'bench/.work/bundle',
  plugins: [
    ...BUNDLE_OPTIONS.plugins,
    {
      name: 'without changes',
      setup: ({ onLoad }) => {
        onLoad({ filter: /build\/steps\/plan\/(keep-history|plan-pages)\.ts$/ }, ({ path }) => {
          const text = readFileSync(path, 'utf8')
          const [here, instead] = WITHOUT_CHANGES[basename(path)]
          if (!text.includes(here)) throw new Error(`${path} does not hold: ${here}`)
          return { contents: text.replace(here, instead), loader: 'ts' }
        })
      },
    },
  ],
})
