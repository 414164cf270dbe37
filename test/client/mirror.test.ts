// A copy of the catalogue, updated each morning from a live gateway, in memory and in a folder.

import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { createOffersClient } from '../../client/index.ts'
import { createMirror, type MirrorStore, memoryStore } from '../../client/mirror/index.ts'
import { folderStore } from '../../client/node/index.ts'
import { happens, seededRandom } from '../../fixtures/generator/seeded-random.ts'
import { records, writeSource } from '../build/support/source.ts'
import { buildRelease } from '../helpers/build.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { startMornings } from '../helpers/mornings.ts'
import { eachOddFile } from '../helpers/odd-files.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const DAYS = inFull ? 120 : 8

/** The copy in a store, in the form of the snapshot. */
async function asSnapshot(store: MirrorStore): Promise<string> {
  const copy = await store.read()
  const meta = { data_as_of: copy?.dataAsOf, attribution: copy?.attribution }
  return (copy?.offers ?? []).map((offer) => `${JSON.stringify({ ...offer, meta })}\n`).join('')
}

t.test(`over ${DAYS} mornings with gaps, corrections and rollbacks every copy is the snapshot`, async (t) => {
  const root = t.testdir()
  const { base, key, keys, publish, rollback } = await startMornings(t, root)
  const folder = join(root, 'copy')
  const stores = { memory: memoryStore(), folder: folderStore(folder), demo: memoryStore() }
  const mirrorOf = (store: MirrorStore, with_ = key) =>
    createMirror(createOffersClient({ baseUrl: base, key: with_ }), { store })
  const demoKey = keys.issue('demo')
  const mirrors = { memory: mirrorOf(stores.memory), demo: mirrorOf(stores.demo, demoKey) }
  const random = seededRandom('mornings of mirrors')
  const seen = { snapshot: 0, changes: 0, nothing: 0, added: 0, changed: 0, removed: 0 }

  const check = async (name: keyof typeof stores) => {
    // The folder is read by another program each time.
    const mirror = name === 'folder' ? mirrorOf(stores.folder) : mirrors[name]
    const before = new Map(((await mirror.copy())?.offers ?? []).map((offer) => [offer.id, offer.updated_at]))
    const { from, added, changed, removed } = await mirror.sync()
    seen[from] += 1
    seen.added += added.length
    seen.changed += changed.length
    seen.removed += removed.length
    for (const { id } of removed) if (!before.delete(id)) t.fail(`${id} was not there to be removed`)
    for (const { id, updated_at } of added) {
      if (before.has(id)) t.fail(`${id} was there already`)
      before.set(id, updated_at)
    }
    for (const { id, updated_at } of changed) {
      if (before.get(id) === updated_at) t.fail(`${id} is unchanged`)
      before.set(id, updated_at)
    }
    const after = new Map((await mirror.find({ ended: true })).map((offer) => [offer.id, offer.updated_at]))
    t.strictSame(new Map([...before].sort()), new Map([...after].sort()), 'the result is the difference')
    const whole = gunzipSync(
      (await call(base, '/beta/snapshot', { key: name === 'demo' ? demoKey : key })).body,
    )
    if ((await asSnapshot(stores[name])) !== whole.toString()) t.fail(`the copy in ${name}`)
  }

  for (let day = 1; day <= DAYS; day++) {
    if (happens(random, 0.1)) continue
    await publish(day)
    await check('memory')
    if (happens(random, 0.3)) await check('folder')
    if (happens(random, 0.2)) {
      await rollback()
      await check('memory')
      await publish(day, (title) => title.length % 5 === 0)
    }
    if (happens(random, 0.2)) await publish(day, (title) => title.length % 7 === 0)
    await check('memory')
    await check('demo')
  }
  await check('folder')
  await check('folder')
  t.ok(seen.changes > DAYS / 2 && seen.snapshot >= 2 && seen.nothing > 0, JSON.stringify(seen))
  t.ok(seen.added > 0 && seen.changed > 0 && seen.removed > 0)
  t.strictSame((await readdir(folder)).toSorted(), ['copy.ndjson'])
})

