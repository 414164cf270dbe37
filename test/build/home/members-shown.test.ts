// Every member of an offer is on its card, or an exception.

import t from 'tap'
import { cardOf } from '../../../build/home/content/offer-card.ts'
import { expectMembers, shownBy } from '../../helpers/member-places.ts'

t.test('the card shows every member that people decide by', async (t) => {
  expectMembers(t, 'build/home/content/offer-card.ts', shownBy(cardOf), [
    'id',
    'status',
    'updated_at',
    'terms',
  ])
})
