// An offer as a card, built into the page. home/script/cards.ts makes the same for answers.

import type { Offer } from '../../contract/offers/offer.ts'
import { html, type Markup } from '../../lib/text/markup.ts'
import { cardOf } from '../offer-card.ts'

export function renderCard(offer: Offer): Markup {
  const { title, worth, lines, period, link } = cardOf(offer)
  return html`<article class="card" dir="auto"><h3>${title}</h3>
<p class="worth">${worth}</p>
${lines.map((line) => html`<p>${line}</p>\n`)}<p class="until">${period}</p>
${link ? html`<p><a href="${link.href}" rel="noopener noreferrer" target="_blank">${link.text}</a></p>\n` : []}</article>
`
}
