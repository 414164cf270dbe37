import t from 'tap'
import type { BrokenBefore, BrokenDecision, BrokenPolicy } from '../../../../build/day/broken-issuer.ts'
import type { CatalogueOffer } from '../../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../../build/day/line-store.ts'
import { RefBook } from '../../../../build/day/ref-book.ts'
import { IdAssignment } from '../../../../build/source/assign-ids.ts'
import { RejectLog } from '../../../../build/source/reject.ts'
import { judgeSource } from '../../../../build/steps/judge/judge-source.ts'
import { compareNights, type Night } from '../../support/nature.ts'
import { byId, type OfferChoices, offer } from '../../support/offers.ts'

const DAY = '2026-03-05'
const issuers = new Map(['a', 'b', 'c', 'banco-norte'].map((slug) => [slug, {}]))

const some = (count: number, changes: OfferChoices = {}) =>
  Array.from({ length: count }, (_, n) => offer({ id: `off_${changes.issuer ?? ''}${n}`, ...changes }))

interface Morning {
  known: readonly CatalogueOffer[]
  good: readonly CatalogueOffer[]
  /** The issuers of rejected records. */
  rejected?: readonly string[]
  before?: readonly BrokenBefore[]
  /** The day of the previous release. */
  dayBefore?: string
  policy?: Partial<BrokenPolicy>
  /** The changes of offers. */
  nights?: readonly Night[]
}

function judge({ known, good, rejected = [], before = [], dayBefore, policy = {}, nights = [] }: Morning) {
  const log = new RejectLog(issuers, new Map(), new RefBook([]))
  for (const issuer of rejected) log.add({ line: 1, violations: [], value: { issuer } })
  const intake = {
    records: good.length + rejected.length,
    offers: byId(good),
    rejected: log,
    nature: compareNights(nights),
    ids: new IdAssignment(new Map(), new RefBook([]), new LineStore()),
  }
  const onBroken = { otherwise: 'keep' as const, byIssuer: new Map<string, BrokenDecision>() }
  return judgeSource(intake, {
    known: byId(known),
    brokenBefore: before,
    dayBefore: dayBefore ?? '2026-03-04',
    issuers,
    day: DAY,
    policy: { maxRejected: { percent: 5 }, onBroken, keepDays: 7, ...policy },
  })
}

const reasonsTogether = (morning: Morning) => judge(morning).broken_source?.reasons ?? []
const names = (morning: Morning) => judge(morning).broken_issuers.map(({ issuer }) => issuer)

t.test('an issuer with 10 listed offers or more that loses more than half of them is broken', async (t) => {
  const table: [before: number, after: number, isBroken: boolean][] = [
    [10, 4, true],
    [10, 5, false],
    [10, 0, true],
    [9, 0, false],
    [11, 5, true],
    [12, 6, false],
  ]
  for (const [before, after, isBroken] of table) {
    t.equal(
      names({ known: some(before), good: some(after) }).length,
      isBroken ? 1 : 0,
      `${before} -> ${after}`,
    )
  }
})

t.test('a missing offer that ended before today is no loss; one that ends today is a loss', async (t) => {
  const on = (valid_until: string) => judge({ known: some(10, { valid_until }), good: [] })
  t.equal(on('2026-03-04').broken_source, undefined)
  t.same(on('2026-03-04').broken_issuers, [])
  t.match(on(DAY), {
    broken_source: { listed: 10, gone: 10 },
    broken_issuers: [{ listed: 10, gone: 10, kept: 10 }],
  })
})

t.test('an offer that the source ends is not lost', async (t) => {
  const verdict = judge({ known: some(12), good: some(12, { status: 'expired' }) })
  t.equal(verdict.broken_source, undefined)
  t.same(verdict.broken_issuers, [])
})

