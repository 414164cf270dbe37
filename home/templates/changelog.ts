import { html, type Markup } from '../../lib/text/markup.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { inline } from './words.ts'

/** What changed in the API, by version. */
export function renderChangelog(changelog: PageAssets['changelog']): Markup {
  return html`<section id="changelog" aria-labelledby="changelog-title">
<h2 id="changelog-title">Changes of the API</h2>
<p>What breaks a client is announced here 30 days before. An <code>off_…</code> id stays the same offer, and the meaning of <code>updated_at</code> never changes.</p>
${changelog.map(
  ({ heading, changes }) => html`<details><summary>${heading}</summary>
<ul>${changes.map((change) => html`<li>${inline(change)}</li>\n`)}</ul></details>
`,
)}</section>
`
}
