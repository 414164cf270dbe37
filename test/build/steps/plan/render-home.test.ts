// The facts of a day on the page for people.

import t from 'tap'
import { SLOW_MS } from '../../../helpers/slow-suite.ts'
import { mornings } from '../../support/mornings.ts'
import { record } from '../../support/source.ts'

t.setTimeout(SLOW_MS)

/** The number in the row of a table. */
function rowOf(page: string, name: string): string | undefined {
  return new RegExp(`<th scope="row">${name}</th>.*?<span>([\\d,]+)</span>`).exec(page)?.[1]
}

t.test('the page counts offers by weekday, and separately those whose source names no days', async (t) => {
  const { morning } = mornings(t)
  const { body } = await morning('2026-03-01', [
    record({ ref: 'a', title: 'A', weekdays: ['monday', 'sunday'] }),
    record({ ref: 'b', title: 'B', weekdays: null }),
    record({ ref: 'c', title: 'C', weekdays: null }),
  ])
  const page = (await body('/')) ?? ''
  // Five others hold on Mondays and Fridays.
  const rows = ['Monday', 'Tuesday', 'Friday', 'Sunday'].map((day) => rowOf(page, day))
  t.same(rows, ['6', '0', '5', '1'])
  t.match(page, "2 more offers don't state their days.")
})

t.test('the page counts offers that are active, and those that start later', async (t) => {
  const { morning } = mornings(t)
  const { body } = await morning('2026-03-01', [record({ ref: 'a', title: 'A', valid_from: '2026-04-01' })])
  t.match(await body('/'), '<strong>6</strong> offers, 1 starts later')
})
