import t from 'tap'
import { PRESENT } from '../../../build/day/catalogue-offer.ts'
import type { KnownOffer } from '../../../build/memory/memory-lines.ts'
import { compareOffers, type OfferDifference } from '../../../build/releases/compare-offers.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const MOMENT = '2026-03-01T10:00:00.000Z'

const offer = (id: string, changes: Partial<Offer> = {}): Offer => ({
  ...tinyOffer(0, MOMENT),
  id,
  title: `Title of ${id}`,
  ...changes,
})

async function* memory(offers: readonly Offer[]): AsyncGenerator<KnownOffer> {
  for (const each of offers) yield { absence: PRESENT, offer: each, line: Buffer.alloc(0) }
}

async function compare(before: readonly Offer[], after: readonly Offer[]): Promise<OfferDifference[]> {
  const found: OfferDifference[] = []
  for await (const each of compareOffers(memory(before), memory(after))) found.push(each)
  return found
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
    const found = await compare(whole(before), whole(after))
    t.match(found, expected, name)
    t.equal(found.length, expected.length, name)
  }
})

t.test('offers are listed in the order of their ids, from both sides', async (t) => {
  const found = await compare(
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
  t.same(await compare([], []), [])
})

t.test('no more than one offer of each side is read ahead', async (t) => {
  let read = 0
  async function* counted(): AsyncGenerator<KnownOffer> {
    for (let n = 0; n < 100; n++) {
      read += 1
      yield { absence: PRESENT, offer: offer(`off_${String(n).padStart(3, '0')}`), line: Buffer.alloc(0) }
    }
  }
  let found = 0
  for await (const _ of compareOffers(memory([]), counted())) {
    found += 1
    t.ok(read - found <= 1, `${found} found, ${read} read`)
  }
  t.equal(found, 100)
})
