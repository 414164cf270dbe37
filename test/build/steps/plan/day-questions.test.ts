// The questions that the page answers before any click, and its seven days, for catalogues of any kind.

import t from 'tap'
import { catalogueOffer, PRESENT } from '../../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../../build/day/line-store.ts'
import { questionsOf, weekOf } from '../../../../build/steps/plan/day-questions.ts'
import type { Offer } from '../../../../contract/offers/offer.ts'
import { jsonLine } from '../../../../lib/json/json.ts'
import { tinyOffer } from '../../../helpers/tiny-offer.ts'

const DAY = '2026-09-01'

/** A day of offers that differ from tiny ones in these members. */
function dayOf(...differences: Partial<Offer>[]) {
  const lines = new LineStore()
  const listed = differences.map((difference, index) => {
    const offer = { ...tinyOffer(index, `${DAY}T10:00:00.000Z`), ...difference }
    return catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), PRESENT)
  })
  const place = (slug: string, name: string) => ({
    ...{ slug, name },
    offers_count: listed.filter(({ slugs }) => [...slugs.comuna, ...slugs.category].includes(slug)).length,
  })
  const comunas = [place('arica', 'Arica'), place('maipu', 'Maipú')]
  return { listed, lines, day: DAY, comunas, categories: [place('food', 'Food')] }
}

const benefit = (kind: Offer['benefit']['kind'], value: number | null, summary = 'A benefit') => ({
  ...{ kind, value, currency: null, cap: null, summary },
})
const inMaipu = { comunas: [{ slug: 'maipu', name: 'Maipú' }] }
const labelsOf = (...differences: Partial<Offer>[]) =>
  questionsOf(dayOf(...differences)).map(({ label, total }) => `${label}: ${total}`)

t.test('a place is the comuna with the most offers, or the largest category', async (t) => {
  t.equal(labelsOf(inMaipu, {}, inMaipu)[0], 'In Maipú: 2')
  t.equal(labelsOf({}, {})[0], 'Food: 2')
  const [question] = questionsOf(dayOf(inMaipu, inMaipu, inMaipu, inMaipu))
  t.match(question, { ask: { query: { comuna: 'maipu', limit: '3' } }, offers: { length: 3 }, total: 4 })
})

t.test(
  'a benefit is two for one in the words of the catalogue, or else that of the first offer',
  async (t) => {
    const two = benefit('multibuy', 2)
    t.equal(labelsOf({ benefit: two }, { benefit: benefit('multibuy', 1.5) })[1], '2 for 1: 1')
    t.equal(labelsOf({ benefit: two }, { benefit: benefit('multibuy', 2, 'Lleva 2x1') })[1], '2x1: 2')
    t.equal(labelsOf({ benefit: benefit('percentage', 2, 'No 2x1') })[1], '2% off: 1', 'another kind of 2')
    const other = benefit('other', null, '"benefit":{"kind":"multibuy","value":2,')
    t.equal(labelsOf({ benefit: other }, { benefit: benefit('percentage', 20) })[1], '20% off: 1')
    t.equal(labelsOf({ benefit: other }).length, 1, 'no question without a value')
  },
)

t.test('what ends this week comes in the order of its ends; an end that is not stated is none', async (t) => {
  const ends = ['2026-09-08', '2026-09-07', null, '2026-09-01'].map((valid_until) => ({ valid_until }))
  const question = questionsOf(dayOf(...ends)).find(({ label }) => label === 'Ends within a week')
  t.strictSame(
    question?.offers.map(({ valid_until }) => valid_until),
    ['2026-09-01', '2026-09-07'],
  )
  t.match(question?.ask, { find: "ends_by: '2026-09-07'" })
})

t.test(
  'on each of the next seven days the page knows how many end within a week, and the first three',
  async (t) => {
    const days = [1, 1, 1, 1, 2, 5, 8, 9, 9, 11, 13, 13, 14, 30]
    const ends = days.map((day) => ({ valid_until: `2026-09-${String(day).padStart(2, '0')}` }))
    const question = questionsOf(dayOf(...ends)).find(({ week }) => week !== null)
    const { offers = [], next = [], lastDays = [], total = 0 } = question ?? {}
    t.match(question?.week, { from: '2026-09-01', last: '2026-09-07' })
    for (let today = 1; today <= 8; today++) {
      const dayOfMonth = ({ valid_until }: { valid_until: string | null }) => Number(valid_until?.slice(-2))
      const inWeek = days.filter((day) => day >= today && day < today + 7)
      const changed = lastDays.filter(([day]) => Number(day.slice(-2)) < today)
      t.equal(
        changed.reduce((left, [, less]) => left - less, total),
        inWeek.length,
        `on day ${today}`,
      )
      const known = [...offers, ...next].map(dayOfMonth).filter((day) => day >= today && day < today + 7)
      t.strictSame(known.slice(0, 3), inWeek.slice(0, 3), `on day ${today}`)
    }
  },
)

t.test('a day without offers has no questions', async (t) => {
  t.strictSame(questionsOf(dayOf()), [])
})

t.test('each of fourteen days says what starts and what ends', async (t) => {
  const week = weekOf(
    dayOf(
      { title: 'Since today', valid_from: DAY },
      { title: 'Sunday', valid_from: '2026-09-06', valid_until: '2026-09-06', status: 'scheduled' },
      { title: 'Too', valid_from: '2026-09-06', status: 'scheduled' },
      { title: 'Later', valid_from: '2026-09-15', status: 'scheduled' },
    ),
  )
  const none = { count: 0, title: undefined }
  t.strictSame(
    week.filter(({ starts, ends }) => starts.count + ends.count > 0),
    [
      { day: DAY, starts: { count: 1, title: 'Since today' }, ends: none },
      { day: '2026-09-06', starts: { count: 2, title: 'Sunday' }, ends: { count: 1, title: 'Sunday' } },
    ],
  )
  t.equal(week.at(-1)?.day, '2026-09-14')
})
