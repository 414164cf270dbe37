// The beginning of the page: whose offers these are, how fresh they are, a call, and its answer. All of it is known when
// the page is built, so it is there without the script, too.

import { KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../../contract/keys/kinds.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import { isRecord, prettyJson } from '../../../lib/json/json.ts'
import { formatCount, formatCountOf } from '../../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { HomeFacts } from '../content/home-facts.ts'
import { cardOf } from '../content/offer-card.ts'
import { enumerated, moment } from '../content/words.ts'
import { demoSnippets, renderCode } from './code.ts'

export function renderStart(facts: HomeFacts): Markup {
  const { edition } = facts.described
  const [curl] = demoSnippets('offers', { limit: '1' })
  return html`<section id="start" aria-labelledby="title">
<h1 id="title">Offers Catalogue</h1>
<p class="lead">The discounts that people already have, in one JSON API, new every day. Build the app, map or chatbot that finds them.</p>
<p class="whose">${whose(facts)}Source of the data: ${edition.attribution}.</p>
<p class="fresh" id="age" data-as-of="${edition.data_as_of}">Updated ${moment(edition.data_as_of)}.</p>
<div class="pair">
<div>
${renderCode('first-call', 'Your first call', html`<h2 class="label">Your first call</h2>`, curl.code)}</div>
<div class="reply">
${renderFirst(facts)}<p class="actions"><a class="button" href="#try">Try other calls</a> <a class="button quiet" href="#keys">Get a key</a></p>
<p class="small">No sign-up: the key in this call is public, for ${KEY_LIMITS.demo.requests} calls in ${RATE_WINDOW_SECONDS} s.</p>
</div>
<div class="json">
<h2 class="label">Its answer as JSON</h2>
<pre tabindex="0" role="region" aria-label="The answer as JSON"><code>${prettyJson(answerOf(facts)).trimEnd()}</code></pre>
</div>
</div>
</section>
`
}

/** The issuers named at the beginning, those with the most offers; the form has all of them. */
const NAMED = 4

/** `414 offers of Banco Uno, Banco Dos and 20 other issuers.` */
function whose({ issuers, listed }: HomeFacts): Markup {
  const names = issuers
    .filter(({ offers_count }) => offers_count > 0)
    .sort((a, b) => b.offers_count - a.offers_count || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
  if (names.length === 0) return html``
  const offers = formatCountOf(listed.active + listed.scheduled, 'offer')
  const others = names.length - NAMED
  if (others <= 1) return html`Today: ${offers} of ${enumerated(names)}. `
  return html`Today: ${offers} of ${names.slice(0, NAMED).join(', ')} and ${formatCount(others)} other issuers. `
}

/** The body of the first call: a list of one offer. */
function answerOf({ described, first }: HomeFacts): unknown {
  const list = described.bodies.OfferList
  return isRecord(list) ? { ...list, data: first ? [first] : [] } : { data: [] }
}

function renderFirst({ first }: HomeFacts): Markup {
  return html`<h2 class="label">Its answer as people see it</h2>
${first ? renderCard(first) : html`<p class="card">No offers today: the list is empty.</p>\n`}`
}

/** An offer as a card. build/home/script/cards.ts makes the same for answers. */
function renderCard(offer: Offer): Markup {
  const { title, worth, lines, period, link } = cardOf(offer)
  return html`<article class="card" dir="auto"><h3>${title}</h3>
<p class="worth">${worth}</p>
${lines.map((line) => html`<p>${line}</p>\n`)}<p class="until">${period}</p>
${link ? html`<p><a href="${link.href}" rel="noopener noreferrer" target="_blank">${link.text}</a></p>\n` : []}</article>
`
}
