import t from 'tap'
import { parseRequestTarget, targetFor } from '../../../contract/api/request-target.ts'
import { TargetParser } from '../../../gateway/exchange/target-parser.ts'

t.test('absolute-form request targets are read like others', async (t) => {
  const parsed = parseRequestTarget('http://example.org/beta/offers?limit=7')
  t.equal(parsed?.target, '/beta/offers?limit=7&offset=0')
  t.equal(parseRequestTarget('*'), undefined)
  const snapshot = parseRequestTarget('/beta/snapshot')
  t.equal(snapshot && targetFor(snapshot, 'demo'), '/beta/snapshot?kind=demo')
  t.match(parseRequestTarget('/beta/snapshot?kind=named')?.faults, [{ param: 'kind' }])
})

t.test(
  'a valid target is remembered unless it is long: neither faults nor floods fill the memory',
  async (t) => {
    const targets = new TargetParser()
    const [long, wrong] = [`/beta/offers?issuer=x&offset=${'0'.repeat(300)}`, '/beta/offers?limit=x']
    for (const target of ['/beta/offers', long, wrong]) {
      t.equal(targets.remembered(target), undefined)
      t.equal(targets.parse(target)?.route, 'offers')
    }
    t.equal(targets.remembered('/beta/offers')?.target, '/beta/offers?limit=25&offset=0')
    t.equal(targets.remembered(long), undefined)
    t.equal(targets.remembered(wrong), undefined)
    t.equal(targets.parse('/nothing'), undefined)
  },
)
