// Every member of an offer reaches agents, or it is an exception.

import t from 'tap'
import { wholeOf } from '../../client/mcp/records.ts'
import { expectMembers, type Member, shownBy } from '../helpers/member-places.ts'

/** Always null in the beta. */
const EMPTY: readonly Member[] = ['terms']

t.test('the record for agents has every member', async (t) => {
  expectMembers(
    t,
    'client/mcp/records.ts',
    shownBy((offer) => wholeOf(offer, '2026-09-01')),
    EMPTY,
  )
})
