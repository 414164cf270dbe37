// Every member of an offer can come from a source and from a table, or it is an exception.

import t from 'tap'
import { SOURCE_OFFER } from '../../contract/offers/source.ts'
import { MAPPING } from '../../import/mapping/mapping.ts'
import { expectMembers, MADE, namedIn } from '../helpers/member-places.ts'

t.test('a source, and the mapping of a table, have every member that the build does not make', async (t) => {
  const { offer } = MAPPING.properties as { offer: { properties: object } }
  expectMembers(t, 'contract/offers/source.ts', namedIn(SOURCE_OFFER.properties), MADE)
  expectMembers(t, 'import/mapping/mapping.ts', namedIn(offer.properties), [...MADE, 'id'])
})
