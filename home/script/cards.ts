// The data of an answer for people: offers as cards, names with their numbers as a table.

import type { Offer } from '../../contract/offers/offer.ts'
import { cardOf } from '../content/offer-card.ts'
import { element } from './dom.ts'

/** Issuers, categories, comunas. */
export interface Named {
  slug: string
  name: string
  offers_count: number
}

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

export function namesOf(things: readonly Named[]): HTMLElement {
  const rows = things.map(({ slug, name, offers_count }) => [name, slug, String(offers_count)])
  const head = rowOf('th', ['Name', 'Slug', 'Offers'])
  const body = rows.map((cells) => rowOf('td', cells))
  const table = element('table', {
    children: [element('thead', { children: [head] }), element('tbody', { children: body })],
  })
  const attributes = { tabindex: '0', role: 'region', 'aria-label': 'Names' }
  return element('div', { class: 'names', attributes, children: [table] })
}

function rowOf(tag: 'th' | 'td', cells: readonly string[]): HTMLElement {
  return element('tr', { children: cells.map((text) => element(tag, { text })) })
}
