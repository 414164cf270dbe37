// Unknown is shown as unknown, wherever people or agents read an offer.

import t from 'tap'
import { cardOf } from '../../build/home/content/offer-card.ts'
import { tableOf } from '../../client/cli/table.ts'
import { briefOf, wholeOf } from '../../client/mcp/records.ts'
import { read } from '../docs/support/pages.ts'
import { WHOLE_OFFER } from '../helpers/member-places.ts'

const UNKNOWN = {
  ...WHOLE_OFFER,
  benefit: { ...WHOLE_OFFER.benefit, kind: 'other' as const, value: null, currency: null, cap: null },
  valid_from: null,
  valid_until: null,
}

/** An offer as each place shows it. */
const PLACES: Readonly<Record<string, string>> = {
  'the table of the command line': tableOf([UNKNOWN]),
  'the card of the page': JSON.stringify(cardOf(UNKNOWN)),
  find_offers: JSON.stringify(briefOf(UNKNOWN, '2026-09-01')),
  get_offer: JSON.stringify(wholeOf(UNKNOWN, '2026-09-01')),
}

/** Pages that show how offers are shown, or say it. */
const PAGES = [
  'README.md',
  'client/README.md',
  'docs/clients.md',
  'docs/python.md',
  'build/home/templates/llms.ts',
]

t.test(
  'a start and an end that are not stated are shown so, and a benefit without a value by its summary',
  async (t) => {
    for (const [place, text] of Object.entries(PLACES)) {
      t.match(text, /start not stated/i, place)
      t.match(text, 'end not stated', place)
      t.match(text, UNKNOWN.benefit.summary, place)
      t.notMatch(text, /undefined|no end|further notice/i, place)
    }
  },
)

t.test('pages that show offers say it, and no page promises that an offer has no end', async (t) => {
  for (const page of PAGES) {
    const text = read(page)
    t.match(text, 'end not stated', page)
    t.notMatch(text, /until further notice|'further notice'|no end date|without an end/i, page)
  }
})

t.test('a cap is not "not stated" if the summary says that there is none', async (t) => {
  const capOf = (summary: string) =>
    briefOf({ ...UNKNOWN, benefit: { ...UNKNOWN.benefit, summary } }, '2026-09-01').not_stated
  for (const summary of [
    '20% de descuento. Sin tope',
    '20% SIN TOPE de descuento',
    '20% off, no cap',
    '20% en sushi, sin límite',
    '20% off, Unlimited',
    'Uncapped',
  ])
    t.notOk([capOf(summary)].flat().includes('benefit.cap'), summary)
  for (const summary of [
    '20% de descuento',
    'Sin tope de edad',
    'Sin tope en tienda, sin tope de edad',
    'Sin límite de edad',
    'Tope $5.000, sin límite',
    'Tope $5.000, sin tope los martes',
    'Sin tope en tienda, hasta $5.000 online',
    'No capacity limits',
  ])
    t.ok([capOf(summary)].flat().includes('benefit.cap'), summary)
})
