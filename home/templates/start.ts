// The beginning of the page: what people can build, how fresh the data is, a call, and its answer. All of it is known when
// the page is built, so it is there without the script, too.

import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { isRecord, prettyJson } from '../../lib/json/json.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import type { HomeFacts } from '../home-facts.ts'
import { FIRST_QUERY, snippetsOf, UNKNOWN_BASE } from '../snippets.ts'
import { renderCard } from './card.ts'
import { shownRoute } from './shown-route.ts'
import { renderSnippet } from './snippet.ts'
import { moment, plural } from './words.ts'

export function renderStart(facts: HomeFacts): Markup {
  const { edition } = facts.described
  const { requests } = KEY_LIMITS.demo
  const [curl] = snippetsOf({
    base: UNKNOWN_BASE,
    key: PUBLISHED_DEMO_KEY,
    route: shownRoute('offers'),
    query: FIRST_QUERY,
  })
  return html`<section id="start" aria-labelledby="title">
<h1 id="title">Offers Catalogue</h1>
<p class="lead">Build the app, map or chatbot that finds people the discounts they already have. One call, plain JSON, new data every day.</p>
<p class="fresh" id="age" data-as-of="${edition.data_as_of}">Updated ${moment(edition.data_as_of)}.</p>
<div class="pair">
<div class="first">
<h2 class="label">Your first call</h2>
<div class="code" id="first" data-name="Your first call in">
${curl ? renderSnippet('first', curl) : []}</div>
</div>
<div class="reply">
${renderFirst(facts)}<p class="actions"><a class="button strong" href="#try">Try other calls</a> <a class="button" href="#keys">Get a key</a></p>
<p class="small">No sign-up: the key in this call is public, for ${requests} calls in ${RATE_WINDOW_SECONDS} s.</p>
</div>
<div class="json">
<h2 class="label">Its answer as JSON</h2>
<pre class="answer" tabindex="0" role="region" aria-label="The answer as JSON"><code>${prettyJson(answerOf(facts)).trimEnd()}</code></pre>
</div>
</div>
</section>
`
}

/** The body of the first call: a list of one offer. */
function answerOf({ described, first }: HomeFacts): unknown {
  const list = described.bodies.OfferList
  return isRecord(list) ? { ...list, data: first ? [first] : [] } : { data: [] }
}

function renderFirst({ first, listed }: HomeFacts): Markup {
  if (!first) {
    return html`<h2 class="label">Its answer</h2>
<p class="card">No offers today: the list is empty.</p>
`
  }
  const total = listed.active + listed.scheduled
  return html`<h2 class="label">Its answer as a card: 1 of ${plural(total, 'offer')}</h2>
${renderCard(first)}`
}
