// The programs, bundled with another table of the versions of the API, which they then follow.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { ApiVersion } from '../../contract/api/versions.ts'
import { BUNDLE_OPTIONS } from '../../packaging/bundle-options.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Programs {
  build: string
  gateway: string
}

/** Bundles both programs into a folder. @returns their paths */
export async function bundleWith(versions: readonly ApiVersion[], folder: string): Promise<Programs> {
  mkdirSync(folder, { recursive: true })
  const table = join(folder, 'version-table.ts')
  writeFileSync(table, `export const VERSIONS = ${JSON.stringify(versions)}\n`)
  await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: { build: 'build/cli/main.ts', gateway: 'gateway/cli/main.ts' },
    outdir: folder,
    plugins: [
      ...BUNDLE_OPTIONS.plugins,
      {
        name: 'pretended-versions',
        setup: ({ onResolve }) => onResolve({ filter: /\/version-table\.ts$/ }, () => ({ path: table })),
      },
    ],
  })
  return { build: join(folder, 'build.mjs'), gateway: join(folder, 'gateway.mjs') }
}