t.test('an issuer with too many rejected records is broken, also a new one', async (t) => {
  const rejected = ['a', 'a', 'b']
  t.match(judge({ known: [], good: some(40, { issuer: 'b' }), rejected }), {
    records: 43,
    rejected: 3,
    broken_issuers: [{ issuer: 'a', records: 2, rejected: 2, listed: 0, since: DAY, days: 1 }],
  })
  t.same(names({ known: [], good: [], rejected, policy: { maxRejected: { records: 0 } } }), ['a', 'b'])
  t.same(names({ known: [], good: [], rejected, policy: { maxRejected: { records: 2 } } }), [])
})

t.test('all of its missing offers are counted, including ended ones', async (t) => {
  const known = [
    ...some(20),
    offer({ id: 'off_expired', status: 'expired' }),
    offer({ id: 'off_withdrawn', status: 'withdrawn' }),
  ]
  const [kept] = judge({ known, good: some(3) }).broken_issuers
  t.match(kept, { listed: 20, gone: 17, kept: 18, withdrawn: 0 })
  const accept = { otherwise: 'accept' as const, byIssuer: new Map() }
  const [accepted] = judge({ known, good: some(3), policy: { onBroken: accept } }).broken_issuers
  t.match(accepted, { decision: 'accept', kept: 0, withdrawn: 18 })
})

t.test(
  'each issuer is judged alone, by its own decision or that for all, in the order of slugs',
  async (t) => {
    const known = ['c', 'a', 'b'].flatMap((issuer) => some(10, { issuer }))
    const onBroken = { otherwise: 'keep' as const, byIssuer: new Map([['b', 'accept' as const]]) }
    t.match(judge({ known, good: [], policy: { onBroken } }).broken_issuers, [
      { issuer: 'a', decision: 'keep' },
      { issuer: 'b', decision: 'accept' },
      { issuer: 'c', decision: 'keep' },
    ])
  },
)

t.test('days are counted by the calendar, from the first in a row', async (t) => {
  const since = (day: string): BrokenBefore[] => [{ issuer: 'banco-norte', since: day, decision: 'keep' }]
  const on = (before: BrokenBefore[]) => judge({ known: some(10), good: [], before }).broken_issuers[0]
  t.match(on([]), { since: DAY, days: 1, kept: 10 })
  t.match(on(since(DAY)), { since: DAY, days: 1 }, 'a second build of a day')
  t.match(on(since('2026-02-27')), { days: 7, kept: 10, withdrawn: 0 })
  t.match(on(since('2026-02-26')), { days: 8, kept: 0, withdrawn: 10 })
})

const BEFORE: BrokenBefore[] = [{ issuer: 'banco-norte', since: '2026-03-01', decision: 'keep' }]

t.test('a broken issuer stays so until it has more than half again, even of fewer than ten', async (t) => {
  const known = some(6, { keptSince: '2026-03-01' })
  t.same(names({ known, good: some(2), before: BEFORE }), ['banco-norte'])
  t.same(names({ known, good: some(3), before: BEFORE }), ['banco-norte'])
  t.same(names({ known, good: some(4), before: BEFORE }), [])
  t.same(names({ known, good: some(2) }), [], 'it would not have become broken')
})

t.test('a broken issuer without records is whole again when its missing offers have ended', async (t) => {
  const before = [{ issuer: 'banco-norte', since: '2026-03-02', decision: 'keep' as const }]
  const brokenWith = (valid_until: string) => judge({ known: some(12, { valid_until }), good: [], before })
  t.match(brokenWith(DAY).broken_issuers, [{ records: 0, rejected: 0, gone: 12, days: 4 }])
  t.same(brokenWith('2026-03-04').broken_issuers, [])
})

