// Every member of an offer reaches agents and the command line, or it is an exception.

import t from 'tap'
import { factsOf } from '../../client/cli/tables.ts'
import { recordOf, WHOLE } from '../../client/mcp/records.ts'
import { expectMembers, type Member, shownBy } from '../helpers/member-places.ts'

/** Always null in the beta. */
const EMPTY: readonly Member[] = ['terms']

t.test('the record for agents, and the table of one offer, have every member', async (t) => {
  expectMembers(
    t,
    'client/mcp/records.ts',
    shownBy((offer) => recordOf(offer, WHOLE)),
    EMPTY,
  )
  expectMembers(t, 'client/cli/tables.ts', shownBy(factsOf), EMPTY)
})
