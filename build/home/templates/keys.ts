// How to get a key, what each kind of key may do, and whom to credit.

import { NO_CONTACT } from '../../../contract/api/description/described-day.ts'
import {
  KEY_KINDS,
  KEY_LIMITS,
  type KeyKindRow,
  RATE_WINDOW_SECONDS,
  SAMPLE_SIZE,
} from '../../../contract/keys/kinds.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { HomeFacts } from '../content/home-facts.ts'

export function renderKeys({ described }: HomeFacts): Markup {
  const { edition, contact, license, terms } = described
  return html`<section id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
<div class="halves">
<ol>
<li><strong>Start with the demo key.</strong> It is public, and part of every call on this page.</li>
<li id="contact">${renderContact(contact)}</li>
<li><strong>Send it in place of the demo key</strong>: <code>Authorization: Bearer offers_${KEY_LIMITS.named.word}_…</code> Nothing else changes in your code. Keep it on your server, out of pages and apps that others can open.</li>
</ol>
<table>
<thead><tr><td></td>${KEY_KINDS.map((kind) => html`<th scope="col">${kind.charAt(0).toUpperCase() + kind.slice(1)} key</th>`)}</tr></thead>
<tbody>
${LIMITS.map(([title, shownOf]) => html`<tr><th scope="row">${title}</th>${KEY_KINDS.map((kind) => html`<td>${shownOf(KEY_LIMITS[kind])}</td>`)}</tr>\n`)}</tbody>
</table>
</div>
<h3 id="attribution">Credit the source</h3>
<p>Wherever you show the data, name its source. Every answer has it in <code>meta.attribution</code>:</p>
<blockquote>${edition.attribution}</blockquote>
${renderLicence(license)}${renderTerms(terms)}</section>
`
}

/** The rows of the table. */
const LIMITS: readonly (readonly [title: string, shownOf: (limits: KeyKindRow) => string])[] = [
  [`Calls in ${RATE_WINDOW_SECONDS} s`, ({ requests, countedBy }) => `${requests}, by ${countedBy}`],
  ['Highest limit', ({ maxLimit }) => formatCount(maxLimit)],
  ['Highest offset', ({ maxOffset }) => formatCount(maxOffset)],
  ['Snapshot', ({ snapshot }) => (snapshot === 'full' ? 'all offers' : `a sample of ${SAMPLE_SIZE}`)],
]

type Described = HomeFacts['described']

function renderContact(contact: Described['contact']): Markup {
  if (!contact) return html`<strong>A named key is for products.</strong> ${NO_CONTACT}`
  return html`<strong>Ask for a named key</strong> when you build a product: ${contactLinks(contact)}. It is issued on request, usually on the same day.`
}

/**
 * Links to the page and to the mailbox of the contact. Its name is the text of the link to the page. With a mailbox but no
 * page the name is left out; without either, the name is shown alone.
 */
function contactLinks({ name, url, email }: NonNullable<Described['contact']>): Markup {
  const links = [
    ...(url === undefined ? [] : [html`<a href="${url}" rel="noopener">${name ?? url}</a>`]),
    ...(email === undefined ? [] : [html`<a href="mailto:${email}">${email}</a>`]),
  ]
  if (links.length === 0) return html`${name ?? ''}`
  return html`${links.map((link, index) => (index === 0 ? link : html` or ${link}`))}`
}

/** The licence of the data, if the source states one. */
function renderLicence(license: Described['license']): Markup {
  if (!license) return html``
  const { name, url } = license
  return html`<p>Licence of the data: ${url === undefined ? name : html`<a href="${url}" rel="noopener">${name}</a>`}</p>
`
}

/** The terms of use, if the source states their address. */
function renderTerms(terms: Described['terms']): Markup {
  if (terms === undefined) return html``
  return html`<p>Terms of use: <a href="${terms}" rel="noopener">${terms}</a></p>
`
}
