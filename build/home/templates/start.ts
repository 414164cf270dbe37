// The beginning of the page: which issuers the offers are of, how fresh they are, and questions with their answers. All of
// it is part of the page as it is built, so it needs no script.

import { CLIENT_PATH, UNKNOWN_BASE } from '../../../contract/api/own-address.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../../contract/keys/kinds.ts'
import { isRecord } from '../../../lib/json/json.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import type { HomeFacts, Question } from '../content/home-facts.ts'
import { renderCards } from '../content/offer-card.ts'
import { enumerated, fallingCount, forPrograms, momentMarkup } from '../content/phrases.ts'
import { demoSnippets, renderCode, renderJson } from './code.ts'

export function renderStart(facts: HomeFacts): Markup {
  const { edition, timeZone } = facts.described
  return html`<section id="start" aria-labelledby="title">
<h1 id="title">${edition.attribution}</h1>
<p class="lead">One JSON API has the discounts that people already have, and is new every day. Build the app, map or chatbot that finds them.</p>
<p class="whose">${renderIssuers(facts)}<span class="fresh" id="age" data-as-of="${edition.data_as_of}" data-time-zone="${timeZone}">Updated ${momentMarkup(edition.data_as_of)}.</span></p>
${facts.questions.length > 0 ? renderQuestions(facts) : html`<p class="card">There are no offers on this day: every list is empty.</p>\n`}<p class="actions"><a class="button" href="#try">Try other calls</a> <a class="button quiet" href="#keys">Get a key</a></p>
<noscript><p class="small">Where a call names <code>address-of-this-page</code>, put the address of this page.</p></noscript>
<p class="small">You need no sign-up: the key in these calls is public, and allows ${KEY_LIMITS.demo.requests} calls in ${RATE_WINDOW_SECONDS} s. ${forPrograms()}</p>
</section>
`
}

/** Radio buttons that look like chips. The style shows the answer to the chosen one, so no script is needed. */
function renderQuestions(facts: HomeFacts): Markup {
  return html`<fieldset class="questions"><legend>Ask the catalogue of ${facts.described.day}</legend>
${facts.questions.map(
  ({ label }, index) =>
    html`<input type="radio" class="unseen" name="question" id="question-${index}"${index === 0 ? html` checked` : []}><label class="chip" for="question-${index}">${label}</label>\n`,
)}${facts.questions.map((question, index) => renderAnswer(facts, question, index))}</fieldset>
`
}

function renderAnswer(facts: HomeFacts, question: Question, index: number): Markup {
  const { offers, next, week, total, lastDays, label } = question
  const { ask } = question
  const isCall = 'query' in ask
  return html`<div class="reply" data-answer data-next="${JSON.stringify(next)}"${week ? html` data-week-from="${week.from}"` : []}>
<div class="seen"><h2 class="label"><span>${label}: ${fallingCount(total, lastDays, 'offer')}<span data-first>${total > offers.length ? `, the first ${offers.length}` : ''}</span></span></h2>
<div data-cards>${renderCards(offers)}</div></div>
<div class="asked">${renderCode(`question-code-${index}`, `How to ask: ${label}`, html`<h2 class="label">${isCall ? 'By the API' : 'By our client, in a copy'}</h2>`, codeOf(question))}${isCall ? [] : html`<p class="small">With the demo key, the copy is a sample.</p>`}</div>
<div class="json"><h2 class="label">The answer</h2>
${renderJson(`The answer to ${label} as JSON`, isCall ? listOf(facts, question, Number(ask.query.limit)) : offers)}</div>
</div>
`
}

function codeOf({ ask }: Question): string {
  if ('query' in ask) return demoSnippets('offers', ask.query)[0].code
  return `// npm install '${UNKNOWN_BASE}${CLIENT_PATH}'
import { createOffersClient } from '@offers-catalogue/client'
import { createMirror } from '@offers-catalogue/client/mirror'

const mirror = createMirror(createOffersClient({
  baseUrl: '${UNKNOWN_BASE}',
  key: '${PUBLISHED_DEMO_KEY}',
}))
await mirror.sync()
console.log(await mirror.find(${ask.find}))`
}

/** The answer to a question as the body of a list. `meta` is that of the example of the day, with the question's numbers. */
function listOf({ described }: HomeFacts, { offers, total }: Question, limit: number): unknown {
  const list = described.bodies.OfferList
  const meta = isRecord(list) && isRecord(list.meta) ? list.meta : {}
  return { data: offers, meta: { ...meta, count: offers.length, total, limit, offset: 0 } }
}

/** The number of issuers that are named: those with the most offers. The form has all of them. */
const NAMED = 4

/** `414 offers of 24 issuers, such as Banco Uno, Banco Dos, Banco Tres and Banco Cuatro. `; empty without offers. */
function renderIssuers({ issuers, listed, lastDays }: HomeFacts): Markup {
  const names = issuers
    .filter(({ offers_count }) => offers_count > 0)
    .sort((a, b) => b.offers_count - a.offers_count || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
  if (names.length === 0) return html``
  const offers = fallingCount(listed.active + listed.scheduled, lastDays.listed, 'offer')
  if (names.length <= NAMED) return html`${offers} of ${enumerated(names)}. `
  return html`${offers} of ${fallingCount(names.length, lastDays.issuers)} issuers, such as ${enumerated(names.slice(0, NAMED))}. `
}
