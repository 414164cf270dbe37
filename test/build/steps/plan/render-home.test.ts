// The facts of a day on the page for people.

import t from 'tap'
import { SLOW_MS } from '../../../helpers/slow-suite.ts'
import { mornings } from '../../support/mornings.ts'
import { record } from '../../support/source.ts'

t.setTimeout(SLOW_MS)

t.test('the page counts offers that are active, and those that start later', async (t) => {
  const { morning } = mornings(t)
  const { body } = await morning('2026-03-01', [record({ ref: 'a', title: 'A', valid_from: '2026-04-01' })])
  const text = ((await body('/')) ?? '').replaceAll(/<[^>]*>/g, '')
  t.match(text, '6 offers, 1 of them for later')
})
