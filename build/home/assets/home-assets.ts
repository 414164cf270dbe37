// The files and texts of home that are the same every day. When run from source they are bundled at their first use; in
// a bundle this module holds them as text, see bundle-assets.mjs.

import { bundleAssets } from './bundle-assets.mjs'

export interface HomeAssets {
  script: string
  style: string
  /** SVG. */
  icon: string
  /** The npm package of the client. */
  client: { version: string; base64: string }
  /** The changes of the API: the versions of this software that have some, the latest first; Markdown. */
  changelog: readonly { heading: string; changes: readonly string[] }[]
}

let bundled: HomeAssets | undefined

export function homeAssets(): HomeAssets {
  bundled ??= bundleAssets()
  return bundled
}
