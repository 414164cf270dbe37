import t from 'tap'
import { keepHistory } from '../../../../build/steps/plan/keep-history.ts'
import { byId, offer } from '../../support/offers.ts'

const at = (day: string) => `${day}T10:00:00.000Z`
const TODAY = '2026-06-01'

/** Days on which offers changed, by their ids. */
type Changes = Record<string, string>

interface Given {
  /** The moments of the release before. */
  moments?: string[]
  changes?: Changes
  /** Of the offers that the release before knew; the default is `changes`. */
  before?: Changes
}

const offersOf = (changes: Changes) =>
  Object.entries(changes).map(([id, day]) => offer({ id, updated_at: at(day) }))

/** The moments in the history of today, each with the number of offers that changed later. */
function historyOf({
  moments = [],
  changes = {},
  before = changes,
}: Given): [moment: string, changed: number][] {
  const readable = offersOf(changes).sort((a, b) => (a.updated_at > b.updated_at ? -1 : 1))
  const known = offersOf(before)
  const header = {
    ...{ format: 1 as const, release: 'r', previous: null, data_as_of: at('2026-05-31'), fingerprint: 'f' },
    ...{ offers: known.length, broken: [], history: moments },
  }
  const history = keepHistory(readable, {
    previous: {
      current: null,
      memory: { header: moments.length > 0 ? header : null, offers: byId(known) },
    },
    date: { data_as_of: at(TODAY), day: TODAY },
    reference: { catalogue: { time_zone: 'America/Santiago' } },
    offers: byId(readable),
  })
  return Object.entries(history)
}

const momentsOf = (given: Given) => historyOf(given).map(([moment]) => moment)

t.test('the first release knows only changes since itself', async (t) => {
  t.same(historyOf({ changes: { off_a: TODAY } }), [[at(TODAY), 0]])
})

t.test('each moment has the number of offers that changed after it, newest first', async (t) => {
  const moments = [at('2026-05-31'), at('2026-05-30'), at('2026-05-19')]
  const changes = { off_a: TODAY, off_b: TODAY, off_c: '2026-05-31', off_d: '2026-05-20' }
  const [today, ...earlier] = historyOf({ moments, changes })
  t.same(today, [at(TODAY), 0])
  t.same(earlier, [
    [at('2026-05-31'), 2],
    [at('2026-05-30'), 3],
    [at('2026-05-19'), 4],
  ])
})

t.test('a moment is removed 90 days after its own day', async (t) => {
  const [last, over] = [at('2026-03-03'), at('2026-03-02')]
  t.same(momentsOf({ moments: [last, over] }), [at(TODAY), last])
})

t.test('a moment is removed if an offer that changed after it is forgotten', async (t) => {
  const moments = [at('2026-05-31'), at('2026-05-20'), at('2026-05-10')]
  const changes = { off_kept: '2026-05-25' }
  const forgetting = (day: string) => momentsOf({ moments, changes, before: { ...changes, off_gone: day } })
  t.same(forgetting('2026-05-15'), [at(TODAY), at('2026-05-31'), at('2026-05-20')])
  t.equal(forgetting('2026-05-20').length, 3, 'a change at the moment is not after it')
})

t.test('a release that is built again keeps its own moment once', async (t) => {
  const moments = [at(TODAY), at('2026-05-31')]
  t.same(momentsOf({ moments }), moments)
})
