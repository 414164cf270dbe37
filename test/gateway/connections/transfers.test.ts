import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { type Transfer, Transfers } from '../../../gateway/connections/transfers.ts'
import { readUnsentBytes } from '../../../gateway/connections/unsent-bytes.ts'
import { listening } from '../../helpers/listening.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { until } from '../../helpers/until.ts'

t.setTimeout(SHORT_MS)

/** A watched answer to a client that reads nothing until the test does. */
async function answerUnderWay(t: Test) {
  let now = 0
  /** What the system buffers for the client, as the test says. */
  let queued = 0
  const ended: string[] = []
  const transfers = new Transfers({
    clock: () => now,
    unsentBytes: async () => () => queued,
    onEnd: (_socket, reason) => ended.push(reason),
  })
  let begun: { transfer: Transfer; res: ServerResponse } | undefined
  const server = createServer((_req, res) => {
    const transfer = transfers.begin(res, 'a')
    res.writeHead(200, { 'Content-Length': 100_000_000 })
    res.flushHeaders()
    transfers.watch(transfer)
    begun = { transfer, res }
  })
  const client = connect(await listening(t, server), '127.0.0.1')
  t.teardown(() => client.destroy())
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(client, 'readable')
  if (!begun) throw new Error('no request')
  const { transfer, res } = begun as { transfer: Transfer; res: ServerResponse }
  /** Lets seconds pass, with a look at the end of each. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      await transfers.look()
    }
  }
  const send = (bytes: number) => new Promise((sent) => res.write(Buffer.alloc(bytes), sent))
  const queue = (bytes: number) => {
    queued = bytes
  }
  return { transfers, transfer, res, client, pass, send, queue, ended }
}

t.test('a client that has stopped is closed after 20 s', async (t) => {
  const { res, pass, send, queue, ended } = await answerUnderWay(t)
  await send(200_000)
  queue(200_000)
  await pass(20)
  t.same(ended, [])
  await pass(10)
  t.same(ended, ['slow'])
  await until('the connection is closed', () => res.closed)
})

t.test('so is one that takes 4 kB every 19 s', async (t) => {
  const { pass, send, queue, ended } = await answerUnderWay(t)
  await send(200_000)
  queue(200_000)
  for (let left = 196_000; ended.length === 0 && left > 180_000; left -= 4_000) {
    await pass(19)
    queue(left)
  }
  t.same(ended, ['slow'])
})

t.test('one that takes 5 kB a second is not, however much the system buffers for it', async (t) => {
  const { pass, send, queue, ended } = await answerUnderWay(t)
  await send(1_500_000)
  for (let left = 1_500_000; left > 0; left -= 50_000) {
    queue(left)
    await pass(10)
  }
  t.same(ended, [])
})

t.test('one that waits for the origin is not slow', async (t) => {
  const { pass, send, ended } = await answerUnderWay(t)
  await send(1_000)
  await pass(300)
  t.same(ended, [])
})

t.test('an answer has come as far as bytes were taken, and stands still from then on', async (t) => {
  const { transfer, pass, send, queue } = await answerUnderWay(t)
  await pass(3)
  t.equal(transfer.stillMs, 2_000, 'the head was taken')
  await send(70_000)
  t.ok(transfer.taken >= 70_000)
  queue(70_000)
  await pass(6)
  t.equal(transfer.stillMs, 5_000)
  queue(60_000)
  await pass(5)
  t.equal(transfer.stillMs, 4_000, 'what arrives late from the buffers of the system is progress as well')
})

t.test('a client whose answer is still made does not stand still', async (t) => {
  const { transfers, res, pass } = await answerUnderWay(t)
  const transfer = transfers.begin(res, 'a')
  await pass(3)
  t.equal(transfer.stillMs, 0)
})

t.test('an answer that has begun is cut off for others, one that has not is refused', async (t) => {
  const { transfer, res, ended } = await answerUnderWay(t)
  transfer.end()
  t.same(ended, ['room'])
  await until('the connection is closed', () => res.closed)
  t.throws(() => transfer.throwIfEnded(), { name: 'TooManyDownloads' })
})

t.test('a caller holds bodies only until its answer is made, and none if one is too many', async (t) => {
  const { transfers, res } = await answerUnderWay(t)
  const huge = () => ({ size: 64 * 1024 * 1024 })
  const release = transfers.holdBodies(res, 'a', [huge(), huge()])
  t.throws(() => transfers.holdBodies(res, 'a', [huge()]), { name: 'TooManyDownloads' })
  release()
  const shared = huge()
  t.throws(() => transfers.holdBodies(res, 'a', [shared, huge(), huge()]), { name: 'TooManyDownloads' })
  const first = transfers.holdBodies(res, 'a', [huge(), huge()])
  transfers.holdBodies(res, '', [huge(), huge()])()
  transfers.holdBodies(res, 'a', [{ size: 256 * 1024 }])()
  const newcomer = transfers.holdBodies(res, 'b', [huge()])
  t.throws(first, { name: 'TooManyDownloads' }, 'a had to give way')
  newcomer()
})

t.test(
  'the system says what a client has not taken, by IPv4 and IPv6',
  { skip: !existsSync('/proc/self/net/tcp') && 'needs /proc' },
  async (t) => {
    for (const host of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      let accepted: Socket | undefined
      const server = createServer()
      server.on('connection', (socket) => {
        accepted = socket
      })
      server.listen(0, host === '127.0.0.1' ? host : '::')
      t.teardown(() => server.close())
      await once(server, 'listening')
      const address = server.address()
      const client = connect(
        typeof address === 'object' ? (address?.port ?? 0) : 0,
        host.replace('::ffff:', ''),
      )
      t.teardown(() => client.destroy())
      client.pause()
      await until('it is connected', () => accepted !== undefined)
      if (!accepted) continue
      const socket = accepted
      t.equal((await readUnsentBytes())(socket), 0)
      socket.write(Buffer.alloc(10_000_000))
      await until('bytes are unsent', async () => (await readUnsentBytes())(socket) > 0)
      let read = 0
      client.on('data', (chunk: Buffer) => {
        read += chunk.length
      })
      client.resume()
      await until('all are read', () => read === 10_000_000)
      await until('none is unsent', async () => (await readUnsentBytes())(socket) === 0)
    }
  },
)
