// Several callers of sync, each with its own signal.

import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { createOffersClient } from '../../client/index.ts'
import { createMirror, type MirrorStore, memoryStore } from '../../client/mirror/index.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { DAY, offerOf, scriptedFetch } from './support/scripted-fetch.ts'
import { stillClock } from './support/still-clock.ts'

const META = { data_as_of: DAY, attribution: 'x' }
const PAGE_META = { ...META, total: 0, offset: 0 }
const FILE = gzipSync(`${JSON.stringify({ ...offerOf(1), meta: META })}\n`)

/** A mirror whose snapshot comes when the test says so. */
function slowMirror(store: MirrorStore = memoryStore()) {
  const waiting: (() => void)[] = []
  const { fetch: scripted, asked } = scriptedFetch(async ({ url }) => {
    if (!url.pathname.endsWith('/snapshot')) return Response.json({ data: [], meta: PAGE_META })
    await new Promise<void>((resolve) => waiting.push(resolve))
    return new Response(FILE, { headers: { etag: '"a"', 'repr-digest': reprDigestOf(FILE) } })
  })
  const ended: unknown[] = []
  const client = createOffersClient({
    baseUrl: 'https://api.example',
    key: 'x',
    clock: stillClock(),
    fetch: (input, init) => {
      init?.signal?.addEventListener('abort', () => ended.push(init.signal?.reason))
      return scripted(input, init)
    },
  })
  const answer = async (isOver = () => false) => {
    while (waiting.length === 0 && !isOver()) await turn()
    for (const go of waiting.splice(0)) go()
  }
  return { mirror: createMirror(client, { store, clock: stillClock() }), answer, asked, ended }
}

const REASON = new Error('enough')
const aborting = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(REASON) }
}

t.test('a caller that gives up, first or last, ends only its own call', async (t) => {
  for (const leaving of [0, 1, 2]) {
    const { mirror, answer } = slowMirror()
    const callers = [aborting(), aborting(), aborting()]
    const calls = callers.map(({ signal }) => mirror.sync({ signal }))
    const gone = t.rejects(async () => await calls[leaving], REASON)
    await turn()
    callers[leaving]?.abort()
    await gone
    let isOver = false
    const rest = Promise.all(calls.filter((_, index) => index !== leaving)).finally(() => {
      isOver = true
    })
    while (!isOver) await answer(() => isOver)
    t.match(await rest, [{ from: 'snapshot', added: [{ id: 'off_1' }] }, { from: 'nothing' }])
  }
})

t.test('once all callers have given up, the requests end, and the next call begins its own', async (t) => {
  const { mirror, answer, asked, ended } = slowMirror()
  const callers = [aborting(), aborting()]
  const calls = callers.map(({ signal }) => t.rejects(mirror.sync({ signal }), REASON))
  while (asked.length === 0) await turn()
  for (const { abort } of callers) abort()
  await Promise.all(calls)
  t.strictSame(ended, [REASON])
  const next = mirror.sync()
  await answer()
  await answer()
  t.match(await next, { from: 'snapshot', added: [{ id: 'off_1' }] })
})

t.test('a call waits for an abandoned one that still writes', async (t) => {
  const inner = memoryStore()
  const writes: string[] = []
  let finish = () => {}
  const store: MirrorStore = {
    read: inner.read,
    write: async (copy) => {
      writes.push('begun')
      if (writes.length === 1)
        await new Promise<void>((resolve) => {
          finish = resolve
        })
      await inner.write(copy)
      writes.push('done')
    },
  }
  const { mirror, answer } = slowMirror(store)
  const { signal, abort } = aborting()
  const abandoned = t.rejects(mirror.sync({ signal }), REASON)
  await answer()
  while (writes.length === 0) await turn()
  abort()
  await abandoned
  const next = mirror.sync()
  for (let turns = 0; turns < 10; turns++) await turn()
  t.strictSame(writes, ['begun'])
  finish()
  t.equal((await next).dataAsOf, DAY)
  t.strictSame(writes, ['begun', 'done'], 'it finds the day that was written')
})

t.test('a signal that has fired already prevents any request', async (t) => {
  const { mirror, asked } = slowMirror()
  await t.rejects(mirror.sync({ signal: AbortSignal.abort(REASON) }), REASON)
  t.equal(asked.length, 0)
})
