// Snapshots through the proxy, from an origin that misbehaves in many ways.

import t from 'tap'
import { remoteOrigin, snapshotFault } from '../../../gateway/origin/remote-origin.ts'
import { holdTimers } from '../../helpers/held-timer.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'
import { downloads } from './download.ts'
import { type Fault, fakeOrigin } from './fake-origin.ts'
import { breakAfter, faultyOrigin, half, SNAPSHOT, stall } from './faulty-origin.ts'
import { originContract } from './origin-contract.ts'

t.setTimeout(SHORT_MS)

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'

/** No other timer takes this long. */
const IDLE_MS = 4_321

t.test('an origin below a path', async (t) => {
  originContract(t, async (t, root) => {
    const origin = remoteOrigin((await fakeOrigin(t, root)).url)
    t.teardown(() => origin.close())
    return origin
  })
})

t.test('a faulty answer of the origin for a snapshot is a 502, before anything is sent', async (t) => {
  const { origin, misbehave, snapshot, fake } = await faultyOrigin(t)
  const download = await downloads(t, origin, snapshot)
  const faults: [RegExp, Fault][] = [
    [/status 500/, (res) => res.writeHead(500).end('sorry')],
    [/status 302/, (res) => res.writeHead(302, { Location: '/prefix/latest.json' }).end()],
    [/status 206/, (res, file) => res.writeHead(206).end(file)],
    [/7 bytes/, (res) => res.writeHead(200, { 'Content-Length': 7 }).end('too few')],
    [/socket hang up/, (res) => res.destroy()],
    [/ended without an answer/, (res) => res.socket?.end(SWITCH)],
  ]
  for (const [message, fault] of faults) {
    misbehave(snapshot, fault)
    const { status, body, error } = await download()
    t.match({ status, body: String(body) }, { status: 502, body: 'origin_unavailable' }, String(message))
    t.match(error, { name: 'OriginError', cause: { message } })
  }
  misbehave(snapshot, (res, file) => res.writeHead(200, { 'Content-Length': file.length }).end(file))
  t.match(await download({ first: 1, last: 2 }), { status: 502 }, 'the whole is not the part')
  fake.faults.clear()
  await fake.stop()
  t.match(await download(), { status: 502, error: { cause: { message: /ECONNREFUSED/ } } })
  await fake.start()
  t.match(await download(), { status: 200, complete: true, error: undefined })
})

t.test('a snapshot that breaks off or is altered on its way never ends properly', async (t) => {
  const { origin, misbehave, snapshot } = await faultyOrigin(t)
  const download = await downloads(t, origin, snapshot)
  const faults: Fault[] = [
    (res, file) => breakAfter(res.writeHead(200, { 'Content-Length': file.length }), half(file)),
    (res, file) => breakAfter(res.writeHead(200), half(file)),
    (res, file) => res.writeHead(200).end(half(file)),
    (res, file) => res.writeHead(200).end(Buffer.concat([file, file])),
    (res, file) => res.writeHead(200).end(Buffer.alloc(file.length)),
  ]
  for (const fault of faults) {
    misbehave(snapshot, fault)
    const { complete, body, error } = await download()
    t.match({ complete, error }, { complete: false, error: { name: 'OriginError' } })
    t.ok(body.length < snapshot.size)
  }
  misbehave(snapshot, (res, file) =>
    res.writeHead(206, { 'Content-Range': `bytes 0-99/${file.length}` }).end(file.subarray(0, 50)),
  )
  t.match(await download({ first: 0, last: 99 }), { complete: false, error: { name: 'OriginError' } })
})

t.test(
  'an origin that becomes silent, at once or midway, is waited for only as long as allowed',
  async (t) => {
    const { origin, misbehave, snapshot } = await faultyOrigin(t, IDLE_MS)
    const download = await downloads(t, origin, snapshot)
    const silent = { message: /: silent for 4321 ms$/ }
    const timers = holdTimers(t, IDLE_MS)

    const asked = new Promise<void>((resolve) => misbehave(snapshot, () => resolve()))
    const refused = download()
    await asked
    timers[0]?.end()
    t.match(await refused, { status: 502, error: silent })

    misbehave(snapshot, stall)
    const broken = download()
    // The second one waits for the head, the third for the body.
    await until('the first bytes have come', () => timers[2]?.refreshed === 1)
    timers[2]?.end()
    t.match(await broken, { complete: false, error: silent })
  },
)

