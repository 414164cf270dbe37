import t from 'tap'
import { SharedWork, sharedFor, sharedNext } from '../../lib/shared-work.ts'

/** Work that ends when the test says so, and gives the number of its run. */
function work() {
  const ends: ((error?: Error) => void)[] = []
  const begin = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1
      ends.push((error) => (error ? reject(error) : resolve(number)))
    })
  const end = (error?: Error) => ends.at(-1)?.(error)
  return { begin, end, begun: () => ends.length }
}

function forms() {
  const shared = new SharedWork<number>()
  const [underWay, kept, next] = [work(), work(), work()]
  return [
    { form: 'SharedWork', ...underWay, call: () => shared.share('a', underWay.begin) },
    { form: 'sharedFor', ...kept, call: sharedFor(1_000, kept.begin, () => 0) },
    { form: 'sharedNext', ...next, call: sharedNext(next.begin) },
  ]
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

for (const { form, call, end, begun } of forms()) {
  t.test(`${form}: a failure reaches all calls that wait for it, and no later one`, async (t) => {
    const both = [call(), call()]
    await turn()
    t.equal(begun(), 1, 'both share one run')
    end(new Error('down'))
    for (const each of both) await t.rejects(each, { message: 'down' })
    const later = call()
    await turn()
    end()
    t.equal(await later, 2)
  })
}

t.test('work under way is shared by key, and its result is not kept', async (t) => {
  const shared = new SharedWork<number>()
  const { begin, end, begun } = work()
  const first = [shared.share('a', begin), shared.share('a', begin)]
  end()
  t.same(await Promise.all(first), [1, 1])
  const others = [shared.share('a', begin), shared.share('b', begin)]
  t.equal(begun(), 3)
  t.notSame(others[0], others[1])
})

t.test('a result is shared for a period after its work began', async (t) => {
  let now = 5_000
  const { begin, end, begun } = work()
  const call = sharedFor(1_000, begin, () => now)
  const first = call()
  now += 999
  const second = call()
  end()
  t.same(await Promise.all([first, second, call()]), [1, 1, 1])
  for (const [change, why] of [
    [1, 'the period is over'],
    [-10, 'a clock that was set back does not prolong it'],
  ] as const) {
    now += change
    const before = begun()
    const later = call()
    end()
    t.equal(await later, before + 1, why)
  }
})

t.test('calls during a run share one that begins after it', async (t) => {
  const { begin, end } = work()
  const call = sharedNext(begin)
  const first = call()
  await turn()
  const during = [call(), call(), call()]
  end()
  t.equal(await first, 1)
  await turn()
  end()
  t.same(await Promise.all(during), [2, 2, 2])
})
