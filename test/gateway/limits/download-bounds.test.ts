import { EventEmitter, once } from 'node:events'
import t from 'tap'
import type { Caller } from '../../../gateway/keys/key-verdict.ts'
import {
  DownloadBounds,
  MAX_DOWNLOADS_PER_ADDRESS,
  MAX_DOWNLOADS_PER_KEY,
} from '../../../gateway/limits/download-bounds.ts'

const NAMED: Caller = { id: 'key_a', kind: 'named', requests: 300 }
const OTHER: Caller = { id: 'key_b', kind: 'named', requests: 300 }
const DEMO: Caller = { id: 'key_demo', kind: 'demo', requests: 30 }

const REFUSED = { name: 'TooManyDownloads' }

/** Bounds, and a function that begins downloads, which last until they are ended. */
function downloading() {
  const bounds = new DownloadBounds(({ socket }) => socket.remoteAddress ?? '')
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

/** Ends downloads, and waits for them. */
async function endAll(downloads: readonly ReturnType<ReturnType<typeof downloading>['begin']>[]) {
  for (const { end } of downloads) end()
  await Promise.all(downloads.map(({ download }) => download))
}

t.test('a key has at most 10 downloads, and the next when one of them has ended', async (t) => {
  t.equal(MAX_DOWNLOADS_PER_KEY, 10)
  const { begin } = downloading()
  const under = Array.from({ length: MAX_DOWNLOADS_PER_KEY }, (_, index) => begin(NAMED, `192.0.2.${index}`))
  const message = /^With one key 10 snapshots/
  await t.rejects(begin(NAMED, '192.0.2.99').download, { ...REFUSED, message })
  const other = begin(OTHER)
  under[0]?.end()
  t.equal(await under[0]?.download, 'whole')
  await endAll([...under.slice(1), begin(NAMED), other])
})

t.test('an address has at most 50 downloads, with any keys; a demo key is not bounded itself', async (t) => {
  t.equal(MAX_DOWNLOADS_PER_ADDRESS, 50)
  const { begin } = downloading()
  const under = Array.from({ length: MAX_DOWNLOADS_PER_ADDRESS }, (_, index) =>
    begin(DEMO, `2001:db8::${index}`),
  )
  for (const caller of [NAMED, DEMO]) {
    const message = /^From one address 50 snapshots/
    await t.rejects(begin(caller, '2001:db8::ff').download, { ...REFUSED, message }, 'IPv6 counts by its /64')
  }
  await endAll([...under, begin(NAMED, '2001:db8:0:1::1'), begin(DEMO, '192.0.2.2')])
})

t.test('a failed download has ended as well, and its error is passed on', async (t) => {
  const { begin } = downloading()
  const { download, fail } = begin(NAMED)
  const others = Array.from({ length: MAX_DOWNLOADS_PER_KEY - 1 }, () => begin(NAMED))
  fail()
  await t.rejects(download, { message: 'broken' })
  await endAll([...others, begin(NAMED)])
})
