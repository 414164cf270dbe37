import t from 'tap'
import { RejectLog } from '../../../build/source/reject.ts'

const violations = [{ pointer: '/title', found: '7', expected: 'string' }]

t.test('it counts records, and those of known issuers by issuer', async (t) => {
  const log = new RejectLog(new Map([['banco-x', {}]]))
  log.add({ line: 1, violations, value: { issuer: 'banco-x', ref: 'r1' } })
  log.add({ line: 2, violations: [...violations, ...violations], value: { issuer: 'banco-x' } })
  log.add({ line: 3, violations, value: { issuer: 'invented' } })
  log.add({ line: 4, violations, value: { issuer: 7 } })
  log.add({ line: 5, violations, value: 'no record' })
  log.add({ line: 6, violations })
  t.equal(log.records, 6)
  t.same([...log.byIssuer], [['banco-x', 2]])
  t.equal(log.rejects.length, 7)
})

t.test('a reject names file, line and place, and the ref if it could be read', async (t) => {
  const log = new RejectLog(new Map())
  log.add({ line: 1, violations, value: { ref: 'r1' } })
  log.add({ line: 2, violations, value: { ref: 7 } })
  t.same(log.rejects, [
    { file: 'offers.ndjson', line: 1, pointer: '/title', found: '7', expected: 'string', ref: 'r1' },
    { file: 'offers.ndjson', line: 2, pointer: '/title', found: '7', expected: 'string' },
  ])
})
