// The guide: how to page, how to cache, how to keep a copy, in the order in which an integration needs it.

import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import {
  DEFAULT_LIMIT,
  KEY_KINDS,
  KEY_LIMITS,
  RATE_WINDOW_SECONDS,
  SAMPLE_SIZE,
} from '../../contract/keys/kinds.ts'
import { WITHDRAWN_DAYS } from '../../contract/offers/offer.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import type { HomeFacts } from '../home-facts.ts'
import { snippetsOf, UNKNOWN_BASE } from '../snippets.ts'
import { shownRoute } from './shown-route.ts'
import { countText } from './words.ts'

export function renderGuide({ described }: HomeFacts): Markup {
  const { edition } = described
  return html`<section id="guide" aria-labelledby="guide-title">
<h2 id="guide-title">Guide</h2>
<div class="steps">
<article>
<h3>Read page after page</h3>
<p>A page has ${DEFAULT_LIMIT} offers unless you set <code>limit</code>. To get the next page, follow the <code>Link</code> header with <code>rel="next"</code>, relative to the address that you called, until there is none. Pages belong together if they have the same <code>meta.data_as_of</code>. If it differs, new data came in between: start again.</p>
<pre tabindex="0" aria-label="The link to the next page"><code>Link: &lt;?limit=${DEFAULT_LIMIT}&amp;offset=${DEFAULT_LIMIT}&gt;; rel="next"</code></pre>
</article>
<article>
<h3>Ask only for what is new</h3>
<p>The data changes once a day. Keep each answer with its <code>ETag</code>, and send the tag with the next call: if nothing changed, the answer is a <code>304</code> without a body.</p>
<pre tabindex="0" aria-label="A conditional request"><code>If-None-Match: "0f343b0931126a20f133d67c2b018a3b"</code></pre>
</article>
<article>
<h3>Take the whole catalogue</h3>
<p><code>/beta/snapshot</code> is one gzip file of NDJSON: one offer per line. Check it against <code>Repr-Digest</code>, and resume a broken download with <code>Range</code> and <code>If-Range</code>.</p>
<pre tabindex="0" aria-label="A download of the snapshot"><code data-here>${snapshotCall()}</code></pre>
</article>
<article>
<h3>Keep a copy up to date</h3>
<p>Start with the snapshot and keep its <code>data_as_of</code>. Then call once a day:</p>
<pre tabindex="0" aria-label="The changes since a moment"><code>/beta/changes?since=${edition.data_as_of}</code></pre>
<p>Put <code>scheduled</code> and <code>active</code> offers into your copy, remove all others, and keep the <code>data_as_of</code> of the first page as the next <code>since</code>. After more than ${WITHDRAWN_DAYS} days the answer is <a href="#history_gone"><code>history_gone</code></a>: start again with the snapshot.</p>
</article>
${renderClient()}</div>
</section>
`
}

function snapshotCall(): string {
  const call = { base: UNKNOWN_BASE, key: PUBLISHED_DEMO_KEY, route: shownRoute('snapshot'), query: {} }
  return snippetsOf(call).find(({ id }) => id === 'curl')?.code ?? ''
}

/** All of the above, done by the client: from nothing to a copy that is searched. */
function renderClient(): Markup {
  return html`<article class="wide">
<h3>Or let our client do all of this</h3>
<p>It keeps a copy in a folder, and searches the copy by text, region, weekday and day, also offline. It needs Node.js 20.19 or later. With the demo key, the copy is a sample of ${SAMPLE_SIZE} offers.</p>
<pre tabindex="0" aria-label="Install the client, make a copy and search it"><code id="client-commands" data-here>${`npm install '${UNKNOWN_BASE}/client.tgz'
export OFFERS_BASE_URL='${UNKNOWN_BASE}'
export OFFERS_KEY=${PUBLISHED_DEMO_KEY}
npx offers sync catalogue
npx offers find catalogue --weekday friday`}</code></pre>
<p class="actions"><button type="button" class="quiet" data-copy="client-commands" hidden>Copy</button></p>
</article>
`
}

export function renderKeys({ described }: HomeFacts): Markup {
  return html`<section id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys and limits</h2>
<div class="kinds">
${KEY_KINDS.map(renderKind)}</div>
${renderContact(described.contact)}
<p>Send the key as <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Never put a named key into a page or an app that others can open.</p>
<h3 id="attribution">Attribution</h3>
<p>Credit the source wherever you show the data. Every answer names it in <code>meta.attribution</code>:</p>
<blockquote id="attribution-text">${described.edition.attribution}</blockquote>
<p class="actions"><button type="button" class="quiet" data-copy="attribution-text" hidden>Copy</button></p>
${renderLicense(described.license)}
</section>
`
}

function renderKind(kind: (typeof KEY_KINDS)[number]): Markup {
  const { maxLimit, maxOffset, requests, countedBy, snapshot } = KEY_LIMITS[kind]
  return html`<section aria-labelledby="kind-${kind}"><h3 id="kind-${kind}">${kind.charAt(0).toUpperCase() + kind.slice(1)} key</h3>
<dl>
<dt>Requests in ${RATE_WINDOW_SECONDS} s</dt><dd>${requests}, counted by ${countedBy}</dd>
<dt><code>limit</code> up to</dt><dd>${maxLimit}</dd>
<dt><code>offset</code> up to</dt><dd>${countText(maxOffset)}</dd>
<dt>Snapshot</dt><dd>${snapshot === 'full' ? 'the whole catalogue' : 'a sample'}</dd>
</dl></section>
`
}

function renderContact(contact: HomeFacts['described']['contact']): Markup {
  const how = contact ? contactLinks(contact) : []
  if (how.length === 0) return html`<p id="contact">For a named key, ask the operator of this gateway.</p>`
  return html`<p id="contact">Ask for a named key here: ${contact?.name === undefined ? [] : html`<strong>${contact.name}</strong>: `}${how}</p>`
}

function contactLinks({ url, email, name }: NonNullable<HomeFacts['described']['contact']>): Markup[] {
  const links = [
    ...(url === undefined ? [] : [html`<a href="${url}" rel="noopener">${url}</a>`]),
    ...(email === undefined ? [] : [html`<a href="mailto:${email}">${email}</a>`]),
  ]
  if (links.length === 0 && name !== undefined) return [html``]
  return links.map((link, index) => (index === 0 ? link : html` or ${link}`))
}

function renderLicense(license: HomeFacts['described']['license']): Markup {
  if (!license) return html``
  const { name, url } = license
  return html`<p>Terms of use: ${url === undefined ? name : html`<a href="${url}" rel="noopener">${name}</a>`}</p>`
}
