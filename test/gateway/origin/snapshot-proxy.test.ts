import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { OriginSite } from '../../../contract/release/origin-site.ts'
import { oneATurn, snapshotProxy } from '../../../gateway/origin/snapshot-proxy.ts'

/** For a client whose request never gets to the origin. */
function waiting() {
  const leaving = new AbortController()
  const ask = snapshotProxy(new OriginSite(new URL('http://127.0.0.1:1/')), 20)
  const answer = ask('objects/x', undefined, { left: leaving.signal, pass() {} })
  return { answer, leave: () => leaving.abort(new Error('left')) }
}

t.test('the wait ends at once when the client leaves, with its reason', async (t) => {
  const { answer, leave } = waiting()
  leave()
  await t.rejects(answer, { message: 'left' })
})

t.test('the wait ends when its time is up', async (t) => {
  await t.rejects(waiting().answer, { message: 'silent for 20 ms' })
})

t.test('one caller goes on in each turn, in order', async (t) => {
  const turn = oneATurn()
  const gone: string[] = []
  for (const name of ['a', 'b', 'c']) void turn().then(() => gone.push(name))
  t.same(gone, [])
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await setImmediate()
    t.same(gone, expected)
  }
})

t.test('one that comes meanwhile is last, and one that comes later starts again', async (t) => {
  const turn = oneATurn()
  const gone: string[] = []
  const come = (name: string) => turn().then(() => gone.push(name))
  const first = come('a').then(() => come('c'))
  await Promise.all([first, come('b')])
  t.same(gone, ['a', 'b', 'c'])
  await come('d')
  t.equal(gone.at(-1), 'd')
})
