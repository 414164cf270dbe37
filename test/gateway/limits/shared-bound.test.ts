import fc from 'fast-check'
import t from 'tap'
import { type Holder, SharedBound } from '../../../gateway/limits/shared-bound.ts'

const refused = { name: 'TooManyDownloads' }

interface TestHolder extends Holder {
  taken: number
  stillMs: number
  isEnded: boolean
}

function holder(caller: string, { taken = 0, stillMs = 1_000 } = {}): TestHolder {
  return {
    caller,
    taken,
    stillMs,
    isEnded: false,
    end() {
      this.isEnded = true
    },
  }
}

t.test('while there is room, one caller may have all of it', async (t) => {
  const bound = new SharedBound(4)
  const mine = Array.from({ length: 4 }, () => holder('a'))
  for (const each of mine) bound.hold(each, {}, 1)
  t.throws(() => bound.hold(holder('a'), {}, 1), refused)
  t.notOk(mine.some(({ isEnded }) => isEnded))
})

t.test('if it is full, the caller that holds most gives way, with what has come least far', async (t) => {
  const bound = new SharedBound(6)
  const [far, near, middle] = [
    holder('a', { taken: 9 }),
    holder('a', { taken: 1 }),
    holder('a', { taken: 5 }),
  ]
  for (const each of [far, near, middle]) bound.hold(each, {}, 1)
  const others = [holder('b'), holder('b'), holder('c')]
  for (const each of others) bound.hold(each, {}, 1)
  bound.hold(holder('d'), {}, 1)
  t.same([far.isEnded, near.isEnded, middle.isEnded], [false, true, false])
  t.notOk(others.some(({ isEnded }) => isEnded))
})

t.test('a newcomer that holds most itself is refused, and nobody else pays', async (t) => {
  const bound = new SharedBound(3)
  const all = [holder('a'), holder('a'), holder('b')]
  for (const each of all) bound.hold(each, {}, 1)
  t.throws(() => bound.hold(holder('a'), {}, 1), refused)
  t.notOk(all.some(({ isEnded }) => isEnded))
})

t.test('a crowd of callers that hold about as much cannot end what they hold', async (t) => {
  const bound = new SharedBound(40)
  const crowd = Array.from({ length: 40 }, (_, index) =>
    holder(`key ${index % 8}`, { stillMs: 600 + 10 * index }),
  )
  for (const each of crowd) bound.hold(each, {}, 1)
  for (let key = 0; key < 8; key++) t.throws(() => bound.hold(holder(`key ${key}`), {}, 1), refused)
  t.notOk(crowd.some(({ isEnded }) => isEnded))
  bound.hold(holder('another'), {}, 1)
  t.equal(crowd.filter(({ isEnded }) => isEnded).length, 1, 'one that holds nothing gets room')
})

t.test('one that holds little does not pay for the largest', async (t) => {
  const bound = new SharedBound(6)
  const first = holder('a', { taken: 1 })
  const others = Array.from({ length: 3 }, () => holder('a', { taken: 2 }))
  for (const each of [first, ...others, holder('b'), holder('b')]) bound.hold(each, {}, 1)
  bound.hold(holder('c'), {}, 1)
  t.ok(first.isEnded)
  t.notOk(others.some(({ isEnded }) => isEnded))
})

t.test('the weight decides, not the number', async (t) => {
  const bound = new SharedBound(100)
  const heavy = holder('a')
  bound.hold(heavy, {}, 60)
  const light = Array.from({ length: 4 }, () => holder('b'))
  for (const each of light) bound.hold(each, {}, 10)
  bound.hold(holder('c'), {}, 50)
  t.ok(heavy.isEnded)
  t.notOk(light.some(({ isEnded }) => isEnded))
})

t.test('what stood still for longest counts most, and what moves hardly', async (t) => {
  const bound = new SharedBound(100)
  const [moving, still] = [holder('a', { stillMs: 20 }), holder('b', { stillMs: 2_000 })]
  bound.hold(moving, {}, 90)
  bound.hold(still, {}, 5)
  bound.hold(holder('a', { stillMs: 0 }), {}, 10)
  t.same([moving.isEnded, still.isEnded], [false, true])
  t.throws(() => bound.hold(holder('a', { stillMs: 0 }), {}, 10), refused, 'now it holds all')
})

t.test('several things of one answer make nobody a holder of much', async (t) => {
  const bound = new SharedBound(100)
  const still = Array.from({ length: 40 }, (_, index) => holder(`address ${index}`))
  for (const each of still) bound.hold(each, {}, 2)
  const newcomer = holder('a', { stillMs: 30 })
  for (let part = 0; part < 3; part++) bound.hold(newcomer, {}, 12)
  t.equal(still.filter(({ isEnded }) => isEnded).length, 8)
})

t.test('what several hold counts once, until the last lets go of it', async (t) => {
  const bound = new SharedBound(10)
  const page = {}
  const holders = [holder('a'), holder('b')]
  const releases = holders.map((each) => bound.hold(each, page, 8))
  const other = bound.hold(holder('c'), {}, 2)
  releases[0]?.()
  releases[0]?.()
  t.throws(() => bound.hold(holder('b'), {}, 8), refused, 'b still holds it')
  releases[1]?.()
  bound.hold(holder('b'), {}, 8)()
  other()
})

t.test('one that weighs more than the bound is held alone', async (t) => {
  const bound = new SharedBound(1)
  const release = bound.hold(holder('a'), {}, 60)
  t.throws(() => bound.hold(holder('a'), {}, 1), refused)
  release()
  bound.hold(holder('a'), {}, 60)
})

t.test('for any order, the bound holds, and nobody pays for a caller that holds more', async () => {
  const step = fc.record({
    caller: fc.constantFrom('a', 'b', 'c', 'd'),
    weight: fc.integer({ min: 1, max: 5 }),
    taken: fc.nat(9),
    releases: fc.boolean(),
  })
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const bound = new SharedBound(10)
    const held: { holder: TestHolder; weight: number; release: () => void }[] = []
    const weightOf = (caller?: string) =>
      held
        .filter(({ holder: { isEnded, caller: of } }) => !isEnded && (caller === undefined || of === caller))
        .reduce((sum, { weight }) => sum + weight, 0)
    for (const { caller, weight, taken, releases } of steps) {
      if (releases) held.shift()?.release()
      const newcomer = holder(caller, { taken })
      const before = new Map(['a', 'b', 'c', 'd'].map((each) => [each, weightOf(each)]))
      const most = Math.max(...before.values())
      const standing = held.filter(({ holder: { isEnded } }) => !isEnded)
      try {
        held.push({ holder: newcomer, weight, release: bound.hold(newcomer, {}, weight) })
      } catch {
        // The last in the way was its own share.
        const ended = standing.filter(({ holder: { isEnded } }) => isEnded)
        if (
          ended.length === 0 &&
          before.get(caller) !== most &&
          (before.get(caller) ?? 0) + weight < 0.75 * most
        )
          throw new Error('refused without holding most, also with what it asks for')
        continue
      }
      if (weightOf() > 10) throw new Error(`${weightOf()} of 10`)
      const [first] = standing.filter(({ holder: { isEnded } }) => isEnded)
      const endedOf = new Set(
        standing.filter(({ holder }) => holder.isEnded).map(({ holder }) => holder.caller),
      )
      if (first && ![...endedOf].some((each) => before.get(each) === most))
        throw new Error('a caller paid that held less')
    }
  })
  fc.assert(property)
})
