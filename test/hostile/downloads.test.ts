// Downloads of snapshots that begin and are not read.

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
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

/** As many downloads as fit, in place of 300. */
const MOST = 10

/** A gateway, and downloads of it that are not read. */
async function started(t: Test, parts: Parameters<typeof startGateway>[2] = {}) {
  const running = await startGateway(t, folder, {
    ...parts,
    transfers: { maxDownloads: MOST, ...parts.transfers },
  })
  const stalled = async (key: string, count: number): Promise<IncomingMessage[]> => {
    const downloads = await Promise.all(Array.from({ length: count }, () => openDownload(running.base, key)))
    // The gateway may break it.
    for (const download of downloads) download.on('error', () => {})
    return downloads
  }
  return { ...running, stalled }
}

/** Whether a key may begin another download. */
async function mayDownload(base: string, key: string): Promise<boolean> {
  const { status } = await call(base, '/beta/snapshot', { key, headers: { Range: 'bytes=0-1' } })
  return status === 206
}

t.test('a key that is alone has all downloads that there are, and no more', async (t) => {
  const { base, keys, stalled } = await started(t)
  const key = keys.issue('named')
  const all = await stalled(key, MOST)
  t.match(await call(base, '/beta/snapshot', { key }), TOO_MANY)
  t.equal((await call(base, '/beta/offers', { key })).status, 200, 'other requests are answered')
  t.equal((await call(base, '/beta/snapshot', { key, method: 'HEAD' })).status, 200, 'a head is no download')
  for (const download of all) download.destroy()
  await until('one has ended', () => mayDownload(base, key))
})

t.test('if all are taken, whoever has most gives one up for each newcomer', async (t) => {
  const { base, keys, stalled } = await started(t)
  const [many, few] = [keys.issue('named'), keys.issue('named')]
  const ofMany = await stalled(many, MOST - 3)
  const ofFew = await stalled(few, 3)
  const newcomers: IncomingMessage[] = []
  for (let more = 0; more < 3; more++) {
    const newcomer = await openDownload(base, keys.issue('named'))
    newcomer.on('error', () => {})
    newcomers.push(newcomer)
    t.equal(newcomer.statusCode, 200)
  }
  const readable = async (download: IncomingMessage) =>
    new Promise<boolean>((resolve) => {
      download.once('close', () => resolve(download.complete)).resume()
      if (download.closed) resolve(false)
    })
  const whole = await Promise.all(ofMany.map(readable))
  t.equal(whole.filter(Boolean).length, MOST - 6, 'three were cut off, which their clients see')
  t.same(await Promise.all(ofFew.map(readable)), [true, true, true])
  for (const newcomer of newcomers) newcomer.destroy()
})

t.test('named keys behind one address do not share, and forty addresses refuse nobody else', async (t) => {
  const { base, keys } = await started(t, { proxies: ['127.0.0.1'] })
  const ask = async (key: string, address: string) => {
    const fields = [`Authorization: Bearer ${key}`, `X-Forwarded-For: ${address}`]
    const socket = await openSocket(base)
    socket.on('error', () => {})
    t.teardown(() => socket.destroy())
    socket.write(getRequest('/beta/snapshot', fields))
    await once(socket, 'readable')
    const head = String(socket.read(15))
    socket.pause()
    return head
  }
  const demo = keys.issue('demo')
  for (let address = 1; address <= 40; address++) await ask(demo, `192.0.2.${address}`)
  for (let key = 0; key < 2 * MOST; key++) {
    t.equal(await ask(keys.issue('named'), '198.51.100.1'), 'HTTP/1.1 200 OK', `key ${key}`)
  }
})

t.test('pipelined downloads wait for each other, and take one place', async (t) => {
  const { base, keys } = await started(t)
  const key = keys.issue('named')
  const socket = await openSocket(base)
  t.teardown(() => socket.destroy())
  socket.write(getRequest('/beta/snapshot', [`Authorization: Bearer ${key}`]).repeat(MOST + 1))
  await once(socket, 'data')
  socket.pause()
  t.ok(await mayDownload(base, key))
})

t.test('a download whose reader has stopped is closed after some 20 s, and frees its place', async (t) => {
  let now = 0
  const { gateway, base, keys, stalled } = await started(t, { transfers: { clock: () => now } })
  const key = keys.issue('named')
  await stalled(key, MOST)
  t.notOk(await mayDownload(base, key))
  await until('all are closed', async () => {
    now += 1_000
    await gateway.transfers.look()
    return gateway.connections.dropped.slow === MOST
  })
  await until('the next one begins', () => mayDownload(base, key))
})

t.test('without a byte in either direction, a connection is closed whatever it waits for', async (t) => {
  const { base, gateway, keys, stalled } = await started(t)
  const accepted = new Set<Socket>()
  gateway.server.on('connection', (socket) => accepted.add(socket))
  const key = keys.issue('named')
  await stalled(key, MOST)
  // Shorter than that of the server, but only from now on.
  for (const socket of accepted) socket.setTimeout(1_000)
  await until('the gateway has closed one, and the next begins', () => mayDownload(base, key))
})
