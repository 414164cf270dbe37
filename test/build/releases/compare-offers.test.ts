import t from 'tap'
import { catalogueOffer, PRESENT } from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { compareOffers, type OfferDifference } from '../../../build/releases/compare-offers.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'
import { byId } from '../support/offers.ts'

const MOMENT = '2026-03-01T10:00:00.000Z'

const offer = (id: string, changes: Partial<Offer> = {}): Offer => ({
  ...tinyOffer(0, MOMENT),
  id,
  title: `Title of ${id}`,
  ...changes,
})

function compare(before: readonly Offer[], after: readonly Offer[]): OfferDifference[] {
  const lines = new LineStore()
  const known = (offers: readonly Offer[]) =>
    byId(offers.map((each) => catalogueOffer(each, lines.append(Buffer.from(jsonLine(each))), PRESENT)))
  return compareOffers(known(before), known(after), lines)
}

const { benefit } = tinyOffer(0, MOMENT)

t.test('each change of an offer has a name', async (t) => {
  const cases: [
    name: string,
    before: Partial<Offer> | null,
    after: Partial<Offer> | null,
    expected: unknown[],
  ][] = [
    ['nothing', {}, {}, []],
    ['only another date', {}, { updated_at: '2026-03-02T10:00:00.000Z' }, []],
    ['it came', null, {}, [{ change: 'added', members: [] }]],
    ['it was forgotten', {}, null, [{ change: 'forgotten', members: [] }]],
    ['it left', { status: 'active' }, { status: 'withdrawn' }, [{ change: 'withdrawn', members: [] }]],
    ['it ended', { status: 'active' }, { status: 'expired' }, [{ change: 'expired', members: [] }]],
    ['it is back', { status: 'withdrawn' }, { status: 'active' }, [{ change: 'returned', members: [] }]],
    [
      'it began',
      { status: 'scheduled' },
      { status: 'active' },
      [{ change: 'changed', members: [{ pointer: '/status', before: 'scheduled', after: 'active' }] }],
    ],
    [
      'members of members, by their pointers',
      { benefit: { ...benefit, value: 10 } },
      { benefit: { ...benefit, value: 20 }, valid_until: null },
      [
        {
          change: 'changed',
          members: [
            { pointer: '/benefit/value', before: 10, after: 20 },
            { pointer: '/valid_until', before: String, after: null },
          ],
        },
      ],
    ],
    [
      'a member that is an object or null, and a list, as a whole',
      { benefit: { ...benefit, cap: null }, weekdays: null },
      { benefit: { ...benefit, cap: { value: 5, currency: 'CLP' } }, weekdays: ['monday'] },
      [
        {
          change: 'changed',
          members: [
            { pointer: '/benefit/cap', before: null, after: { value: 5, currency: 'CLP' } },
            { pointer: '/weekdays', before: null, after: ['monday'] },
          ],
        },
      ],
    ],
  ]
  for (const [name, before, after, expected] of cases) {
    const whole = (changes: Partial<Offer> | null) =>
      changes ? [offer('off_b', { valid_until: '2026-12-31', ...changes })] : []
    const found = compare(whole(before), whole(after))
    t.match(found, expected, name)
    t.equal(found.length, expected.length, name)
  }
})

t.test('offers are listed in the order of their ids, from both sides', async (t) => {
  const found = compare(
    ['off_b', 'off_c', 'off_e'].map((id) => offer(id)),
    ['off_a', 'off_c', 'off_d', 'off_f'].map((id) => offer(id)),
  )
  t.same(
    found.map(({ id, change, title }) => [id, change, title]),
    [
      ['off_a', 'added', 'Title of off_a'],
      ['off_b', 'forgotten', 'Title of off_b'],
      ['off_d', 'added', 'Title of off_d'],
      ['off_e', 'forgotten', 'Title of off_e'],
      ['off_f', 'added', 'Title of off_f'],
    ],
  )
  t.same(compare([], []), [])
})