t.test('what came since it broke hides no loss', async (t) => {
  const left = some(20, { issuer: 'a', keptSince: '2026-03-02' })
  const came = Array.from({ length: 30 }, (_, n) => offer({ id: `off_new${n}`, issuer: 'a' }))
  const before = [
    { issuer: 'a', since: '2026-03-02', decision: 'keep' as const, came: came.map(({ id }) => id) },
  ]
  const morning = { known: [...left, ...came, ...some(60)], before }
  const on = (back: number) => judge({ ...morning, good: [...left.slice(0, back), ...came, ...some(60)] })
  t.match(on(0).broken_issuers, [{ issuer: 'a', days: 4, listed: 20, gone: 20, kept: 20 }])
  t.match(on(10).broken_issuers, [{ listed: 20, gone: 10 }], 'half is not more than half')
  t.same(on(11).broken_issuers, [])
  t.same(on(0).came.get('a')?.length, 30)
  const more = offer({ id: 'off_more', issuer: 'a' })
  t.same(judge({ ...morning, good: [...came, more, ...some(60)] }).came.get('a')?.length, 31)
  const ended = left.map((each) => ({ ...each, valid_until: '2026-03-04' }))
  const over = judge({ ...morning, known: [...ended, ...came], good: came })
  t.same(over.broken_issuers, [], 'none of them is left to miss')
})

t.test('on the first day, what comes and what leaves do not mix either', async (t) => {
  const left = some(12, { issuer: 'a' })
  const came = Array.from({ length: 20 }, (_, n) => offer({ id: `off_new${n}`, issuer: 'a' }))
  const verdict = judge({ known: [...left, ...some(40)], good: [...came, ...some(40)] })
  t.match(verdict.broken_issuers, [{ issuer: 'a', listed: 12, gone: 12 }])
  t.same(verdict.came.get('a')?.length, 20)
})

t.test('after its days it is an issuer like any other, and named no more', async (t) => {
  const since = (day: string): BrokenBefore[] => [{ issuer: 'banco-norte', since: day, decision: 'keep' }]
  const morning = { known: some(3), good: [] }
  t.match(judge({ ...morning, before: since('2026-02-26') }).broken_issuers, [{ days: 8, kept: 0 }])
  t.same(judge({ ...morning, before: since('2026-02-25') }).broken_issuers, [], 'the day after')
  t.match(
    judge({ known: some(10), good: [], before: since('2026-02-01') }).broken_issuers,
    [{ days: 1 }],
    'it may break again',
  )
  const skipped = { ...morning, before: since('2026-02-01'), dayBefore: '2026-02-03' }
  t.match(
    judge(skipped).broken_issuers,
    [{ days: 33, withdrawn: 3 }],
    'no build ran since: today is the last day',
  )
  const withdrawn = some(3, { status: 'withdrawn', withdrawnOn: DAY })
  const again = { known: withdrawn, good: [], before: since('2026-02-26'), dayBefore: DAY }
  t.match(judge(again).broken_issuers, [{ days: 8, gone: 3 }], 'a second build of the last day')
  t.same(judge({ known: [], good: [], before: since('2026-03-04') }).broken_issuers, [], 'nothing is missing')
})

t.test('an issuer about which the operator decided by name does not count in the source', async (t) => {
  const known = [...some(40), ...some(30, { issuer: 'a' })]
  const good = some(30, { issuer: 'a' })
  const decided = (word: BrokenDecision) => ({
    onBroken: { otherwise: 'keep' as const, byIssuer: new Map([['banco-norte', word]]) },
  })
  t.match(judge({ known, good }).broken_source, { listed: 70, gone: 40, issuers: ['banco-norte'] })
  for (const word of ['keep', 'accept'] as const) {
    const verdict = judge({ known, good, policy: decided(word) })
    t.match(verdict, {
      broken_issuers: [{ issuer: 'banco-norte', decision: word }],
      broken_source: undefined,
    })
  }
  const small = { known: some(4), good: some(1) }
  t.match(judge(small).broken_source, { issuers: ['banco-norte'] })
  t.match(judge({ ...small, policy: decided('keep') }).broken_issuers, [{ gone: 3, kept: 3 }], 'of any size')
  const everywhere = { known: ['a', 'b', 'c'].flatMap((issuer) => some(9, { issuer })), good: [] }
  t.match(judge(everywhere).broken_source, { issuers: ['a', 'b', 'c'] })
})

