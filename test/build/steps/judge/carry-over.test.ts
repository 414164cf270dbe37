import t from 'tap'
import type { BrokenIssuer } from '../../../../build/day/broken-issuer.ts'
import { type CatalogueOffer, catalogueOffer, parseOfferLine } from '../../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../../build/day/line-store.ts'
import { carryOver } from '../../../../build/steps/judge/carry-over.ts'
import type { Offer } from '../../../../contract/offers/offer.ts'
import { jsonLine } from '../../../../lib/json/json.ts'
import { tinyOffer } from '../../../helpers/tiny-offer.ts'
import { brokenIssuer } from '../../support/broken.ts'
import { byId } from '../../support/offers.ts'

const BEFORE = '2026-03-01T10:00:00.000Z'
const TODAY = '2026-03-10T10:00:00.000Z'
const date = { data_as_of: TODAY, day: '2026-03-10' }

const lines = new LineStore()

function known(number: number, changes: Partial<Offer> = {}, absence: Partial<CatalogueOffer> = {}) {
  const offer = { ...tinyOffer(number, BEFORE), ...changes }
  const line = lines.append(Buffer.from(jsonLine(offer)))
  return catalogueOffer(offer, line, { withdrawnOn: null, keptSince: null, ...absence })
}

interface Day {
  rejected?: boolean
  broken?: Partial<BrokenIssuer>
  keepDays?: number
}

/** The offer after a day on which its source lacked it, or its record was rejected. */
function missed(before: CatalogueOffer, { rejected = false, broken, keepDays = 7 }: Day = {}) {
  const offers = carryOver(new Map(), {
    known: byId([before]),
    rejected: new Set(rejected ? [before.id] : []),
    broken: broken ? [brokenIssuer({ issuer: 'tiny-bank', keep_days: keepDays, ...broken })] : [],
    keepDays,
    date,
    lines,
  })
  const after = offers.get(before.id)
  if (after) {
    const { status, updated_at } = parseOfferLine(lines.at(after.line))
    t.same({ status, updated_at }, { status: after.status, updated_at: after.updated_at }, 'its line agrees')
  }
  return after
}

const withdrawn = { status: 'withdrawn', withdrawnOn: date.day, updated_at: TODAY }

t.test('an offer of the source has the data of the source', async (t) => {
  const before = known(1)
  const now = known(1, { title: 'new' })
  const none = { rejected: new Set<string>(), broken: [], keepDays: 7 }
  const offers = carryOver(byId([now]), { known: byId([before]), ...none, date, lines })
  t.same([...offers.values()], [now])
})

t.test('a missing offer of an issuer that is not broken is withdrawn today', async (t) => {
  t.match(missed(known(1)), { ...withdrawn, keptSince: null })
  t.match(missed(known(1, {}, { keptSince: '2026-03-09' })), { ...withdrawn, keptSince: null })
  t.match(missed(known(1, { status: 'expired', valid_until: '2026-02-01' })), withdrawn)
})

t.test(
  'an offer whose record is rejected is kept as last known, with its line, for as many days',
  async (t) => {
    const before = known(1, { valid_until: date.day })
    t.same(missed(before, { rejected: true }), { ...before, keptSince: date.day })
    const table: [since: string, keepDays: number, stands: boolean][] = [
      ['2026-03-09', 2, true],
      ['2026-03-08', 2, false],
      ['2026-03-04', 7, true],
      ['2026-03-03', 7, false],
    ]
    for (const [keptSince, keepDays, stands] of table) {
      const after = missed(known(1, {}, { keptSince }), { rejected: true, keepDays })
      t.match(after, stands ? { status: 'active', keptSince } : { ...withdrawn, keptSince: null }, keptSince)
    }
    t.match(missed(known(1), { rejected: true, keepDays: 0 }), withdrawn)
  },
)

t.test(
  'missing offers of a broken issuer are kept for the days of the issuer, not for their own',
  async (t) => {
    const long = known(1, {}, { keptSince: '2026-02-01' })
    t.match(missed(long, { broken: { days: 7 } }), { status: 'active', keptSince: '2026-02-01' })
    t.match(missed(known(1), { broken: { days: 7 } }), { status: 'active', keptSince: date.day })
  },
)

