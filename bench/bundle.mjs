// Bundles the programs of the benchmark. Packages stay outside: peers are measured as they are installed.

import { readdirSync } from 'node:fs'
import { build } from 'esbuild'

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