const LOST_URLS = { before: { url: 'https://a.example/' }, now: { url: null } }
const SAME_URLS = { before: LOST_URLS.before, now: LOST_URLS.before }
const URL_LOST = { reason: 'lost', member: 'url' }

t.test('an issuer whose data changed as a whole is broken, and all its offers are kept', async (t) => {
  const known = [...some(12), ...some(30, { issuer: 'b' }), offer({ id: 'off_left', status: 'withdrawn' })]
  const morning = { known, good: known.slice(0, -1), nights: [{ ...LOST_URLS, count: 12 }] }
  const verdict = judge(morning)
  t.match(verdict.broken_issuers, [
    { issuer: 'banco-norte', days: 1, gone: 0, kept: 12, withdrawn: 0, reasons: [{ ...URL_LOST, of: 12 }] },
  ])
  t.equal(verdict.broken_source, undefined, 'one issuer does not stop the others')
  const accept = { otherwise: 'keep' as const, byIssuer: new Map([['banco-norte', 'accept' as const]]) }
  t.match(judge({ ...morning, policy: { onBroken: accept } }).broken_issuers, [
    { decision: 'accept', kept: 0, withdrawn: 0, reasons: [URL_LOST] },
  ])
  t.notOk('reasons' in (judge({ known: some(10), good: [] }).broken_issuers[0] ?? {}))
})

t.test('it stays broken while fewer than ten offers show it, and is accepted after its days', async (t) => {
  const before = (since: string) => [
    { issuer: 'banco-norte', since, decision: 'keep' as const, reasons: [URL_LOST] },
  ]
  const known = [...some(3), ...some(30, { issuer: 'b' })]
  const morning = { known, good: known, nights: [{ ...LOST_URLS, count: 2 }] }
  t.same(names(morning), [])
  t.match(judge({ ...morning, before: before('2026-02-27') }).broken_issuers, [{ days: 7, kept: 3 }])
  t.match(judge({ ...morning, before: before('2026-02-26') }).broken_issuers, [{ days: 8, kept: 0 }])
  const accepted = before('2026-03-04').map((each) => ({ ...each, decision: 'accept' as const }))
  t.same(names({ ...morning, before: accepted }), [], 'accepted changes no longer count')
  const mended = { ...morning, nights: [{ ...SAME_URLS, count: 2 }] }
  t.same(names({ ...mended, before: before('2026-03-04') }), [])
})

t.test('issuers with few offers are judged together, and break the source', async (t) => {
  const nights = (slugs: string[]) =>
    slugs.flatMap((issuer) => [
      { ...LOST_URLS, issuer, count: 3 },
      { ...SAME_URLS, issuer, count: 1 },
    ])
  const known = ['a', 'b', 'c'].flatMap((issuer) => some(9, { issuer }))
  const [few, enough] = [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ].map((slugs) => judge({ known, good: known, nights: nights(slugs) }))
  t.same([few?.broken_issuers, few?.broken_source], [[], undefined])
  t.same(enough?.broken_issuers, [])
  t.match(enough?.broken_source?.reasons, [{ ...URL_LOST, of: 12, changed: 9 }])
  const others = { ...SAME_URLS, issuer: 'banco-norte', count: 12 }
  t.same(reasonsTogether({ known, good: known, nights: [...nights(['a', 'b', 'c']), others] }), [])
})

t.test('an issuer all of whose offers changed, and at least three, is broken alone', async (t) => {
  const known = [...some(30, { issuer: 'a' }), ...some(3)]
  t.match(judge({ known, good: known, nights: [{ ...LOST_URLS, count: 3 }] }).broken_issuers, [{ kept: 3 }])
  t.same(names({ known, good: known, nights: [{ ...LOST_URLS, count: 2 }] }), [])
})

