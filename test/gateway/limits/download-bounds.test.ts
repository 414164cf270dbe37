import { EventEmitter, once } from 'node:events'
import t from 'tap'
import {
  DownloadBounds,
  type DownloadLimits,
  MAX_DOWNLOADS_PER_ADDRESS,
  MAX_DOWNLOADS_PER_KEY,
} from '../../../gateway/limits/download-bounds.ts'
import type { Caller } from '../../../gateway/limits/subject.ts'

const NAMED: Caller = { id: 'key_a', kind: 'named', countedAs: 'key_a', requests: 300 }
const OTHER: Caller = { id: 'key_b', kind: 'named', countedAs: 'key_b', requests: 300 }
const DEMO: Caller = { id: 'key_demo', kind: 'demo', countedAs: 'key_demo', requests: 30 }

const REFUSED = { code: 'too_many_downloads', status: 429, headers: ['Retry-After', '10'] }

/** Bounds, and a function that begins downloads, which last until they are ended. */
function downloading(limits?: Partial<DownloadLimits>) {
  const bounds = new DownloadBounds(({ socket }) => socket.remoteAddress ?? '', limits)
  const begin = (caller: Caller, remoteAddress = '192.0.2.1') => {
    const events = new EventEmitter()
    const source = { headers: {}, socket: { remoteAddress } }
    const download = bounds.during(source, caller, async () => String(await once(events, 'sent')))
    return {
      download,
      end: () => events.emit('sent', 'whole'),
      fail: () => events.emit('error', new Error('broken')),
    }
  }
  return { begin }
}

t.test('a key has at most its number of downloads, and the next when one of them has ended', async (t) => {
  const { begin } = downloading({ perKey: 2 })
  const [first, second] = [begin(NAMED), begin(NAMED, '192.0.2.2')]
  await t.rejects(begin(NAMED, '192.0.2.3').download, { ...REFUSED, message: /^With one key 2 snapshots/ })
  const other = begin(OTHER)
  first.end()
  t.equal(await first.download, 'whole')
  const third = begin(NAMED)
  for (const { end } of [second, third, other]) end()
  await Promise.all([second.download, third.download, other.download])
})

t.test('an address has at most its number of downloads, with any keys', async (t) => {
  const { begin } = downloading({ perKey: 9, perAddress: 2 })
  const under = [begin(NAMED, '2001:db8::1'), begin(OTHER, '2001:db8::2')]
  for (const caller of [NAMED, DEMO]) {
    const message = /^From one address 2 snapshots/
    await t.rejects(begin(caller, '2001:db8::3').download, { ...REFUSED, message }, 'IPv6 counts by its /64')
  }
  const elsewhere = begin(NAMED, '2001:db8:0:1::1')
  for (const { end } of [...under, elsewhere]) end()
  await Promise.all([...under, elsewhere].map(({ download }) => download))
})

t.test('a demo key, which many callers share, is bounded by address only', async (t) => {
  const { begin } = downloading({ perKey: 1, perAddress: 2 })
  const under = [begin(DEMO), begin(DEMO), begin(DEMO, '192.0.2.2')]
  await t.rejects(begin(DEMO).download, REFUSED)
  for (const { end } of under) end()
  await Promise.all(under.map(({ download }) => download))
})

t.test('a failed download has ended as well, and its error is passed on', async (t) => {
  const { begin } = downloading({ perKey: 1, perAddress: 1 })
  const { download, fail } = begin(NAMED)
  fail()
  await t.rejects(download, { message: 'broken' })
  const next = begin(NAMED)
  next.end()
  t.equal(await next.download, 'whole')
})

t.test('without other limits, a key has 10 and an address 50', async (t) => {
  t.same([MAX_DOWNLOADS_PER_KEY, MAX_DOWNLOADS_PER_ADDRESS], [10, 50])
  const { begin } = downloading()
  const ofKey = Array.from({ length: MAX_DOWNLOADS_PER_KEY }, () => begin(NAMED))
  await t.rejects(begin(NAMED).download, REFUSED)
  const ofDemo = Array.from({ length: MAX_DOWNLOADS_PER_ADDRESS - MAX_DOWNLOADS_PER_KEY }, () => begin(DEMO))
  await t.rejects(begin(DEMO).download, REFUSED)
  for (const { end } of [...ofKey, ...ofDemo]) end()
  await Promise.all([...ofKey, ...ofDemo].map(({ download }) => download))
})