t.test('sync returns the offers that were added, changed and removed', async (t) => {
  const { base, key, publish } = await startMornings(t)
  const mirror = createMirror(createOffersClient({ baseUrl: base, key }))
  t.equal(await mirror.copy(), undefined)
  await t.rejects(mirror.find(), { name: 'OffersError', code: 'no_copy' })
  await t.rejects(mirror.get('off_0000000000000000'), { code: 'no_copy' })
  const [first, same] = await Promise.all([mirror.sync(), mirror.sync()])
  t.equal(same.from, 'nothing', 'two calls at a time follow each other')
  t.match(first, { from: 'snapshot', changed: { length: 0 }, removed: { length: 0 } })
  t.equal(first.added.length, (await mirror.find({ ended: true })).length)
  t.match(await mirror.sync(), {
    from: 'nothing',
    added: { length: 0 },
    changed: { length: 0 },
    removed: { length: 0 },
    dataAsOf: first.dataAsOf,
  })
  await publish(1, (title) => title.length % 3 === 0)
  const second = await mirror.sync()
  t.equal(second.from, 'changes')
  t.ok(second.removed.length > 0)
  for (const offer of second.removed) {
    t.ok(['withdrawn', 'expired'].includes(offer.status), offer.status)
    t.equal(await mirror.get(offer.id), undefined)
  }
  for (const offer of [...second.added, ...second.changed]) t.strictSame(await mirror.get(offer.id), offer)
})

t.test('a damaged copy is an error with a code, and the next sync repairs it', async (t) => {
  const root = t.testdir()
  const { base, key } = await startMornings(t, root)
  const folder = join(root, 'deep', 'copy')
  const store = folderStore(folder)
  t.equal(await store.read(), undefined, 'neither is a missing folder')
  const sync = () => createMirror(createOffersClient({ baseUrl: base, key }), { store }).sync()
  t.equal((await sync()).from, 'snapshot')
  const file = join(folder, 'copy.ndjson')
  const good = readFileSync(file, 'utf8')
  const factsAt = good.lastIndexOf('\n') + 1
  const damage: [what: string, text: string][] = [
    ['a line is missing', good.slice(good.indexOf('\n') + 1)],
    ['a title is another one', good.replace('"title":"', '"title":"x')],
    ['the last half is missing', good.slice(0, good.length / 2)],
    ['nothing', ''],
    ['no facts', good.slice(0, factsAt)],
    ['half the facts', good.slice(0, factsAt + 20)],
    ['facts of nothing', `${good.slice(0, factsAt)}null`],
    ['facts of another form', `${good.slice(0, factsAt)}{"regions":{}}`],
  ]
  for (const [what, text] of damage) {
    t.equal((await sync()).from, 'nothing')
    writeFileSync(file, text)
    await t.rejects(store.read(), { name: 'OffersError', code: 'damaged_copy' }, what)
    t.equal((await sync()).from, 'snapshot', what)
    t.equal(readFileSync(file, 'utf8'), good)
  }
  await rm(file)
  t.equal(await store.read(), undefined, 'a file that is gone')
  await eachOddFile(t, file, async (kind) => {
    await t.rejects(store.read(), { code: 'damaged_copy', message: `${file} is no regular file` }, kind)
  })
})

t.test('if the store cannot be written, the copy stays unchanged', async (t) => {
  const { base, key, publish } = await startMornings(t)
  const inner = memoryStore()
  let full = false
  const store: MirrorStore = {
    read: inner.read,
    write: async (copy) => {
      if (full) throw new Error('disk full')
      await inner.write(copy)
    },
  }
  const mirror = createMirror(createOffersClient({ baseUrl: base, key }), { store })
  const { dataAsOf } = await mirror.sync()
  await publish(1)
  full = true
  await t.rejects(mirror.sync(), { message: 'disk full' })
  t.equal((await mirror.copy())?.dataAsOf, dataAsOf)
  full = false
  t.equal((await mirror.sync()).from, 'changes', 'the next sync succeeds')
})

t.test(
  'a sample becomes the whole catalogue with another key, on the same day and on a later one',
  async (t) => {
    const root = t.testdir()
    const out = join(root, 'out')
    const build = (count: number, asOf: string) => {
      const source = writeSource(join(root, asOf), { offers: records(count) })
      return buildRelease({ source, out, asOf })
    }
    await build(120, '2026-09-01T10:00:00Z')
    const { base, keys, gateway } = await startGateway(t, out)
    for (const laterDay of [false, true]) {
      const store = memoryStore()
      const mirrorWith = (key: string) => createMirror(createOffersClient({ baseUrl: base, key }), { store })
      const sample = mirrorWith(keys.issue('demo'))
      t.match(await sample.sync(), { from: 'snapshot', added: { length: 100 } })
      t.match(await sample.sync(), { from: 'nothing' })
      if (laterDay) {
        await build(121, '2026-09-02T10:00:00Z')
        await gateway.catalogue.refresh()
      }
      const whole = mirrorWith(keys.issue('named'))
      const count = laterDay ? 121 : 120
      t.match(await whole.sync(), { from: 'snapshot', added: { length: count - 100 } })
      t.match(await whole.copy(), { offers: { length: count }, sampleOf: undefined })
      t.match(await whole.sync(), { from: 'nothing' })
    }
  },
)
