// The texts of a card: what an offer is worth, where, and when.

import t from 'tap'
import { cardOf, periodOf, worthOf } from '../../../build/home/content/offer-card.ts'
import type { Offer, Weekday } from '../../../contract/offers/offer.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const OFFER: Offer = tinyOffer(0, '2026-09-01T10:00:00.000Z')

t.test('a benefit is shown in few characters, or as its summary if its value says too little', async (t) => {
  const summary = 'In its own words'
  for (const [kind, value, currency, words] of [
    ['percentage', 12.5, null, '12.5% off'],
    ['percentage', 33.339, null, '33.34% off'],
    ['percentage', 1.999, null, '2% off'],
    ['cashback', 5, null, '5% back'],
    ['cashback', 5, 'USD', 'USD 5 back'],
    ['amount', 1500, 'CLP', 'CLP 1,500 off'],
    ['amount', 1500, null, summary],
    ['fixed_price', 1002.5, 'USD', 'For USD 1,002.50'],
    ['fixed_price', 2.5, null, summary],
    ['multibuy', 2, null, '2 for 1'],
    ['multibuy', 1.5, null, '3 for 2'],
    ['multibuy', 1.33, null, '4 for 3'],
    ['multibuy', 1.063, null, '1.06 for 1'],
    ['installments', 6, null, '6 instalments'],
    ['other', 6, null, summary],
    ['percentage', null, null, summary],
  ] as const) {
    const benefit = { ...OFFER.benefit, kind, value, currency, summary }
    t.equal(worthOf({ benefit }), words, `${kind} ${value} ${currency}`)
  }
})

t.test('a period names its days, and says if its start or end is not stated', async (t) => {
  const [valid_from, valid_until] = ['2026-09-01', '2026-12-31']
  const every: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  for (const [period, words] of [
    [{}, 'Start not stated, end not stated'],
    [{ valid_until }, 'Start not stated, until 31 December 2026'],
    [{ valid_from }, 'From 1 September 2026, end not stated'],
    [{ valid_from, valid_until }, 'From 1 September 2026, until 31 December 2026'],
    [{ valid_until, weekdays: every }, 'Start not stated, until 31 December 2026, every day'],
    [{ weekdays: every.slice(0, 2) }, 'Start not stated, end not stated, on Monday, Tuesday'],
  ] as const) {
    t.equal(periodOf({ ...OFFER, ...period }), words)
  }
})

t.test(
  'a card names the merchant and the place, and the summary unless it is shown as the benefit already',
  async (t) => {
    const comuna = (name: string) => ({ slug: name.toLowerCase(), name })
    const benefit = { ...OFFER.benefit, summary: 'Ten off' }
    const comunas = ['Arica', 'Lota'].map(comuna)
    const linesOf = (offer: Partial<Offer>) => cardOf({ ...OFFER, ...offer }).lines.map(({ text }) => text)
    t.strictSame(linesOf({ benefit, merchant: 'Kiosk', comunas }), [
      'Ten off',
      'Kiosk · in Arica, Lota',
      'Tiny Bank · Food',
    ])
    const many = ['a', 'b', 'c', 'd'].map(comuna)
    const unknown = { ...benefit, kind: 'other', value: null } as const
    t.strictSame(linesOf({ benefit: unknown, comunas: many }), ['In 4 municipalities', 'Tiny Bank · Food'])
    t.strictSame(linesOf({ benefit: unknown, merchant: 'Kiosk', comunas: [] }), ['Kiosk', 'Tiny Bank · Food'])
  },
)

t.test('a link leads to the web and nowhere else', async (t) => {
  const linkOf = (url: string | null) => cardOf({ ...OFFER, url }).link
  t.strictSame(linkOf('https://shop.example/a?b'), {
    href: 'https://shop.example/a?b',
    text: 'More at shop.example',
  })
  for (const none of [null, 'javascript:alert(1)', 'https://', 'ftp://shop.example/']) {
    t.equal(linkOf(none), null, String(none))
  }
})
