import t from 'tap'
import { RefBook } from '../../../build/day/ref-book.ts'
import { RejectLog } from '../../../build/source/reject.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { byId, offer } from '../support/offers.ts'

t.setTimeout(SHORT_MS)

const NO_BOOK = new RefBook([])

const violations = [{ pointer: '/title', found: '7', expected: 'string' }]

t.test('it counts records, and those of known issuers by issuer', async (t) => {
  const log = new RejectLog(new Map([['banco-x', {}]]), new Map(), NO_BOOK)
  log.add({ line: 1, violations, value: { issuer: 'banco-x', ref: 'r1' } })
  log.add({ line: 2, violations: [...violations, ...violations], value: { issuer: 'banco-x' } })
  log.add({ line: 3, violations, value: { issuer: 'invented' } })
  log.add({ line: 4, violations, value: { issuer: 7 } })
  log.add({ line: 5, violations, value: 'no record' })
  log.add({ line: 6, violations })
  t.equal(log.records, 6)
  t.same([...log.byIssuer], [['banco-x', 2]])
  t.equal(log.faults().count, 7)
})

t.test('a reject names file, line and place, and the ref if it could be read', async (t) => {
  const log = new RejectLog(new Map(), new Map(), NO_BOOK)
  log.add({ line: 1, violations, value: { ref: 'r1' } })
  log.add({ line: 2, violations, value: { ref: null } })
  t.same(log.faults().shown, [
    { file: 'offers.ndjson', line: 1, pointer: '/title', found: '7', expected: 'string', ref: 'r1' },
    { file: 'offers.ndjson', line: 2, pointer: '/title', found: '7', expected: 'string' },
  ])
})

t.test('a rejected record is matched with its offer by id, by issuer and ref, or by ref alone', async (t) => {
  const minted = (issuer: string, ref: string) => offer({ id: mintOfferId(issuer, ref), issuer })
  const known = byId([
    minted('a', 'r1'),
    minted('a', 'r2'),
    minted('b', 'r3'),
    minted('b', '7'),
    offer({ id: 'off_own', issuer: 'b' }),
  ])
  const found = (value: unknown) => {
    const log = new RejectLog(new Map([['a', {}]]), known, NO_BOOK)
    log.add({ line: 1, violations, value })
    return {
      offers: [...log.offers],
      byIssuer: Object.fromEntries(log.byIssuer),
      issuer: log.faults().shown[0]?.issuer,
    }
  }
  const of = (issuer: string, ref: string) => ({
    offers: [mintOfferId(issuer, ref)],
    byIssuer: { [issuer]: 1 },
    issuer,
  })
  t.same(found({ issuer: 'a', ref: 'r1' }), of('a', 'r1'))
  t.same(found({ isuer: 'a', ref: 'r2' }), of('a', 'r2'), 'the member was renamed')
  t.same(found({ issuer: 'b', ref: 'r3' }), of('b', 'r3'), 'the issuer left issuers.json')
  t.same(found({ issuer: 'mistyped', ref: 'r3' }), of('b', 'r3'))
  t.same(found({ issuer: 'b', ref: 7 }), of('b', '7'), 'the reference became a number')
  t.match(found({ id: 'off_own' }), { offers: ['off_own'], byIssuer: { b: 1 } })
  const none = (value: unknown) => {
    const { offers, byIssuer } = found(value)
    return { offers, byIssuer }
  }
  t.same(none({ issuer: 'a', ref: 'new' }), { offers: [], byIssuer: { a: 1 } })
  t.same(none({ issuer: 'a', ref: 'r3' }).offers, [], 'of another issuer')
  t.same(none({ ref: 'new' }), { offers: [], byIssuer: {} })
})

t.test('a ref of offers of two issuers names neither if it is exact, and otherwise the first', async (t) => {
  const known = byId(['a', 'b'].map((issuer) => offer({ id: mintOfferId(issuer, 'r1'), issuer })))
  const found = (isExact: boolean) => {
    const log = new RejectLog(new Map(), known, NO_BOOK)
    log.add({ line: 1, violations, value: { ref: 'r1' }, isExact })
    return { offers: [...log.offers], byIssuer: [...log.byIssuer] }
  }
  t.same(found(true), { offers: [], byIssuer: [] })
  t.same(found(false), { offers: [mintOfferId('a', 'r1')], byIssuer: [['a', 1]] })
})

t.test('long names are cut, in a record with thousands of faults as well', async (t) => {
  const log = new RejectLog(new Map([['banco-x', {}]]), new Map(), NO_BOOK)
  const many = Array.from({ length: 5000 }, (_, n) => ({
    pointer: `/member-${n}`,
    found: '7',
    expected: 'no',
  }))
  log.add({ line: 1, violations: many, value: { ref: 'r'.repeat(1_000_000), issuer: 'banco-x' } })
  log.add({ line: 2, violations: [{ pointer: `/${'m'.repeat(1_000_000)}`, found: '7', expected: 'no' }] })
  const { count, shown, causes } = log.faults()
  t.equal(count, 5001)
  t.equal(shown.length, 5001)
  t.ok(JSON.stringify([shown[0], shown.at(-1), causes[0]]).length < 2000)
})

t.test('the first of a hundred thousand faults are listed, and all are counted by cause', async (t) => {
  const log = new RejectLog(new Map([['banco-x', {}]]), new Map(), NO_BOOK)
  for (let line = 1; line <= 100_000; line++) log.add({ line, violations, value: { issuer: 'banco-x' } })
  for (let line = 1; line <= 1000; line++) {
    log.add({ line, violations: [{ pointer: `/m${line}`, found: '7', expected: 'no' }] })
  }
  const { count, shown, causes } = log.faults()
  t.equal(count, 101_000)
  t.equal(shown.length, 10_001)
  t.match(shown.at(-1), {
    line: 10_000,
    found: '… and 91,000 more faults after this line',
    expected: 'fewer; the first 10,000 are listed',
  })
  t.match(causes[0], { count: 100_000, issuer: 'banco-x', pointer: '/title' })
  t.equal(causes.length, 100)
})
