import t from 'tap'
import { type Comparable, compareNights, type Night } from '../support/nature.ts'

const reasonsOf = (...nights: Night[]) =>
  compareNights(nights).reasonsByIssuer(new Map()).get('banco-norte') ?? []

/** The reasons of the issuer, if it has any. */
const reasonsAfter = (...nights: Night[]) =>
  reasonsOf(...nights).map(({ reason, member, of, changed }) => `${reason} ${member} ${changed}/${of}`)

const ALL: Comparable = {
  ...{ valid_from: '2026-01-01', valid_until: '2026-12-31', url: 'https://a.example/', merchant: 'A' },
  ...{ weekdays: ['monday'], comunas: ['maipu'], value: 20, cap: 5000 },
}

t.test(
  'a member is lost if ten offers had it, and more than half of them no longer have it, or three, and all of them',
  async (t) => {
    const table: [had: number, lost: number, expected: string[]][] = [
      [10, 6, ['lost url 6/10']],
      [10, 5, []],
      [9, 8, []],
      [9, 9, ['lost url 9/9']],
      [3, 3, ['lost url 3/3']],
      [2, 2, []],
      [11, 6, ['lost url 6/11']],
      [115, 115, ['lost url 115/115']],
    ]
    for (const [had, lost, expected] of table) {
      const url = 'https://a.example/'
      const nights = [
        { before: { url }, now: { url: null }, count: lost },
        { before: { url }, now: { url }, count: had - lost },
      ]
      t.same(reasonsAfter(...nights), expected, `${lost} of ${had}`)
      const unknown = { before: {}, now: {}, count: 30 }
      t.same(reasonsAfter(...nights, unknown), expected, 'a member that was unknown yesterday never counts')
    }
  },
)

t.test('each member that may be unknown can be lost', async (t) => {
  t.same(reasonsAfter({ before: ALL, now: {}, count: 10 }), [
    'lost merchant 10/10',
    'lost comunas 10/10',
    'lost weekdays 10/10',
    'lost valid_from 10/10',
    'lost valid_until 10/10',
    'lost url 10/10',
    'lost benefit.value 10/10',
    'lost benefit.cap 10/10',
  ])
  t.same(reasonsAfter({ before: {}, now: ALL, count: 10 }), [], 'and can be found')
})

t.test(
  'days are swapped if ten changed, and more than half of those by swapping, or three, and all of those',
  async (t) => {
    const swapped = { before: { valid_from: '2026-09-01' }, now: { valid_from: '2026-01-09' } }
    const ends = { before: { valid_until: '2026-10-02' }, now: { valid_until: '2026-02-10' } }
    const moved = { before: { valid_until: '2026-09-30' }, now: { valid_until: '2026-10-31' } }
    const same = { before: { valid_from: '2026-12-12' }, now: { valid_from: '2026-12-12' } }
    const key = 'swapped_days valid_from/valid_until'
    t.same(reasonsAfter({ ...swapped, count: 10 }), [`${key} 10/10`])
    t.same(reasonsAfter({ ...swapped, count: 9 }), [`${key} 9/9`])
    t.same(reasonsAfter({ ...swapped, count: 8 }, moved), [])
    t.same(reasonsAfter({ ...swapped, count: 3 }), [`${key} 3/3`])
    t.same(reasonsAfter({ ...swapped, count: 2 }), [])
    t.same(
      reasonsAfter({ ...swapped, count: 5 }, { ...ends, count: 5 }),
      [`${key} 10/10`],
      'of both members together',
    )
    t.same(reasonsAfter({ ...swapped, count: 6 }, { ...moved, count: 5 }), [`${key} 6/11`])
    t.same(reasonsAfter({ ...swapped, count: 5 }, { ...moved, count: 5 }), [], 'half is not more')
    t.same(
      reasonsAfter({ ...swapped, count: 10 }, { ...same, count: 90 }),
      [`${key} 10/10`],
      'of those that changed',
    )
    const elsewhere = { before: same.before, now: { ...same.now, merchant: 'A' }, count: 90 }
    t.same(reasonsAfter({ ...swapped, count: 10 }, elsewhere), [`${key} 10/10`], 'in a day')
  },
)

t.test(
  'numbers are scaled if ten changed, and more than half of those by one power of ten, or three, and all of those',
  async (t) => {
    const by = (factor: number, count: number): Night => ({
      before: { value: 20 },
      now: { value: 20 * factor },
      count,
    })
    const key = 'scaled benefit.value/benefit.cap'
    t.same(reasonsAfter(by(10, 10)), [`${key} 10/10`])
    t.same(reasonsAfter(by(10, 9)), [`${key} 9/9`])
    t.same(reasonsAfter(by(10, 3)), [`${key} 3/3`])
    t.same(reasonsAfter(by(10, 2)), [])
    t.same(reasonsAfter(by(10, 8), by(1.25, 1)), [])
    t.same(reasonsAfter(by(0.01, 6), by(1.25, 5)), [`${key} 6/11`])
    t.same(reasonsAfter(by(10, 5), by(1.25, 5)), [])
    t.same(reasonsAfter(by(10, 5), by(100, 5)), [], 'not by two powers')
    t.same(reasonsAfter(by(10, 5), { before: { cap: 5000 }, now: { cap: 50000 }, count: 5 }), [
      `${key} 10/10`,
    ])
  },
)

t.test('three examples name offers as the source does', async (t) => {
  const [reason] = reasonsOf({ before: { valid_until: '2026-12-31' }, now: {}, count: 12 })
  t.same(
    reason?.examples,
    [0, 1, 2].map((n) => `R-${n}: 2026-12-31 → null`),
  )
  const [lost] = reasonsOf({ before: { comunas: ['arica', 'maipu'] }, now: {}, count: 12 })
  t.equal(lost?.examples[0], 'R-0: [arica, maipu] → []')
})

t.test('three examples are shown for several issuers', async (t) => {
  const lost = { before: { url: 'https://a.example/' }, now: {}, count: 5 }
  const [reason] = compareNights([lost, { ...lost, issuer: 'b' }]).reasonsTogether()
  t.match(reason, { of: 10, changed: 10 })
  t.same(
    reason?.examples.map((example) => example.slice(0, 3)),
    ['R-0', 'R-1', 'R-2'],
  )
})

t.test('an offer that moved to another issuer is not compared', async (t) => {
  const night = { before: { url: 'https://a.example/' }, now: {}, count: 12 }
  t.same(compareNights([{ ...night, issuerBefore: 'b' }]).reasonsTogether(), [])
})

t.test('offers that were not listed are not compared', async (t) => {
  for (const status of ['expired', 'withdrawn'] as const) {
    t.same(reasonsAfter({ status, before: ALL, now: {}, count: 20 }), [], status)
  }
  t.equal(reasonsAfter({ status: 'scheduled', before: ALL, now: {}, count: 20 }).length, 8)
})
