// Calls and their answers, as the page is built with them. The script puts in the address of the gateway.

import { UNKNOWN_BASE } from '../../../contract/api/own-address.ts'
import { PATHS, type ResourceName, resource } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'
import { jsonParts } from '../content/json-view.ts'
import { cardOf, PERIOD_MEMBERS } from '../content/offer-card.ts'
import { type Call, type ShownRoute, type Snippet, snippetsOf } from '../content/snippets.ts'

/** A route as the form, the code and the script of the page know it. */
export function shownRoute(name: ResourceName): ShownRoute {
  const { kind, needsKey } = resource(name)
  return { name, path: PATHS[name], kind, needsKey }
}

/** A call with the public demo key, in each language; curl comes first. */
export function demoSnippets(name: ResourceName, query: Call['query'] = {}): [Snippet, ...Snippet[]] {
  return snippetsOf({ base: UNKNOWN_BASE, key: PUBLISHED_DEMO_KEY, route: shownRoute(name), query })
}

/** Code below its heading and a button that copies it. @param id of the code @param label its name for screen readers */
export function renderCode(id: string, label: string, heading: Markup, code: string): Markup {
  return html`<div class="code-head">${heading}<button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>
<pre tabindex="0" role="region" aria-label="${label}"><code id="${id}" data-here>${code}</code></pre>
`
}

/** The same below its title, which shows and hides it. */
export function renderFolded(id: string, title: string, code: string, isOpen: boolean): Markup {
  return html`<details${isOpen ? html` open` : []}><summary>${title}</summary>
${renderCode(id, title, html``, code)}</details>
`
}

/** JSON as `jsonParts` has it. @param label its name for screen readers */
export function renderJson(label: string, value: unknown): Markup {
  const parts = jsonParts(value).map(({ words, member }) => {
    const inside = words.map(({ text, kind }) =>
      kind === '' ? html`${text}` : html`<span class="${kind}">${text}</span>`,
    )
    return member
      ? html`<span data-offer="${member.offer}" data-members="${member.name}">${inside}</span>`
      : html`${inside}`
  })
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${parts}</code></pre>
`
}

/** Offers as people read them. build/home/script/cards.ts makes the same for answers. */
export function renderCards(offers: readonly Offer[]): Markup {
  return html`<ul class="cards">
${offers.map(renderCard)}</ul>
`
}

function renderCard(offer: Offer, index: number): Markup {
  const { title, worth, lines, period, link } = cardOf(offer)
  return html`<li class="card" dir="auto" data-offer="${index}"><h3 data-members="title">${title}</h3>
<p class="worth" data-members="benefit">${worth}</p>
${lines.map(({ text, members }) => html`<p data-members="${members}">${text}</p>\n`)}<p class="until" data-members="${PERIOD_MEMBERS}">${period}</p>
${link ? html`<p data-members="url"><a href="${link.href}" rel="noopener noreferrer" target="_blank">${link.text}</a></p>\n` : []}</li>
`
}
