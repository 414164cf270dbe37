// Try it: a call put together by choices, its code, and the place for its answer. Without the script, only the code of
// a call that everyone can make.

import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import type { HomeFacts } from '../home-facts.ts'
import { type Snippet, snippetsOf, UNKNOWN_BASE } from '../snippets.ts'
import { countText } from './words.ts'

interface Choice {
  slug: string
  name: string
  offers_count: number
}

/** Of what has more, those with the most offers. */
const MAX_CHOICES = 1000

const LIMIT_SHOWN = 5

export function renderTryIt({ issuers, categories, comunas, listed }: HomeFacts): Markup {
  const { maxLimit } = KEY_LIMITS.demo
  const all = countText(listed.active + listed.scheduled)
  const snippets = snippetsOf({ base: UNKNOWN_BASE, key: PUBLISHED_DEMO_KEY, query: { limit: LIMIT_SHOWN } })
  return html`<section id="try" aria-labelledby="try-title">
<h2 id="try-title">Try it</h2>
<p>The demo key below is public, for everyone to evaluate the API with.</p>
<noscript><p class="note">With JavaScript you can choose, call and see the answer here. Without, paste this into a terminal, with the address of this page in it.</p></noscript>
<div class="try">
<form id="call" hidden>
<p><label for="issuer">Issuer</label>
<select id="issuer" name="issuer"><option value="">All (${all})</option>
${choicesOf(issuers).map(renderOption)}</select></p>
<p><label for="category">Category</label>
<select id="category" name="category"><option value="">All (${all})</option>
${choicesOf(categories).map(renderOption)}</select></p>
<p><label for="comuna">Comuna</label>
<input id="comuna" name="comuna" list="comunas" autocomplete="off" spellcheck="false" placeholder="Any" aria-describedby="comuna-help">
<datalist id="comunas">${choicesOf(comunas).map(renderSuggestion)}</datalist>
<span class="small" id="comuna-help">Type a part of the name.</span></p>
<p><label for="limit">Maximum number of offers</label>
<input id="limit" name="limit" type="number" inputmode="numeric" min="1" max="${maxLimit}" value="${LIMIT_SHOWN}" required></p>
<p><label for="key">Key</label>
<input id="key" type="text" autocomplete="off" spellcheck="false" placeholder="The demo key" data-demo="${PUBLISHED_DEMO_KEY}" aria-describedby="key-help">
<span class="small" id="key-help">One of your own stays in this tab, and is gone with it.</span></p>
<p class="actions"><button type="submit" id="run">Run this call</button> <button type="button" class="quiet" id="share">Copy a link to it</button></p>
</form>
<div class="tried">
<div class="code" id="code">
${snippets.map(renderSnippet)}</div>
<div id="answer" hidden>
<h3>The answer</h3>
<p class="outcome" id="outcome" role="status"></p>
<p class="actions"><button type="button" class="quiet" id="again" hidden>Ask again</button></p>
<div id="views"></div>
</div>
</div>
</div>
</section>
`
}

/** Those that a call finds something by, by name: Ñuñoa stands with Navidad, not behind Zapallar. */
function choicesOf(things: readonly Choice[]): Choice[] {
  return things
    .filter(({ offers_count }) => offers_count > 0)
    .sort((a, b) => b.offers_count - a.offers_count)
    .slice(0, MAX_CHOICES)
    .sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1))
}

function renderOption({ slug, name, offers_count }: Choice): Markup {
  return html`<option value="${slug}">${name} (${countText(offers_count)})</option>
`
}

function renderSuggestion({ slug, name, offers_count }: Choice): Markup {
  return html`<option value="${name}" data-slug="${slug}">${countText(offers_count)}</option>
`
}

function renderSnippet({ id, title, code }: Snippet): Markup {
  return html`<div class="snippet" id="code-${id}" data-title="${title}">
<h3>${title}</h3>
<pre tabindex="0" aria-label="${title}"><code>${code}</code></pre>
</div>
`
}
