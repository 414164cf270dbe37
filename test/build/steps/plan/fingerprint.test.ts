import t from 'tap'
import type { BrokenBefore } from '../../../../build/day/broken-issuer.ts'
import type { CatalogueOffer } from '../../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../../build/day/line-store.ts'
import { RefBook, type RefEntry } from '../../../../build/day/ref-book.ts'
import { fingerprint } from '../../../../build/steps/plan/compare-current.ts'
import { offer } from '../../support/offers.ts'

const bodies = ['issuers', 'openapi', 'page'].map((name) => Buffer.from(name))
const lines = new LineStore()
const first = offer({ line: lines.append(Buffer.from('{"id":"off_a"}')) })
const second = offer({ line: lines.append(Buffer.from('{"id":"off_b"}')) })

/** The fingerprint of these offers, two documents and a page. */
function of(
  readable: readonly CatalogueOffer[],
  all = bodies,
  broken: readonly BrokenBefore[] = [],
  refs: readonly RefEntry[] = [],
): string {
  const [issuers = Buffer.alloc(0), openapi = Buffer.alloc(0), ...home] = all
  return fingerprint({
    readable,
    lines,
    documents: { bodies: new Map([['beta', { issuers, openapi }]]) },
    home: home.map((body) => ({ body })),
    verdict: { broken_issuers: broken },
    book: new RefBook(refs),
  })
}

const base = of([first, second])

t.test('the same input has the same fingerprint', async (t) => {
  t.equal(of([first, second], [...bodies]), base)
  t.match(base, /^[0-9a-f]{64}$/)
})

t.test('it differs if any body, line or day of withdrawal differs', async (t) => {
  for (const index of bodies.keys()) {
    t.not(of([first, second], bodies.with(index, Buffer.from('other'))), base)
  }
  t.not(of([first]), base)
  t.not(of([first, first]), base)
  t.not(of([first, { ...second, withdrawnOn: '2026-03-01' }]), base)
  t.not(of([first, { ...second, keptSince: '2026-03-01' }]), base)
  const broken = { issuer: 'a', since: '2026-03-01', decision: 'keep' } as const
  t.not(of([first, second], bodies, [broken]), base)
  t.not(of([first, second], bodies, [], [{ issuer: 'a', ref: '1', names: 'off_b' }]), base)
})
