// The version that the programs in `dist` name: between releases it has the commit, if git knew it.

import packageFacts from '../../package.json' with { type: 'json' }

export const BUNDLED_VERSION = packageFacts.version.endsWith('-dev')
  ? /^\d+\.\d+\.\d+-dev(?:\+[0-9a-f]{12}(?:-dirty)?)?\n?$/
  : new RegExp(`^${packageFacts.version}\n?$`)
