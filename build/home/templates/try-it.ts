// Try it: a form that makes up a call, the code of the call, and the place for its answer. Without the script, the page
// shows only the code of a call that everyone can make.

import { FILTERS } from '../../../contract/api/filters.ts'
import { RESOURCE_BY_NAME, RESOURCE_NAMES, type ResourceName } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import { fold } from '../../../lib/text/plain-letters.ts'
import type { HomeFacts } from '../content/home-facts.ts'
import { demoSnippets, renderFolded, shownRoute } from './code.ts'

interface Choice {
  slug: string
  name: string
  /** Undefined for a filter whose values no resource lists (`list` in filters.ts): only such a list has the number. */
  offers_count?: number
}

type Filter = (typeof FILTERS)[number]

/** A field has at most this many choices, of some 60 bytes each: those with the most offers. */
const MAX_CHOICES = 1000

/** The number of offers that the form first asks for. */
const LIMIT_SHOWN = 5

const WITH_KEY = RESOURCE_NAMES.filter((name) => RESOURCE_BY_NAME[name].needsKey)

export function renderTryIt(facts: HomeFacts): Markup {
  const snippets = demoSnippets('offers', { limit: String(LIMIT_SHOWN) })
  return html`<section id="try" aria-labelledby="try-title">
<h2 id="try-title">Try it</h2>
<p>Choose a route, run the call here, and copy its code.</p>
<noscript><p class="note">With JavaScript, this page makes the call and shows its answer. Without it, paste this into a terminal; if it names <code>address-of-this-page</code>, put the address of this page there first.</p></noscript>
<div class="try">
<form id="call" hidden>
<p><label for="route">Route</label>
<select id="route">${RESOURCE_NAMES.map(renderRoute)}</select></p>
${FILTERS.map((filter) => renderField(filter, facts))}${renderOtherFields(facts)}<p data-routes="${WITH_KEY.join(' ')}"><label for="key">Key</label>
<input id="key" type="text" autocomplete="off" spellcheck="false" pattern="\\s*\\w*\\s*" title="Keys have letters, digits and _ only." placeholder="The demo key" data-demo="${PUBLISHED_DEMO_KEY}" aria-describedby="key-help">
<span class="small" id="key-help">Your key stays in this tab only.</span></p>
<p class="actions"><button type="submit" id="run">Run this call</button></p>
</form>
<div class="tried">
${snippets.map(({ id, title, code }, index) => renderFolded(id, title, code, index === 0))}<div id="answer" hidden>
<h3>The answer</h3>
<p class="outcome" id="outcome" role="status">Run the call to see its answer here.</p>
<div id="parts" class="parts" data-answer hidden>
<div id="offers"></div>
${renderFolded('json', 'JSON', '', true)}${renderFolded('headers', 'Headers', '', false)}</div>
</div>
</div>
</div>
</section>
`
}

/** `choices.ts` reads the kind, and whether a key is needed, from the option. */
function renderRoute(name: ResourceName): Markup {
  const { path, kind, needsKey } = shownRoute(name)
  return html`<option value="${name}" data-kind="${kind}"${needsKey ? html` data-key` : []}>${path}</option>
`
}

/**
 * The parameters that are not filters. A new reader's `since` is the moment of the previous release, so that there are
 * changes to see. SECURITY: they become a part of code to paste, so their patterns are narrow.
 */
function renderOtherFields({ first, changes }: HomeFacts): Markup {
  return html`<p data-routes="changes"><label for="since">Since</label>
<input id="since" name="since" pattern="\\s*[\\dTZ:.\\-]*\\s*" title="A time: copy data_as_of from an answer." autocomplete="off" spellcheck="false" placeholder="The beginning" value="${changes?.since ?? ''}" aria-describedby="since-help">
<span class="small" id="since-help">The <code>data_as_of</code> of an earlier answer. Leave it empty for everything.</span></p>
<p data-routes="offer"><label for="id">Id of an offer</label>
<input id="id" name="id" pattern="\\s*[\\w\\-]+\\s*" title="An id: copy it from an answer." autocomplete="off" spellcheck="false" value="${first?.id ?? ''}" required></p>
<p data-routes="offers changes"><label for="limit">Maximum number of offers</label>
<input id="limit" name="limit" type="number" inputmode="numeric" min="1" value="${LIMIT_SHOWN}" required></p>
`
}

function renderField({ name, label, list, help }: Filter, facts: HomeFacts): Markup {
  const helpId = help ? html` aria-describedby="${name}-help"` : []
  const helpText = help ? html`\n<span class="small" id="${name}-help">${help}</span>` : []
  const slugs = facts.described.slugs[name]
  const choices = shownOf(list === null ? slugs.map((slug) => ({ slug, name: slug })) : facts[list])
  const all = formatCount(facts.listed.active + facts.listed.scheduled)
  return html`<p data-routes="offers"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"${helpId}><option value="">All (${all})</option>
${choices.map(renderOption)}</select>${helpText}</p>
`
}

/** The choices that find an offer, by name without accents: Ñuñoa is next to Navidad, not behind Zapallar. */
function shownOf(choices: readonly Choice[]): Choice[] {
  return choices
    .filter(({ offers_count }) => offers_count !== 0)
    .sort((a, b) => (b.offers_count ?? 0) - (a.offers_count ?? 0))
    .slice(0, MAX_CHOICES)
    .sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1))
}

function renderOption({ slug, name, offers_count }: Choice): Markup {
  return html`<option value="${slug}">${name}${offers_count === undefined ? '' : ` (${formatCount(offers_count)})`}</option>
`
}
