// Bundles the programs of the benchmark. Packages are not bundled: peers are measured as they are installed.

import { build } from 'esbuild'

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: [
    'main.ts',
    'load/autocannon.ts',
    'parts/lower-bound.ts',
    'peers/on-node.ts',
    'setup/usage.ts',
    'shortcuts/measure.ts',
  ],
  outbase: '.',
  outdir: '.work/bundle',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
})
