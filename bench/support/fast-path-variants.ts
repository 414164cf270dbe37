// The gateway, bundled once as it is and once without each file of its fast path, by the documented way beside it.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { ROOT, WORK } from './paths.ts'

/** What of a file is replaced, by what. */
const DOCUMENTED_WAYS: Readonly<Record<string, readonly [fast: string, documented: string]>> = {
  'express-prototypes.ts': ['adopt: Adopt = adoptPrototypes', 'adopt: Adopt = extendPrototypes'],
  'response-head.ts': ['keepsHeadAsText() ? writeHeadAsText : writeHeadAsFields', 'writeHeadAsFields'],
  'tick-objects.ts': ['process.nextTick(() => {})', ''],
  'compose.ts': ['app.use(compose(steps))', 'mountSeparately(app, steps)'],
}

export const SHORTCUTS: readonly string[] = Object.keys(DOCUMENTED_WAYS)

/** Bundles the gateway without a shortcut, or as it is; returns the path of the program. */
export async function bundleGateway(without: string | undefined): Promise<string> {
  const outfile = join(WORK, 'fast-path', `${without ?? 'as-it-is'}.mjs`)
  await build({
    entryPoints: [join(ROOT, 'gateway/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
    plugins: [
      {
        name: 'documented way',
        setup: ({ onLoad }) => {
          onLoad({ filter: /fast-path\/[a-z-]+\.ts$/ }, ({ path }) => {
            const text = readFileSync(path, 'utf8')
            const [fast, documented] = DOCUMENTED_WAYS[basename(path)] ?? []
            if (basename(path) !== without || fast === undefined || documented === undefined)
              return { contents: text, loader: 'ts' }
            if (!text.includes(fast)) throw new Error(`${path} does not hold: ${fast}`)
            return { contents: text.replace(fast, documented), loader: 'ts' }
          })
        },
      },
    ],
  })
  return outfile
}