t.test('for a client that has left already there is no request', async (t) => {
  const { origin, fake, snapshot } = await faultyOrigin(t)
  const gone = AbortSignal.abort(new Error('left'))
  const client = { gone, pass: () => t.fail('nothing is passed on') }
  await t.rejects(origin.openSnapshot(snapshot, undefined, client), { message: 'left' })
  t.same(fake.seen, [])
})

t.test('the connection of a refused answer is closed', async (t) => {
  const { origin, misbehave, snapshot } = await faultyOrigin(t)
  const download = await downloads(t, origin, snapshot)
  const closed = new Promise((resolve) => {
    misbehave(snapshot, (res) => void res.once('close', resolve).writeHead(500).write('without end'))
  })
  t.match(await download(), { status: 502 })
  await closed
})

t.test('a Content-Encoding that a store declares for a gzip file is ignored', async (t) => {
  const { origin, release, misbehave, snapshot } = await faultyOrigin(t)
  misbehave(snapshot, (res, file) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(file))
  const { complete, body, headers } = await (await downloads(t, origin, snapshot))()
  t.ok(complete && release.bodies.get(SNAPSHOT)?.equals(body))
  t.notOk('content-encoding' in headers)
})

t.test('a client that leaves aborts the request to the origin', async (t) => {
  const { origin, misbehave, snapshot } = await faultyOrigin(t)
  const download = await downloads(t, origin, snapshot)
  for (const fault of [() => {}, stall]) {
    const leaving = new AbortController()
    const calledOff = new Promise((resolve) => {
      misbehave(snapshot, (res, file, req) => {
        res.once('close', resolve)
        fault(res, file, req)
        leaving.abort()
      })
    })
    const { error } = await download(undefined, { signal: leaving.signal })
    await calledOff
    t.match(error, { code: 'ERR_STREAM_PREMATURE_CLOSE' }, 'a fault of neither side')
  }
})

const SIZE = 1000
const PART = { first: 10, last: 19 }
const PART_HEADERS = { 'content-range': 'bytes 10-19/1000', 'content-length': '10' }

t.test('the whole is a 200 with the right length, or without a length', async (t) => {
  t.equal(
    snapshotFault({ statusCode: 200, headers: { 'content-length': '1000' } }, SIZE, undefined),
    undefined,
  )
  t.equal(snapshotFault({ statusCode: 200, headers: {} }, SIZE, undefined), undefined)
  t.match(
    snapshotFault({ statusCode: 200, headers: { 'content-length': '999' } }, SIZE, undefined),
    /999 bytes/,
  )
  for (const statusCode of [204, 206, 301, 304, 403, 404, 500, 503]) {
    t.match(snapshotFault({ statusCode, headers: {} }, SIZE, undefined), `status ${statusCode}`)
  }
})

t.test('a part is a 206 with exactly the requested range', async (t) => {
  t.equal(snapshotFault({ statusCode: 206, headers: PART_HEADERS }, SIZE, PART), undefined)
  t.match(snapshotFault({ statusCode: 200, headers: { 'content-length': '1000' } }, SIZE, PART), /status 200/)
  t.match(snapshotFault({ statusCode: 206, headers: {} }, SIZE, PART), /no range/)
  for (const range of ['bytes 0-9/1000', 'bytes 10-18/1000', 'bytes 10-19/999', 'bytes 10-19/*']) {
    const headers = { ...PART_HEADERS, 'content-range': range }
    t.match(snapshotFault({ statusCode: 206, headers }, SIZE, PART), range)
  }
  const longer = { ...PART_HEADERS, 'content-length': '11' }
  t.match(snapshotFault({ statusCode: 206, headers: longer }, SIZE, PART), /11 bytes/)
})
