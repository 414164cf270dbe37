import t from 'tap'
import { type CatalogueOffer, catalogueOffer, parseLine } from '../../../build/catalogue/catalogue-offer.ts'
import { LineStore } from '../../../build/catalogue/line-store.ts'
import { carryOver } from '../../../build/steps/carry-over.ts'
import type { ShrinkDecision, ShrinkGuard } from '../../../build/steps/guard-shrink.ts'
import { jsonLine } from '../../../contract/lib/json.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'
import { byId } from '../support/offers.ts'

const BEFORE = '2026-03-01T10:00:00.000Z'
const TODAY = '2026-03-02T10:00:00.000Z'
const date = { data_as_of: TODAY, attribution: 'a', day: '2026-03-02' }

const lines = new LineStore()

function known(number: number, changes: Partial<Offer> = {}, withdrawnOn: string | null = null) {
  const offer = { ...tinyOffer(number, BEFORE), ...changes }
  return catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), withdrawnOn)
}

const shrunk = (decision: ShrinkDecision, missing: readonly CatalogueOffer[]): ShrinkGuard => ({
  issuer: 'tiny-bank',
  before: 12,
  lost: missing.length,
  ended: 0,
  decision,
  missing,
})

/** The offer after a day on which its source lacked it. */
function missed(before: CatalogueOffer, decision?: ShrinkDecision): CatalogueOffer | undefined {
  const guards = decision ? [shrunk(decision, [before])] : []
  const offers = carryOver(new Map(), { known: byId([before]), date, shrunk: guards, lines })
  const after = offers.get(before.id)
  if (after) {
    const { status, updated_at } = parseLine(lines.at(after.line))
    t.same({ status, updated_at }, { status: after.status, updated_at: after.updated_at }, 'its line agrees')
  }
  return after
}

t.test('an offer of the source is as the source says', async (t) => {
  const before = known(1)
  const now = known(1, { title: 'new' })
  const offers = carryOver(byId([now]), { known: byId([before]), date, shrunk: [], lines })
  t.same([...offers.values()], [now])
})

t.test('an offer that the source lacks is withdrawn today', async (t) => {
  const withdrawn = { status: 'withdrawn', withdrawnOn: date.day, updated_at: TODAY }
  t.match(missed(known(1)), withdrawn)
  t.match(missed(known(1), 'accept'), withdrawn)
  t.match(missed(known(1), 'refuse'), withdrawn)
  t.match(missed(known(1, { status: 'expired', valid_until: '2026-02-01' })), withdrawn)
})

t.test('one that is kept reads as before, down to its line', async (t) => {
  const before = known(1, { valid_until: date.day })
  t.same(missed(before, 'keep'), before)
})

t.test('one that is kept is in the state that its dates give it today', async (t) => {
  const ended = known(1, { valid_until: '2026-03-01' })
  t.match(missed(ended, 'keep'), { status: 'expired', updated_at: TODAY, withdrawnOn: null })
  const begun = known(2, { status: 'scheduled', valid_from: date.day })
  t.match(missed(begun, 'keep'), { status: 'active', updated_at: TODAY, withdrawnOn: null })
})

t.test('a withdrawn offer stays as it is for 90 days, and is then forgotten', async (t) => {
  const last = known(1, { status: 'withdrawn' }, '2025-12-02')
  t.same(missed(last), last, '90 days')
  t.equal(missed(known(1, { status: 'withdrawn' }, '2025-12-01')), undefined, '91 days')
})
