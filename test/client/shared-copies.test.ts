// A copy in a folder, which one process updates and another one searches.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type CatalogueCopy, createMirror, type MirrorStore, memoryStore } from '../../client/mirror/index.ts'
import { folderStore } from '../../client/node/index.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { DAY, offerOf, pageAnswer, scriptedClient } from './support/scripted-fetch.ts'
import { stillClock } from './support/still-clock.ts'

const client = (clock = stillClock()) =>
  scriptedClient(() => Promise.reject(new Error('no request goes over the network')), { clock }).client

/** A copy of a day of September with as many offers as the number of the day. */
const copyOf = (day: number): CatalogueCopy => ({
  dataAsOf: `2026-09-0${day}T10:00:00.000Z`,
  attribution: 'Data of example.org',
  etag: undefined,
  regions: {},
  offers: Array.from({ length: day }, (_, id) => ({
    ...offerOf(id),
    terms: { text: null },
    valid_from: null,
    valid_until: null,
    url: null,
  })) as never,
})

function searching(t: Test) {
  const folder = t.testdir()
  const clock = stillClock()
  const store = folderStore(folder)
  let reads = 0
  const counted: MirrorStore = {
    ...store,
    read: () => {
      reads += 1
      return store.read()
    },
  }
  const mirror = createMirror(client(clock), { store: counted, clock })
  return { folder, clock, mirror, writer: folderStore(folder), reads: () => reads }
}

t.test('a copy that another process wrote is found a second later, and read only then', async (t) => {
  const { clock, mirror, writer, reads } = searching(t)
  await t.rejects(mirror.find(), { code: 'no_copy' })
  await writer.write(copyOf(1))
  t.equal((await mirror.find()).length, 1, 'the first copy at once')
  await writer.write(copyOf(2))
  clock.pass(999)
  t.equal((await mirror.find()).length, 1)
  clock.pass(1)
  t.equal((await mirror.find()).length, 2)
  t.equal((await mirror.get('off_1'))?.id, 'off_1')
  const before = reads()
  for (let seconds = 0; seconds < 10; seconds++) {
    clock.pass(1000)
    await Promise.all([mirror.find(), mirror.find(), mirror.get('off_1')])
  }
  t.equal(reads(), before, 'a copy that stays the same is not read again')
  clock.pass(-3_600_000)
  await writer.write(copyOf(3))
  t.equal((await mirror.find()).length, 3, 'also after the clock was set back')
})

t.test('a copy that was removed is not searched any more, and a failed read is tried again', async (t) => {
  const { folder, clock, mirror, writer } = searching(t)
  await writer.write(copyOf(2))
  await mirror.find()
  const file = join(folder, 'copy.ndjson')
  writeFileSync(file, '')
  clock.pass(1000)
  await t.rejects(mirror.find(), { code: 'damaged_copy' })
  rmSync(file)
  await t.rejects(mirror.find(), { code: 'no_copy' })
  await writer.write(copyOf(3))
  t.equal((await mirror.find()).length, 3)
  let isBroken = true
  const broken: MirrorStore = {
    ...writer,
    version: () => (isBroken ? Promise.reject(new Error('EIO')) : Promise.resolve('1')),
  }
  const other = createMirror(client(), { store: broken, clock: stillClock() })
  await t.rejects(other.find(), { message: 'EIO' })
  isBroken = false
  t.equal((await other.find()).length, 3)
})

t.test('a copy is exchanged in one step: until the new one is whole, the old one is there', async (t) => {
  const { folder, writer } = searching(t)
  const file = join(folder, 'copy.ndjson')
  await writer.write(copyOf(1))
  const before = readFileSync(file)
  const next = copyOf(2)
  function* offers() {
    yield* next.offers
    t.ok(readFileSync(file).equals(before))
  }
  await writer.write({ ...next, offers: offers() as never })
  t.equal((await writer.read())?.offers.length, 2)
  t.strictSame(readdirSync(folder), ['copy.ndjson'])
})

t.test('a store without versions is read until it holds a copy, and not again', async (t) => {
  const inner = memoryStore()
  let reads = 0
  const store: MirrorStore = {
    write: inner.write,
    read: () => {
      reads += 1
      return inner.read()
    },
  }
  const clock = stillClock()
  const mirror = createMirror(client(clock), { store, clock })
  t.equal(await mirror.copy(), undefined)
  await store.write(copyOf(1))
  for (let seconds = 0; seconds < 5; seconds++) {
    clock.pass(1000)
    t.equal((await mirror.find()).length, 1)
  }
  t.equal(reads, 2)
})

t.test('a catalogue without offers is a copy like any other', async (t) => {
  const empty = gzipSync('')
  t.equal(gunzipSync(empty).length, 0)
  const next = '2026-09-02T10:00:00.000Z'
  let [day, total, policy] = [DAY, 0, 'demo']
  const { client, asked } = scriptedClient(({ url }) => {
    if (url.pathname.endsWith('/snapshot'))
      return new Response(empty, { headers: { etag: '"empty"', 'repr-digest': reprDigestOf(empty) } })
    const answer = pageAnswer({ total, limit: 1, day })
    answer.headers.set('ratelimit', `"${policy}";r=9;t=9`)
    return answer
  })
  const store = folderStore(t.testdir())
  const mirror = createMirror(client, { store })
  t.match(await mirror.sync(), { from: 'snapshot', added: { length: 0 }, dataAsOf: DAY })
  t.strictSame(await mirror.find(), [])
  t.match(await store.read(), { dataAsOf: DAY, attribution: 'Data of example.org', offers: { length: 0 } })
  day = next
  t.match(await mirror.sync(), { from: 'snapshot', dataAsOf: next }, 'the file is the same, the day is not')
  policy = 'named'
  t.match(await mirror.sync(), { from: 'nothing', dataAsOf: next })

  total = 1
  const other = createMirror(client)
  asked.length = 0
  await t.rejects(other.sync(), { code: 'catalogue_changing' }, 'a list with offers is of another day')
  t.equal(asked.filter(({ url }) => url.pathname.endsWith('/snapshot')).length, 4)
})
