// How each program is bundled into one file that runs without node_modules.

import { embeddedAssets } from '../home/assets/bundle-assets.mjs'

/** @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE_OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: /** @type {const} */ ('node'),
  target: 'node20.19',
  format: /** @type {const} */ ('esm'),
  // Bundled CommonJS packages go on calling `require` for what Node brings along.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  // `debug` takes it where it finds it; here it is one of our tools' and has no business in a program.
  external: ['supports-color'],
  // Its main file asks for the others by a `require` that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Less to read at every start. Names stay, so that stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  // dist/licences.txt has them all, whole.
  legalComments: /** @type {const} */ ('none'),
  plugins: /** @type {import('esbuild').Plugin[]} */ ([embeddedAssets]),
  logLevel: /** @type {const} */ ('warning'),
}