t.test(
  'after its days the missing offers of a broken issuer are withdrawn, also rejected ones',
  async (t) => {
    for (const rejected of [false, true]) {
      t.match(missed(known(1), { rejected, broken: { days: 8 } }), { ...withdrawn, keptSince: null })
    }
    const remembered = known(
      1,
      { status: 'withdrawn' },
      { withdrawnOn: '2026-03-09', keptSince: '2026-03-02' },
    )
    t.same(
      missed(remembered, { broken: { days: 9 } }),
      { ...remembered, keptSince: null },
      'as version 0.3 left it',
    )
    const other = known(1, { status: 'withdrawn' }, { withdrawnOn: '2026-02-09' })
    t.same(missed(other, { broken: { days: 9 } }), other)
  },
)

t.test('accept withdraws the missing offers of a broken issuer, also rejected ones', async (t) => {
  for (const rejected of [false, true]) {
    const broken = { days: 1, decision: 'accept' } as const
    t.match(missed(known(1), { rejected, broken }), { ...withdrawn, keptSince: null })
  }
})

t.test(
  'all offers of a distrusted issuer are kept and new ones wait, until its data is accepted',
  async (t) => {
    const reason = { reason: 'lost' as const, member: 'url', of: 10, changed: 10, examples: [] }
    const before = known(1)
    const [now, added] = [known(1, { title: 'new' }), known(2)]
    const after = (changes: Partial<BrokenIssuer>) => {
      const broken = [brokenIssuer({ issuer: 'tiny-bank', reasons: [reason], ...changes })]
      const context = { known: byId([before]), rejected: new Set<string>(), broken, keepDays: 7, date, lines }
      return [...carryOver(byId([now, added]), context).values()]
    }
    t.same(after({ days: 7 }), [{ ...before, keptSince: date.day }])
    t.same(after({ days: 8 }), [now, added])
    t.same(after({ days: 1, decision: 'accept' }), [now, added])
  },
)

t.test('an offer with an id that moves to a distrusted issuer is kept as last known', async (t) => {
  const reason = { reason: 'lost' as const, member: 'url', of: 10, changed: 10, examples: [] }
  const issuer = { ...tinyOffer(1, BEFORE).issuer, slug: 'other-bank', id: 'iss_other-bank' }
  const before = known(1, { issuer })
  const now = known(1)
  const after = (broken: readonly Partial<BrokenIssuer>[]) => {
    const context = { known: byId([before]), rejected: new Set<string>(), keepDays: 7, date, lines }
    const all = broken.map((each) => brokenIssuer({ reasons: [reason], ...each }))
    return [...carryOver(byId([now]), { ...context, broken: all }).values()]
  }
  const stands = { ...before, keptSince: date.day }
  t.same(after([{ issuer: 'tiny-bank', days: 7 }]), [stands])
  t.same(
    after([
      { issuer: 'tiny-bank', days: 1 },
      { issuer: 'other-bank', days: 8 },
    ]),
    [stands],
    'for as long as its issuer is broken',
  )
  t.same(after([{ issuer: 'tiny-bank', days: 8 }]), [now])
  t.same(
    after([{ issuer: 'other-bank', days: 1 }]),
    [now],
    'an offer that moves to a trusted issuer is published there',
  )
})

t.test('a kept offer has the status that its dates give it today', async (t) => {
  const ended = known(1, { valid_until: '2026-03-09' })
  const broken = { days: 1 }
  t.match(missed(ended, { broken }), { status: 'expired', updated_at: TODAY, withdrawnOn: null })
  const begun = known(2, { status: 'scheduled', valid_from: date.day })
  t.match(missed(begun, { broken }), { status: 'active', updated_at: TODAY, withdrawnOn: null })
})

t.test('a withdrawn offer stays unchanged for 90 days, and is then forgotten', async (t) => {
  const last = known(1, { status: 'withdrawn' }, { withdrawnOn: '2025-12-10' })
  t.same(missed(last), last, '90 days')
  t.same(missed(last, { rejected: true }), last, 'a rejected record does not bring it back')
  t.equal(missed(known(1, { status: 'withdrawn' }, { withdrawnOn: '2025-12-09' })), undefined, '91 days')
})
