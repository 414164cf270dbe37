import t from 'tap'
import { guardShrink, type ShrinkPolicy } from '../../../build/steps/guard-shrink.ts'
import { byId, type OfferChoices, offer } from '../support/offers.ts'

const DAY = '2026-03-02'
const REFUSE: ShrinkPolicy = { otherwise: 'refuse', byIssuer: new Map() }

const some = (count: number, changes: OfferChoices = {}) =>
  Array.from({ length: count }, (_, n) => offer({ id: `off_${n}`, ...changes }))

t.test('it trips for an issuer with 10 offers or more that loses more than half of them', async (t) => {
  const table: [before: number, after: number, trips: boolean][] = [
    [10, 4, true],
    [10, 5, false],
    [10, 0, true],
    [9, 0, false],
    [11, 5, true],
    [12, 6, false],
  ]
  for (const [before, after, trips] of table) {
    const guards = guardShrink(byId(some(before)), byId(some(after)), DAY, REFUSE)
    t.equal(guards.length, trips ? 1 : 0, `${before} -> ${after}`)
  }
})

t.test('an offer that ended before today is no loss; one that ends today and is gone is one', async (t) => {
  const guard = (valid_until: string) => guardShrink(byId(some(10, { valid_until })), byId([]), DAY, REFUSE)
  t.match(guard('2026-03-01'), [])
  t.match(guard('2026-03-02'), [{ before: 10, lost: 10, ended: 0 }])
})

t.test('it says what was lost, what ended, and what is missing', async (t) => {
  const known = [
    ...some(20),
    offer({ id: 'off_ended', valid_until: '2026-03-01' }),
    offer({ id: 'off_expired', status: 'expired' }),
    offer({ id: 'off_withdrawn', status: 'withdrawn' }),
  ]
  const [guard] = guardShrink(byId(known), byId(some(3)), DAY, REFUSE)
  t.match(guard, { issuer: 'banco-norte', before: 21, lost: 17, ended: 1, decision: 'refuse' })
  const missing = guard?.missing.map(({ id }) => id) ?? []
  t.equal(missing.length, 19)
  t.ok(missing.includes('off_ended') && missing.includes('off_expired'))
  t.notOk(missing.includes('off_withdrawn'))
})

t.test('an offer that is still in the source, but no longer listed, is lost', async (t) => {
  const current = some(12, { status: 'expired' })
  t.match(guardShrink(byId(some(12)), byId(current), DAY, REFUSE), [{ lost: 12 }])
})

t.test(
  'each issuer is judged alone, by its own decision or that for all, in the order of slugs',
  async (t) => {
    const known = ['c', 'a', 'b'].flatMap((issuer) =>
      Array.from({ length: 10 }, (_, n) => offer({ id: `off_${issuer}${n}`, issuer })),
    )
    const policy: ShrinkPolicy = { otherwise: 'keep', byIssuer: new Map([['b', 'accept']]) }
    t.match(guardShrink(byId(known), byId([]), DAY, policy), [
      { issuer: 'a', decision: 'keep' },
      { issuer: 'b', decision: 'accept' },
      { issuer: 'c', decision: 'keep' },
    ])
  },
)
