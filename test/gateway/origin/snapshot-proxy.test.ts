import t from 'tap'
import { OriginSite } from '../../../contract/release/origin-site.ts'
import { snapshotProxy } from '../../../gateway/origin/snapshot-proxy.ts'

/** For a client whose request never gets to the origin. */
function waiting() {
  const leaving = new AbortController()
  const ask = snapshotProxy(new OriginSite(new URL('http://127.0.0.1:1/')), 20)
  const answer = ask('objects/x', undefined, { gone: leaving.signal, pass() {} })
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
