import t from 'tap'
import { routeTarget } from '../../../contract/api/request-target.ts'
import { TargetParser } from '../../../gateway/exchange/target-parser.ts'

t.test(
  'a valid target is remembered unless it is long: neither faults nor floods fill the memory',
  async (t) => {
    const targets = new TargetParser()
    const [long, wrong] = [`/beta/offers?issuer=x&offset=${'0'.repeat(300)}`, '/beta/offers?limit=x']
    for (const target of ['/beta/offers', long, wrong]) {
      t.equal(targets.remembered(target), undefined)
      const unread = routeTarget(target)
      t.equal(unread && targets.read(target, unread).route, 'offers')
    }
    t.equal(targets.remembered('/beta/offers')?.target, '/beta/offers?limit=25&offset=0')
    t.equal(targets.remembered(long), undefined)
    t.equal(targets.remembered(wrong), undefined)
  },
)
