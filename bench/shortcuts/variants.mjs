// Bundles the gateway without each of its shortcuts, into .work/shortcuts: node shortcuts/variants.mjs. Plain JavaScript,
// because it runs the configuration of the programs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { BUNDLE_OPTIONS } from '../../packaging/bundle-options.mjs'

const root = join(import.meta.dirname, '../..')

/** The text of a file that a variant exchanges. */
const VARIANTS = {
  gateway: undefined,
  // Two copies of one build differ, too: less than this is noise.
  'the same build again': undefined,
  'express-prototypes.ts': [
    'gateway/fast-path/express-prototypes.ts',
    'adopt: Adopt = adoptPrototypes',
    'adopt: Adopt = extendPrototypes',
  ],
  'response-head.ts': [
    'gateway/fast-path/response-head.ts',
    'canWriteText() ? writeHeadAsText : writeHeadAsFields',
    'writeHeadAsFields',
  ],
  'compose.ts': ['gateway/fast-path/compose.ts', 'app.use(compose(steps))', 'mountSeparately(app, steps)'],
  'long-addresses.ts': ['gateway/connections/gateway-server.ts', '    spareParsing(req)\n', ''],
  optimizeEmptyRequests: [
    'gateway/connections/limits.ts',
    'optimizeEmptyRequests: true',
    'optimizeEmptyRequests: false',
  ],
}

for (const [name, [file, from, to] = []] of Object.entries(VARIANTS)) {
  let isExchanged = file === undefined
  const exchange = {
    name: 'exchange',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]gateway[\\/].*\.ts$/ }, ({ path }) => {
        if (file === undefined || path !== join(root, file)) return undefined
        const text = readFileSync(path, 'utf8')
        if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`)
        isExchanged = true
        return { contents: text.replace(from, () => to), loader: 'ts' }
      })
    },
  }
  await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: root,
    entryPoints: { [name]: 'gateway/cli/main.ts' },
    outdir: join(import.meta.dirname, '../.work/shortcuts'),
    define: { BUNDLED_COMMIT: 'undefined' },
    plugins: [...BUNDLE_OPTIONS.plugins, exchange],
  })
  if (!isExchanged) throw new Error(`${name}: ${file} is not in the bundle`)
}
