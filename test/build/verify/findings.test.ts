import t from 'tap'
import { Findings } from '../../../build/verify/findings.ts'

/** The message for a number of findings. */
function said(count: number): string | undefined {
  const findings = new Findings()
  for (let n = 1; n <= count; n++) findings.expect(false, `finding ${n}`)
  findings.expect(true, 'no finding')
  try {
    findings.enforce('ID')
  } catch (error) {
    t.match(error, { code: 'not-verified' })
    return String(error instanceof Error ? error.message : error)
  }
  return undefined
}

const lines = (count: number) => Array.from({ length: count }, (_, n) => `finding ${n + 1}`)

t.test('without findings there is no error; one finding is enough', async (t) => {
  t.equal(said(0), undefined)
  t.equal(said(1), 'verification of ID failed\nfinding 1')
})

t.test('the first twenty findings are listed, and the number of the others', async (t) => {
  t.same(said(20)?.split('\n').slice(1), lines(20))
  t.same(said(21)?.split('\n').slice(1), [...lines(20), 'and 1 more'])
})
