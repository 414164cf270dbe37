// How esbuild bundles a program into one file that runs without node_modules.

import { embeddedAssets } from '../build/home/assets/bundle-assets.mjs'

/** @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE_OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: /** @type {const} */ ('node'),
  target: 'node20.19',
  format: /** @type {const} */ ('esm'),
  // Bundled CommonJS packages still call `require` for modules of Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  // `debug` loads it if it is installed. Here only a tool of ours needs it, so it does not belong in a program.
  external: ['supports-color'],
  // Its main file loads the others by a `require` that bundlers cannot follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Starts faster. Names stay, so that stack traces are readable.
  minifyWhitespace: true,
  minifySyntax: true,
  // dist/licences.txt has all of them in full.
  legalComments: /** @type {const} */ ('none'),
  plugins: /** @type {import('esbuild').Plugin[]} */ ([embeddedAssets]),
  logLevel: /** @type {const} */ ('warning'),
}
