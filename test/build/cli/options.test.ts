import t from 'tap'
import { parseAllowance, parseDecisions, parseMoment } from '../../../build/cli/options.ts'

t.test('a moment is kept as typed; anything else is refused', async (t) => {
  for (const text of ['2026-08-22T06:00-04:00', '2026-08-22', 'now']) t.equal(parseMoment(text), text)
  for (const text of ['2026-08-22T10:00:00', 'today', '2026-02-30T00:00:00.000Z', '', '2026-08-22 10:00Z']) {
    t.throws(() => parseMoment(text), { code: 'usage' }, text)
  }
})

t.test('an allowance is a number or a share', async (t) => {
  t.same(parseAllowance('7'), { records: 7 })
  t.same(parseAllowance('0'), { records: 0 })
  t.same(parseAllowance('2.5%'), { percent: 2.5 })
  t.same(parseAllowance('100%'), { percent: 100 })
  t.same(parseAllowance('0%'), { percent: 0 })
  for (const text of ['', '-1', '5 %', '101%', '1e3', '%'])
    t.throws(() => parseAllowance(text), { code: 'usage' }, text)
})

t.test('a policy is a word for all and words for single issuers', async (t) => {
  t.same(parseDecisions([]), { otherwise: 'keep', byIssuer: new Map() })
  t.same(parseDecisions(['keep:banco-x', 'accept', 'refuse:y']), {
    otherwise: 'accept',
    byIssuer: new Map([
      ['banco-x', 'keep'],
      ['y', 'refuse'],
    ]),
  })
  t.same(parseDecisions(['keep', 'refuse']).otherwise, 'refuse', 'the last one counts')
  for (const text of ['', 'keeps', 'keep:', 'keep:A', 'keep:a:b'])
    t.throws(() => parseDecisions([text]), { code: 'usage' }, text)
})
