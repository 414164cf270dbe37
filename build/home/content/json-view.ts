// JSON as people read it: each word with the class that colours it, and the members of offers set apart, so that they
// can light up together with the parts of a card. The build and the script of the page use the same.

import { isRecord } from '../../../lib/json/json.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'

/** The class of a value by its type; that of true, false and null is `word`. */
const CLASSES: Readonly<Record<string, string>> = { string: 'text', number: 'number' }

/** A member of this value is shown as `…`, without its name: it stands for the members that are left out. */
export const MORE = Symbol('more')

/**
 * The markup of a JSON value. Its text is `JSON.stringify(value, null, 2)`. Offers are numbered from 0 by `data-offer`,
 * as their cards are (offer-card.ts): `lights.ts` finds one by the other.
 */
export function jsonMarkup(value: unknown): Markup {
  let offers = 0

  function write(value: unknown, indent: string): Markup {
    const isList = Array.isArray(value)
    if (!isList && !isRecord(value)) return word(CLASSES[typeof value] ?? 'word', value)
    const offer = isOffer(value) ? offers++ : undefined
    const members = Object.entries(value).map(([name, item], index, all) => {
      if (item === MORE) return html`\n${indent}  …`
      const key = isList ? html`` : html`${word('key', name)}: `
      const member = html`${key}${write(item, `${indent}  `)}`
      const shown =
        offer === undefined
          ? member
          : html`<span data-offer="${offer}" data-members="${name}">${member}</span>`
      return html`\n${indent}  ${shown}${index < all.length - 1 ? ',' : ''}`
    })
    const end = members.length > 0 ? `\n${indent}` : ''
    return isList ? html`[${members}${end}]` : html`{${members}${end}}`
  }

  return write(value, '')
}

function word(name: string, value: unknown): Markup {
  return html`<span class="${name}">${JSON.stringify(value)}</span>`
}

/** Only offers have both members. */
function isOffer(value: object): boolean {
  return 'benefit' in value && 'title' in value
}
