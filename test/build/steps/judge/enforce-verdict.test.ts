import t from 'tap'
import type {
  BrokenDecision,
  BrokenDecisions,
  BrokenSource,
  Verdict,
} from '../../../../build/day/broken-issuer.ts'
import type { Offers } from '../../../../build/day/catalogue-offer.ts'
import { enforceVerdict as enforce } from '../../../../build/steps/judge/enforce-verdict.ts'
import type { OfferStatus } from '../../../../contract/offers/offer.ts'
import { brokenIssuer } from '../../support/broken.ts'
import { byId, offer } from '../../support/offers.ts'

const enforceVerdict = (verdict: Verdict, offers: Offers, onBroken: BrokenDecisions) =>
  enforce(verdict, { offers, day: '2026-03-01', onBroken })
const fine: Verdict = {
  records: 10,
  rejected: 0,
  broken_issuers: [],
  cut_at: undefined,
  broken_source: undefined,
  came: new Map(),
}
const brokenSource = (changes: Partial<BrokenSource>): Verdict => {
  const counts = { records: 10, rejected: 0, listed: 10, gone: 0, reasons: [], issuers: [] }
  return { ...fine, broken_source: { ...counts, ...changes } }
}
const decisions = (otherwise: BrokenDecision) => ({ otherwise, byIssuer: new Map() })
const offers = (...statuses: OfferStatus[]) =>
  byId(statuses.map((status, n) => offer({ id: `off_${n}`, status })))
const broken = (issuer: string, decision: BrokenDecision) => brokenIssuer({ issuer, decision, rejected: 0 })

t.test('broken issuers that are kept or accepted do not stop a build', async (t) => {
  t.doesNotThrow(() => enforceVerdict(fine, offers('active'), decisions('keep')))
  const verdict = { ...fine, broken_issuers: [broken('a', 'keep'), broken('b', 'accept')] }
  t.doesNotThrow(() => enforceVerdict(verdict, offers('scheduled'), decisions('refuse')))
})

t.test('every issuer that stops the build is named, with the remedy', async (t) => {
  const broken_issuers = [broken('a', 'refuse'), broken('b', 'keep'), broken('c', 'refuse')]
  t.throws(() => enforceVerdict({ ...fine, broken_issuers }, offers('active'), decisions('keep')), {
    code: 'broken-issuer',
    message: [
      'a is broken (day 3): 19 of its 20 listed offers are gone; refused by --on-broken',
      'c is broken (day 3): 19 of its 20 listed offers are gone; refused by --on-broken',
      'publish with --on-broken keep:ISSUER (as last known) or accept:ISSUER (missing offers are withdrawn)',
    ].join('\n'),
  })
})

t.test('all reasons against a day are reported at once', async (t) => {
  const verdict = { ...brokenSource({ rejected: 6, gone: 7 }), broken_issuers: [broken('a', 'refuse')] }
  t.throws(() => enforceVerdict(verdict, offers(), decisions('keep')), {
    code: 'broken-source',
    message: [
      'the source is broken: 6 of 10 records are rejected',
      'the source is broken: 7 of 10 listed offers are gone',
      'the source has no offer to list',
      'a is broken (day 3): 19 of its 20 listed offers are gone; refused by --on-broken',
      'correct the source, or publish it as it is with --on-broken accept',
      'publish with --on-broken keep:ISSUER (as last known) or accept:ISSUER (missing offers are withdrawn)',
    ].join('\n'),
  })
})

t.test('a source that is distrusted as a whole is reported with members and counts', async (t) => {
  const examples = ['R-1: 2026-12-31 → null']
  const reasons = [{ reason: 'lost' as const, member: 'valid_until', of: 12, changed: 11, examples }]
  t.throws(() => enforceVerdict(brokenSource({ gone: 0, reasons }), offers('active'), decisions('keep')), {
    code: 'broken-source',
    message: /^the source is broken: valid_until: 11 of 12 lost, e\.g\. R-1: 2026-12-31 → null\n/,
  })
  t.doesNotThrow(() =>
    enforceVerdict(brokenSource({ gone: 0, reasons }), offers('active'), decisions('accept')),
  )
})

t.test('a source whose offers have all ended is refused with their last day', async (t) => {
  const ended = ['2026-01-31', '2026-02-28', '2026-02-01'].map((valid_until, n) =>
    offer({ id: `off_${n}`, status: 'expired', valid_until }),
  )
  t.throws(() => enforceVerdict(fine, byId(ended), decisions('keep')), {
    code: 'broken-source',
    message: [
      'the source has no offer to list on 2026-03-01: all 3 have ended, the last on 2026-02-28',
      'use newer data, or publish this data as of an earlier day with --as-of',
    ].join('\n'),
  })
})

t.test('only accept for all publishes a broken source, or an empty catalogue', async (t) => {
  const verdict = brokenSource({ rejected: 6, gone: 7 })
  for (const none of [offers(), offers('withdrawn')]) {
    t.doesNotThrow(() => enforceVerdict(verdict, none, decisions('accept')))
    const single = { otherwise: 'keep' as const, byIssuer: new Map([['a', 'accept' as const]]) }
    t.throws(() => enforceVerdict(fine, none, single), { code: 'broken-source', message: /no offer to list/ })
  }
})

t.test('a source that is broken by some issuers is refused with the decisions about these', async (t) => {
  const verdict = brokenSource({ gone: 7, issuers: ['big', 'small'] })
  t.throws(() => enforceVerdict(verdict, offers('active'), decisions('keep')), {
    code: 'broken-source',
    message: [
      'the source is broken: 7 of 10 listed offers are gone',
      'correct the source, or decide what of big, small is published:',
      '  as last known, for --keep-days: --on-broken keep:big --on-broken keep:small',
      '  as it came, missing offers withdrawn: --on-broken accept:big --on-broken accept:small',
    ].join('\n'),
  })
})

t.test('a source that was cut off is refused whatever is accepted', async (t) => {
  for (const word of ['keep', 'accept'] as const) {
    t.throws(
      () => enforceVerdict({ ...fine, cut_at: 'offers.ndjson:50' }, offers('active'), decisions(word)),
      {
        code: 'broken-source',
        message:
          'the source is cut off: offers.ndjson:50 is no JSON, and has no line end\nwrite the file again, as a whole',
      },
    )
  }
})
