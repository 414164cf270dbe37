// How the page begins: a sentence, how fresh the data is, a call, and its answer. All of it is known when the page is
// built, so it stands there without the script, too.

import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import { prettyJson } from '../../lib/json/json.ts'
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
<div>
<h2 class="label">Your first call</h2>
<div class="code" id="first" data-name="Your first call in">
${curl ? renderSnippet('first', curl) : []}</div>
</div>
<div class="reply">
${renderAnswer(facts)}</div>
<p class="small">No sign-up: this key is public, ${requests} calls in ${RATE_WINDOW_SECONDS} s. <a href="#try">Change the call</a>, or <a href="#keys">get your own key</a>.</p>
</div>
</section>
`
}

function renderAnswer({ first, listed }: HomeFacts): Markup {
  if (!first) {
    return html`<h2 class="label">Its answer</h2>
<p class="card">No offers today: the list is empty.</p>
`
  }
  const total = listed.active + listed.scheduled
  return html`<h2 class="label">Its answer: the first of ${plural(total, 'offer')}</h2>
${renderCard(first)}<details class="json"><summary>The same as JSON</summary>
<pre tabindex="0" aria-label="The first offer as JSON"><code>${prettyJson(first)}</code></pre></details>
`
}
