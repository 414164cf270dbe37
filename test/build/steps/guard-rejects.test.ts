import t from 'tap'
import { type Allowance, guardRejects } from '../../../build/steps/guard-rejects.ts'

t.test('rejected records up to the allowance pass', async (t) => {
  const table: [records: number, rejected: number, allowance: Allowance, decision: string][] = [
    [100, 5, { percent: 5 }, 'passed'],
    [100, 6, { percent: 5 }, 'refused'],
    [99, 5, { percent: 5 }, 'refused'],
    [100, 3, { records: 3 }, 'passed'],
    [100, 4, { records: 3 }, 'refused'],
    [0, 0, { percent: 0 }, 'passed'],
    [0, 0, { records: 0 }, 'passed'],
    [10, 10, { percent: 100 }, 'passed'],
  ]
  for (const [records, rejected, allowance, decision] of table) {
    t.equal(guardRejects(records, rejected, allowance).decision, decision, JSON.stringify(allowance))
  }
})

t.test('it says what was allowed', async (t) => {
  t.equal(guardRejects(1, 0, { percent: 2.5 }).allowed, '2.5%')
  t.equal(guardRejects(1, 0, { records: 7 }).allowed, '7')
})
