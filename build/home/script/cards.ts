// The offers of an answer and its JSON, as people read them. build/home/templates/code.ts makes the same for the page.

import type { Offer } from '../../../contract/offers/offer.ts'
import { jsonParts } from '../content/json-view.ts'
import { cardOf, PERIOD_MEMBERS } from '../content/offer-card.ts'
import { element } from './dom.ts'

/** @param offers empty if no offer matches */
export function cardsOf(offers: readonly Offer[]): HTMLElement {
  if (offers.length === 0)
    return element('p', { class: 'nothing', text: 'No offers match. If you chose a filter, remove it.' })
  return element('ul', { class: 'cards', children: offers.map(cardItem) })
}

function cardItem(offer: Offer, index: number): HTMLLIElement {
  const { title, worth, lines, period, link } = cardOf(offer)
  const shown = (members: string) => ({ 'data-members': members })
  const children = [
    element('h4', { text: title, attributes: shown('title') }),
    element('p', { class: 'worth', text: worth, attributes: shown('benefit') }),
    ...lines.map(({ text, members }) => element('p', { text, attributes: shown(members) })),
    element('p', { class: 'until', text: period, attributes: shown(PERIOD_MEMBERS) }),
  ]
  if (link) {
    const attributes = { href: link.href, rel: 'noopener noreferrer', target: '_blank' }
    const address = element('a', { text: link.text, attributes })
    children.push(element('p', { children: [address], attributes: shown('url') }))
  }
  return element('li', { class: 'card', attributes: { dir: 'auto', 'data-offer': String(index) }, children })
}

export function jsonNodes(value: unknown): Node[] {
  return jsonParts(value).flatMap(({ words, member }) => {
    const inside = words.map(({ text, kind }) =>
      kind === '' ? new Text(text) : element('span', { class: kind, text }),
    )
    if (!member) return inside
    const attributes = { 'data-offer': String(member.offer), 'data-members': member.name }
    return element('span', { attributes, children: inside })
  })
}
