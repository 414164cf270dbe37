// The version of the programs.

import packageFacts from '../package.json' with { type: 'json' }

/** The commit, which `packaging/esbuild.config.mjs` sets between releases if git knows it. */
declare const BUNDLED_COMMIT: string | undefined

const commit = typeof BUNDLED_COMMIT === 'string' ? `+${BUNDLED_COMMIT}` : ''

/** E.g. `0.2.0`; between releases `0.2.0-dev+1a2b3c4d5e6f`, with the commit. */
export const VERSION = packageFacts.version + commit
