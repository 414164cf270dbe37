import t from 'tap'
import type { Day } from '../../../build/day/day.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { redate } from '../../../build/steps/plan/claim-moment.ts'
import { offer } from '../support/offers.ts'

const OLD = '2026-02-28T10:00:00.000Z'
const MOMENT = '2026-03-01T10:00:00.000Z'

/** A day of these offers, of which only the first was known before. */
function dayAt(data_as_of: string) {
  const lines = new LineStore()
  const of = (id: string, updated_at: string) =>
    offer({
      id,
      updated_at,
      line: lines.append(Buffer.from(`{"id":"${id}","updated_at":"${updated_at}","terms":null}`)),
    })
  const known = of('off_a', OLD)
  const offers = new Map([known, of('off_b', data_as_of)].map((each) => [each.id, each]))
  const date = { data_as_of, attribution: 'a', day: '2026-03-01' }
  const previous = { current: null, memory: { header: null, offers: new Map([['off_a', known]]) } }
  const reference = { catalogue: { time_zone: 'UTC' } }
  return { date, asked: date, lines, offers, previous, reference } as unknown as Day
}

t.test('the offers that changed on the day get the other moment, and nothing else changes', async (t) => {
  const day = dayAt(MOMENT)
  const later = '2026-03-01T10:00:00.001Z'
  const { date, offers, lines } = redate(day, later)
  t.same(date, { ...day.date, data_as_of: later })
  t.equal(offers.get('off_a'), day.offers.get('off_a'))
  const moved = offers.get('off_b')
  t.equal(moved?.updated_at, later)
  t.equal(lines.at(moved?.line ?? -1).toString(), `{"id":"off_b","updated_at":"${later}","terms":null}`)
})

t.test(
  'a moment of another calendar day is refused, since it could change what the offers are',
  async (t) => {
    t.throws(() => redate(dayAt('2026-03-01T23:59:59.999Z'), '2026-03-02T00:00:00.000Z'), {
      code: 'not-newer',
      message: /^2026-03-01T23:59:59\.999Z is the moment of another release/,
    })
  },
)
