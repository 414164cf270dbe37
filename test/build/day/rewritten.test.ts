import t from 'tap'
import {
  compareWithPast,
  describeRewritten,
  type PastShares,
  rememberShare,
} from '../../../build/day/rewritten.ts'

const dayOf = (number: number) => `2026-03-${String(number).padStart(2, '0')}`

/** A share a day, up to the day before the 20th. */
const past = (...shares: number[]): PastShares =>
  shares.map((share, index) => [dayOf(20 - shares.length + index), share])
const quiet = past(...Array(14).fill(0.01))

const isUnusual = (offers: number, of: number, before: PastShares) =>
  compareWithPast({ offers, of }, before, dayOf(20)).unusual

t.test('more than a third of all offers are unusual after quiet days', async (t) => {
  t.ok(isUnusual(34, 100, quiet))
  t.notOk(isUnusual(33, 99, quiet), 'a third is not more')
  t.ok(isUnusual(10, 12, quiet))
  t.notOk(isUnusual(9, 9, quiet), 'fewer than ten never are')
  t.notOk(isUnusual(0, 0, quiet))
})

t.test('an unusual share is more than three times the median', async (t) => {
  t.notOk(isUnusual(60, 100, past(...Array(14).fill(0.2))))
  t.ok(isUnusual(61, 100, past(...Array(14).fill(0.2))))
  const restless = [0, 0, 0, 0, 0, 0, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]
  t.notOk(isUnusual(75, 100, past(...restless)))
  t.ok(isUnusual(75, 100, past(...restless.map((share) => 0.25 - share))), 'one restless week of two is none')
})

t.test('a share is compared with two weeks, once there is one week', async (t) => {
  t.notOk(isUnusual(100, 100, past(0, 0, 0, 0, 0, 0)))
  t.equal(compareWithPast({ offers: 0, of: 9 }, past(0, 0, 0, 0, 0, 0), dayOf(20)).usual, null)
  t.ok(isUnusual(100, 100, past(0, 0, 0, 0, 0, 0, 0)))
  t.ok(isUnusual(100, 100, past(...Array(3).fill(1), ...Array(14).fill(0))))
  const own: PastShares = [...past(0, 0, 0, 0, 0, 0), [dayOf(20), 0]]
  t.notOk(isUnusual(100, 100, own), 'the day itself does not count')
})

t.test('fourteen days with today are remembered, each with its highest share', async (t) => {
  const remember = (offers: number, before: PastShares) => rememberShare({ offers, of: 3 }, before, dayOf(20))
  t.same(remember(1, []), [[dayOf(20), 0.3333]])
  t.same(remember(1, past(0.5)), [
    [dayOf(19), 0.5],
    [dayOf(20), 0.3333],
  ])
  t.same(remember(0, [[dayOf(20), 0.5]]), [[dayOf(20), 0.5]], 'a build that is repeated')
  t.same(remember(3, [[dayOf(20), 0.5]]), [[dayOf(20), 1]])
  const long = remember(1, past(...Array(19).fill(0)))
  t.equal(long.length, 15)
  t.same(long[0], [dayOf(6), 0])
  t.same(rememberShare({ offers: 0, of: 0 }, quiet, dayOf(20)), quiet, 'a day without anything to compare')
})

t.test('the message has both shares', async (t) => {
  t.equal(
    describeRewritten(compareWithPast({ offers: 1240, of: 1300 }, quiet, dayOf(20))),
    '1,240 of 1,300 offers were rewritten (95.4 %), far more than on the last days (1.0 %); check some of them',
  )
})
