// The whole page for people. Its script adds what depends on the reader: how old the data is by now, and the answers to
// their calls. The page can be read without the script.

import { HOME_PATHS } from '../../contract/api/home.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import type { HomeAssets } from '../assets/home-assets.ts'
import type { HomeFacts } from '../home-facts.ts'
import { renderDay } from './day.ts'
import { renderGuide, renderKeys } from './guide.ts'
import { renderReference } from './reference.ts'
import { renderStart } from './start.ts'
import { renderTryIt } from './try-it.ts'
import { inline } from './words.ts'

export interface HomeContext {
  /** Relative to the page. */
  links: { style: string; script: string; icon: string }
  changelog: HomeAssets['changelog']
}

const PARTS = [
  ['try', 'Try it'],
  ['the-day', 'Today'],
  ['guide', 'Guide'],
  ['keys', 'Keys'],
  ['reference', 'Reference'],
] as const

export function homePage(facts: HomeFacts, { links, changelog }: HomeContext): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Consumer offers as a daily, read-only HTTP API: discounts and benefits by issuer, category and place.">
<title>Offers Catalogue</title>
<link rel="icon" href="${links.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${links.style}">
<script type="module" src="${links.script}"></script>
<link rel="service-desc" type="application/json" href="${PATHS.openapi.slice(1)}" title="OpenAPI">
<link rel="api-catalog" href="${HOME_PATHS.catalog.slice(1)}">
</head>
<body>
<a class="skip" href="#start">Skip to the content</a>
<header>
<nav aria-label="Parts of this page"><ul>${PARTS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${renderStart(facts)}${renderTryIt(facts)}${renderDay(facts)}${renderGuide(facts)}${renderKeys(facts)}${renderReference(facts.described)}${renderChangelog(changelog)}</main>
${renderFooter(facts)}
</body>
</html>
`.text
}

/** The changes of the API, by version. */
function renderChangelog(changelog: HomeAssets['changelog']): Markup {
  return html`<section id="changelog" aria-labelledby="changelog-title">
<h2 id="changelog-title">Changes of the API</h2>
<p>Changes that break clients are announced here 30 days ahead. An <code>off_…</code> id stays the same offer, and the meaning of <code>updated_at</code> never changes.</p>
${changelog.map(
  ({ heading, changes }) => html`<details><summary>${heading}</summary>
<ul>${changes.map((change) => html`<li>${inline(change)}</li>\n`)}</ul></details>
`,
)}</section>
`
}

function renderFooter({ described }: HomeFacts): Markup {
  return html`<footer><p>${described.edition.attribution}</p></footer>`
}
