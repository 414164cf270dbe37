import t from 'tap'
import { keepHistory } from '../../../../build/steps/plan/keep-history.ts'
import { byId, offer } from '../../support/offers.ts'

const at = (day: string) => `${day}T10:00:00.000Z`
const TODAY = '2026-06-01'

/** The history of today. @param known the moments of the release before, and the offers that it knew */
function history(known: string[], changes: [id: string, day: string][], knownOffers = changes) {
  const readable = changes
    .map(([id, day]) => offer({ id, updated_at: at(day) }))
    .sort((a, b) => (a.updated_at > b.updated_at ? -1 : 1))
  const before = knownOffers.map(([id, day]) => offer({ id, updated_at: at(day) }))
  const header = {
    ...{ format: 1 as const, release: 'r', previous: null, data_as_of: at('2026-05-31'), fingerprint: 'f' },
    ...{
      offers: before.length,
      broken: [],
      history: known,
    },
  }
  return keepHistory(readable, {
    previous: {
      current: null,
      memory: { header: known.length > 0 ? header : null, offers: byId(before) },
    },
    date: { data_as_of: at(TODAY), day: TODAY },
    reference: { catalogue: { time_zone: 'America/Santiago' } },
    offers: byId(readable),
  })
}

t.test('the first release knows only changes since itself', async (t) => {
  t.same(Object.entries(history([], [['off_a', TODAY]])), [[at(TODAY), 0]])
})

t.test('each moment has the number of offers that changed after it, newest first', async (t) => {
  const changes: [string, string][] = [
    ['off_a', TODAY],
    ['off_b', TODAY],
    ['off_c', '2026-05-31'],
    ['off_d', '2026-05-20'],
  ]
  t.same(Object.entries(history([at('2026-05-31'), at('2026-05-30'), at('2026-05-19')], changes)), [
    [at(TODAY), 0],
    [at('2026-05-31'), 2],
    [at('2026-05-30'), 3],
    [at('2026-05-19'), 4],
  ])
})

t.test('a moment is removed 90 days after its own day', async (t) => {
  const [last, over] = [at('2026-03-03'), at('2026-03-02')]
  t.same(Object.keys(history([last, over], [])), [at(TODAY), last])
})

t.test('a moment is removed if an offer that changed after it is forgotten', async (t) => {
  const moments = [at('2026-05-31'), at('2026-05-20'), at('2026-05-10')]
  const forgotten: [string, string][] = [
    ['off_gone', '2026-05-15'],
    ['off_kept', '2026-05-25'],
  ]
  const kept = forgotten.slice(1)
  t.same(Object.keys(history(moments, kept, forgotten)), [at(TODAY), ...moments.slice(0, 2)])
  t.same(
    Object.keys(history(moments, kept, [...kept, ['off_gone', '2026-05-20']])).length,
    3,
    'a change at the moment is not after it',
  )
})

t.test('a release that is built again keeps its own moment once', async (t) => {
  t.same(Object.keys(history([at(TODAY), at('2026-05-31')], [])), [at(TODAY), at('2026-05-31')])
})
