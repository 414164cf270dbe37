import t from 'tap'
import { enforceGuards } from '../../../build/steps/enforce-guards.ts'
import type { ShrinkDecision, ShrinkPolicy } from '../../../build/steps/guard-shrink.ts'
import type { OfferStatus } from '../../../contract/offers/offer.ts'
import { byId, offer } from '../support/offers.ts'

const passed = { records: 10, rejected: 0, allowed: '5%', decision: 'passed' } as const
const policy = (otherwise: ShrinkDecision): ShrinkPolicy => ({ otherwise, byIssuer: new Map() })
const shrunk = (issuer: string, decision: ShrinkDecision) => ({
  issuer,
  before: 12,
  lost: 8,
  ended: 1,
  kept: 0,
  decision,
})
const offers = (...statuses: OfferStatus[]) =>
  byId(statuses.map((status, n) => offer({ id: `off_${n}`, status })))

t.test('a build whose guards passed goes on', async (t) => {
  t.doesNotThrow(() => enforceGuards({ rejects: passed, shrink: [] }, offers('active'), policy('refuse')))
  const shrink = [shrunk('a', 'keep'), shrunk('b', 'accept')]
  t.doesNotThrow(() => enforceGuards({ rejects: passed, shrink }, offers('scheduled'), policy('refuse')))
})

t.test('too many rejected records refuse it, before all else', async (t) => {
  const rejects = { records: 10, rejected: 4, allowed: '5%', decision: 'refused' } as const
  t.throws(() => enforceGuards({ rejects, shrink: [shrunk('a', 'refuse')] }, offers(), policy('refuse')), {
    code: 'too-many-rejected',
    message: '4 of 10 records are rejected, more than the 5% allowed by --max-rejected',
  })
})

t.test('every issuer that is to be refused is named, and what to do', async (t) => {
  const shrink = [shrunk('a', 'refuse'), shrunk('b', 'keep'), shrunk('c', 'refuse')]
  t.throws(() => enforceGuards({ rejects: passed, shrink }, offers('active'), policy('refuse')), {
    code: 'shrunk',
    message: [
      'a lost 8 of its 12 offers since the last release (1 more ended on their day)',
      'c lost 8 of its 12 offers since the last release (1 more ended on their day)',
      'publish with --on-shrink keep:ISSUER (as last known) or accept:ISSUER (they are gone)',
    ].join('\n'),
  })
})

t.test('a catalogue without a listed offer is refused, unless it is accepted for all', async (t) => {
  for (const none of [offers(), offers('expired', 'withdrawn')]) {
    for (const decision of ['refuse', 'keep'] as const) {
      t.throws(() => enforceGuards({ rejects: passed, shrink: [] }, none, policy(decision)), {
        code: 'shrunk',
        message: /no offer to list/,
      })
    }
    t.doesNotThrow(() => enforceGuards({ rejects: passed, shrink: [] }, none, policy('accept')))
  }
})