t.test('an issuer with few offers is kept when a large one suffers the same', async (t) => {
  const known = [...some(12), ...some(2, { issuer: 'a' }), ...some(30, { issuer: 'b' })]
  const nights = [
    { ...LOST_URLS, count: 12 },
    { ...LOST_URLS, issuer: 'a', count: 2 },
  ]
  const { broken_issuers, broken_source } = judge({ known, good: known, nights })
  t.match(broken_issuers, [
    { issuer: 'a', kept: 2 },
    { issuer: 'banco-norte', kept: 12 },
  ])
  t.equal(broken_source, undefined)
})

t.test('a source with more than half of its offers distrusted is broken as a whole', async (t) => {
  const known = [...some(12), ...some(12, { issuer: 'a' })]
  const nights = [
    { ...LOST_URLS, count: 12 },
    { ...SAME_URLS, issuer: 'a', count: 11 },
  ]
  t.same(reasonsTogether({ known, good: known, nights }), [], 'half is not more')
  const most = [...some(13), ...some(12, { issuer: 'a' })]
  t.match(reasonsTogether({ known: most, good: most, nights }), [{ ...URL_LOST, of: 23, changed: 12 }])
})

t.test('an issuer that only lost its offers is not distrusted, however many it had', async (t) => {
  const [changed, lost] = [some(12), some(30, { issuer: 'a' })]
  const morning = { known: [...changed, ...lost], good: changed, nights: [{ ...LOST_URLS, count: 12 }] }
  t.match(judge(morning).broken_issuers, [
    { issuer: 'a', reasons: undefined },
    { issuer: 'banco-norte', reasons: [URL_LOST] },
  ])
  t.same(reasonsTogether(morning), [])
})

t.test('an issuer whose data is accepted does not break the source', async (t) => {
  const known = [...some(12), ...some(30, { issuer: 'a' })]
  const nights = [
    { ...LOST_URLS, count: 12 },
    { ...SAME_URLS, issuer: 'a', count: 5 },
  ]
  const onBroken = { otherwise: 'keep' as const, byIssuer: new Map([['banco-norte', 'accept' as const]]) }
  const { broken_issuers, broken_source } = judge({ known, good: known, nights, policy: { onBroken } })
  t.match(broken_issuers, [{ issuer: 'banco-norte', decision: 'accept' }])
  t.equal(broken_source, undefined)
})

t.test('an issuer that left the reference files stays broken while its offers are missed', async (t) => {
  const before = (issuer: string) => [{ issuer, since: '2026-03-04', decision: 'keep' as const }]
  const known = some(30, { issuer: 'a' })
  t.same(names({ known, good: known, before: before('left') }), [], 'none are')
  const left = [...some(3, { issuer: 'left', valid_until: '2026-03-04' })]
  left.push(offer({ id: 'off_last', issuer: 'left' }))
  t.same(names({ known: [...known, ...left], good: known, before: before('left') }), ['left'])
})

t.test('a decision for an unknown issuer is wrong usage', async (t) => {
  const policy = (issuer: string) => ({
    onBroken: { otherwise: 'keep' as const, byIssuer: new Map([[issuer, 'accept' as const]]) },
  })
  t.throws(() => judge({ known: [], good: [], policy: policy('banco-nort') }), {
    code: 'usage',
    message: '--on-broken: there is no issuer banco-nort (did you mean banco-norte?)',
  })
  const known = some(1, { issuer: 'left' })
  t.doesNotThrow(() => judge({ known, good: [], policy: policy('left') }), 'an issuer that still has offers')
})

t.test('the records of an issuer none of whose offers stands are not held back', async (t) => {
  const known = [
    ...some(12, { status: 'withdrawn', withdrawnOn: '2026-03-01' }),
    ...some(30, { issuer: 'a' }),
  ]
  const reasons = { reasons: [{ reason: 'moved_refs', member: 'ref' }] }
  const before = [{ issuer: 'banco-norte', since: '2026-03-01', decision: 'keep' as const, ...reasons }]
  const night = {
    known,
    good: [...some(12), ...some(30, { issuer: 'a' })],
    nights: [{ ...LOST_URLS, count: 12 }],
  }
  t.same(names({ ...night, before }), [])
})
