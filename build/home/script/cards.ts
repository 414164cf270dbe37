// The offers of an answer, as people read them.

import type { Offer } from '../../../contract/offers/offer.ts'
import { cardOf } from '../content/offer-card.ts'
import { element } from './dom.ts'

/** @param offers empty if no offer matches */
export function cardsOf(offers: readonly Offer[]): HTMLElement {
  if (offers.length === 0)
    return element('p', { class: 'nothing', text: 'No offers match. If you chose a filter, remove it.' })
  return element('ul', { class: 'cards', children: offers.map(cardItem) })
}

function cardItem(offer: Offer): HTMLLIElement {
  const { title, worth, lines, period, link } = cardOf(offer)
  const children = [
    element('h4', { text: title }),
    element('p', { class: 'worth', text: worth }),
    ...lines.map((text) => element('p', { text })),
    element('p', { class: 'until', text: period }),
  ]
  if (link) {
    const attributes = { href: link.href, rel: 'noopener noreferrer', target: '_blank' }
    children.push(element('p', { children: [element('a', { text: link.text, attributes })] }))
  }
  return element('li', { class: 'card', attributes: { dir: 'auto' }, children })
}
