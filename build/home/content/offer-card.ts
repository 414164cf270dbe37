// An offer as people read it: what it is worth, where, and when. The build and the script of the page use the same words.
// No `Intl`: its tables differ between versions of Node, and a release must be the same bytes on all of them.

import type { Offer } from '../../../contract/offers/offer.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import { html, type Markup } from '../../../lib/text/markup.ts'

/**
 * @param offers empty if no offer matches
 * @param today marks offers that ended before it
 */
export function renderCards(offers: readonly Offer[], today = ''): Markup {
  if (offers.length === 0) return html`<p>No offers match. If you chose a filter, remove it.</p>`
  return html`<ul class="cards">
${offers.map((offer, index) => renderCard(cardOf(offer, today), index))}</ul>
`
}

/** `data-offer` and `data-members` name the offer, and the members of it that a part shows, for `lights.ts`. */
function renderCard({ title, worth, lines, period, link }: OfferCard, index: number): Markup {
  return html`<li class="card" dir="auto" data-offer="${index}"><h3 data-members="title">${title}</h3>
<p class="worth" data-members="benefit">${worth}</p>
${lines.map(({ text, members }) => html`<p data-members="${members}">${text}</p>\n`)}<p class="until" data-members="valid_from valid_until weekdays">${period}</p>
${link ? html`<p data-members="url"><a href="${link.href}" rel="noopener noreferrer" target="_blank">${link.text}</a></p>\n` : []}</li>
`
}

export interface OfferCard {
  title: string
  /** See `worthOf`. */
  worth: string
  lines: readonly CardLine[]
  /** The days on which it holds. */
  period: string
  link: { href: string; text: string } | null
}

export interface CardLine {
  text: string
  /** The members of the offer that it shows, separated by spaces. */
  members: string
}

export function cardOf(offer: Offer, today = ''): OfferCard {
  const { title, merchant, issuer, category, comunas, benefit } = offer
  // A card has room for three names.
  const places =
    comunas.length > 3 ? `${comunas.length} municipalities` : comunas.map(({ name }) => name).join(', ')
  const worth = worthOf(offer)
  // Lines without a text are left out, such as a summary that is the worth already.
  const lines = [
    { text: worth === benefit.summary ? '' : benefit.summary, members: 'benefit' },
    { text: placeText(merchant, places), members: 'merchant comunas' },
    { text: `${issuer.name} · ${category.name}`, members: 'issuer category' },
  ].filter(({ text }) => text !== '')
  return { title, worth, lines, period: periodOf(offer, today), link: linkOf(offer) }
}

/** `Kiosk · in Arica`, `In Arica`, `Kiosk`, or nothing. */
function placeText(merchant: string | null, places: string): string {
  if (places === '') return merchant ?? ''
  return merchant === null ? `In ${places}` : `${merchant} · in ${places}`
}

/** SECURITY: an address from the data may lead to the web only, never to `javascript:`. */
function linkOf({ url }: Offer): OfferCard['link'] {
  if (url === null || !/^https?:\/\//.test(url) || !URL.canParse(url)) return null
  return { href: url, text: `More at ${new URL(url).host}` }
}

/** The benefit in a few characters, such as `20% off`, or its summary if kind, value and currency do not say it. */
export function worthOf({ benefit }: Pick<Offer, 'benefit'>): string {
  const { kind, value, currency, summary } = benefit
  if (value === null) return summary
  switch (kind) {
    case 'percentage':
      return `${numberText(value)}% off`
    case 'cashback':
      return currency === null ? `${numberText(value)}% back` : `${moneyText(value, currency)} back`
    case 'amount':
      return currency === null ? summary : `${moneyText(value, currency)} off`
    case 'fixed_price':
      return currency === null ? summary : `For ${moneyText(value, currency)}`
    case 'multibuy':
      return multibuyText(value)
    case 'installments':
      return `${numberText(value)} instalments`
    // `other` has no value. Kinds may be added, and a page from a cache does not know them.
    default:
      return summary
  }
}

/**
 * The smallest numbers that a shop would write for a value: `3 for 2` from 1.5. The value may be rounded, so the product
 * may be 0.02 off: 1.33 is `4 for 3`, as 1.33 × 3 is 3.99. With a wider bound 1.05 would be `1 for 1`. Shops do not
 * write larger numbers: a value that needs 10 paid pieces or more is shown as it is, `1.05 for 1`.
 */
function multibuyText(value: number): string {
  for (let paid = 1; paid < 10; paid++) {
    const received = Math.round(value * paid)
    if (Math.abs(received - value * paid) < 0.02) return `${received} for ${paid}`
  }
  return `${numberText(value)} for 1`
}

/** A number with two decimals at most: `1,234.5`. */
function numberText(value: number): string {
  return grouped(String(Math.round(value * 100) / 100))
}

/** An amount with two decimals, or with none if it is whole: `CLP 10,000`, `USD 2.50`. */
function moneyText(value: number, currency: string): string {
  return `${currency} ${grouped(Number.isInteger(value) ? String(value) : value.toFixed(2))}`
}

function grouped(digits: string): string {
  const [whole, decimals] = digits.split('.')
  return formatCount(Number(whole)) + (decimals === undefined ? '' : `.${decimals}`)
}

/**
 * The days on which an offer holds: `From 1 September 2026, until 30 September 2026, on Friday`. They are calendar days,
 * so no time zone moves them.
 * @param today an offer that ended before it says so
 */
export function periodOf({ valid_from, valid_until, weekdays }: Offer, today = ''): string {
  const from = valid_from === null ? 'Start not stated' : `From ${dayText(valid_from)}`
  const until = valid_until === null ? 'end not stated' : `until ${dayText(valid_until)}`
  const ended = valid_until !== null && valid_until < today ? ' (ended)' : ''
  return `${from}, ${until}${ended}${daysText(weekdays)}`
}

function daysText(weekdays: Offer['weekdays']): string {
  if (weekdays === null) return ''
  return weekdays.length === 7 ? ', every day' : `, on ${weekdays.map(capitalised).join(', ')}`
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** `1 September 2026`, of `2026-09-01`. */
function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}
