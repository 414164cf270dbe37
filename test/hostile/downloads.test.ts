// Downloads of snapshots that begin and are not read.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { MAX_DOWNLOADS_PER_KEY } from '../../gateway/limits/download-bounds.ts'
import { openDownload } from '../gateway/operations/open-download.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { LARGE_SNAPSHOT, publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { getRequest, openSocket } from './support/raw-socket.ts'

t.setTimeout(BUSY_MS)

const folder = join(t.testdir({ out: {} }), 'out')
t.before(() => publishTinyRelease(folder, { snapshotBytes: LARGE_SNAPSHOT }))

const TOO_MANY = {
  status: 429,
  headers: {
    'retry-after': '10',
    'content-type': 'application/problem+json',
    'access-control-allow-origin': '*',
  },
  json: { code: 'too_many_downloads', status: 429, meta: { attribution: String } },
}

/** As many downloads as a key may have. */
const TEN = Array.from({ length: MAX_DOWNLOADS_PER_KEY })

/** Whether a key may begin another download. */
async function mayDownload(base: string, key: string): Promise<boolean> {
  const { status } = await call(base, '/beta/snapshot', { key, headers: { Range: 'bytes=0-1' } })
  return status === 206
}

t.test('a named key downloads a bounded number of snapshots at the same time', async (t) => {
  const { base, keys } = await startGateway(t, folder)
  const key = keys.issue('named')
  const stalled = await Promise.all(TEN.map(() => openDownload(base, key)))
  t.match(await call(base, '/beta/snapshot', { key }), TOO_MANY)
  t.equal((await call(base, '/beta/offers', { key })).status, 200, 'other requests are answered')
  t.equal((await call(base, '/beta/snapshot', { key, method: 'HEAD' })).status, 200, 'a head is no download')
  const other = await openDownload(base, keys.issue('named'))
  t.equal(other.statusCode, 200, 'other keys are not affected')
  for (const download of [...stalled, other]) download.destroy()
  await until('one has ended', () => mayDownload(base, key))
})

t.test('pipelined downloads wait for each other, and take one place', async (t) => {
  const { base, keys } = await startGateway(t, folder)
  const key = keys.issue('named')
  const socket = await openSocket(base)
  t.teardown(() => socket.destroy())
  socket.write(getRequest('/beta/snapshot', [`Authorization: Bearer ${key}`]).repeat(TEN.length + 1))
  await once(socket, 'data')
  socket.pause()
  t.ok(await mayDownload(base, key))
})

t.test('a download whose reader has stopped ends by itself, and frees its place', async (t) => {
  const { base, gateway, keys } = await startGateway(t, folder)
  const accepted = new Set<Socket>()
  gateway.server.on('connection', (socket) => accepted.add(socket))
  const key = keys.issue('named')
  const stopped = await Promise.all(TEN.map(() => openDownload(base, key)))
  t.notOk(await mayDownload(base, key))
  for (const { statusCode } of stopped) t.equal(statusCode, 200)
  // Shorter than that of the server, but only from now on.
  for (const socket of accepted) socket.setTimeout(1_000)
  await until('the gateway has closed it, and the next one begins', () => mayDownload(base, key))
})
