import t from 'tap'
import { parseRequestTarget, targetFor } from '../../../contract/api/request-target.ts'
import { createTargetParser } from '../../../gateway/http/target-parser.ts'

t.test('absolute-form request targets are read like others', async (t) => {
  const parsed = parseRequestTarget('http://example.org/beta/offers?limit=7')
  t.equal(parsed?.target, '/beta/offers?limit=7&offset=0')
  t.equal(parseRequestTarget('*'), undefined)
  const snapshot = parseRequestTarget('/beta/snapshot')
  t.equal(snapshot && targetFor(snapshot, 'demo'), '/beta/snapshot?kind=demo')
  t.match(parseRequestTarget('/beta/snapshot?kind=named')?.faults, [{ param: 'kind' }])
})

t.test(
  'an address is parsed once, unless it is long: a flood of those must not fill the memory',
  async (t) => {
    const parse = createTargetParser()
    const long = `/beta/offers?issuer=${'x'.repeat(300)}`
    t.equal(parse('/beta/offers'), parse('/beta/offers'))
    t.not(parse(long), parse(long))
    t.strictSame(parse(long), parse(long))
    t.equal(parse('/nothing'), undefined)
  },
)
