import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { folderReader } from '../../../contract/release/folder-reader.ts'
import { objectPath } from '../../../contract/release/layout.ts'
import { AnswerCache } from '../../../gateway/catalogue/answer-cache.ts'
import { LOOKS_A_ROUND, ObjectWatch } from '../../../gateway/catalogue/object-watch.ts'
import { Release } from '../../../gateway/catalogue/release.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { messageOf } from '../../../lib/errors.ts'
import { StalledFileError } from '../../../lib/files/file-errors.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

t.setTimeout(BUSY_MS)

/** A watch over a folder, with what it reports. */
async function watched(t: Test, offers?: number) {
  const root = t.testdir({})
  const { pointer } = publishTinyRelease(root, offers ? { offers } : {})
  const origin = folderOrigin(root)
  const reported: string[] = []
  const watch = new ObjectWatch(origin, {
    failed: (error) => reported.push(messageOf(error)),
    recovered: () => reported.push('fine'),
  })
  const loaded = await folderReader(root).load(pointer)
  const objects = new Set(
    Array.from(loaded.table.entries(), ({ digest, storage }) => objectPath(digest, storage)),
  )
  const release = new Release(loaded, { origin, cache: new AnswerCache(1) })
  /** Looks at every object. */
  const lookAtAll = () => watch.look(release, release.table.count)
  return { root, origin, watch, release, objects: [...objects], reported, lookAtAll }
}

t.test('a whole folder has no fault, however often it is looked at', async (t) => {
  const { watch, release, reported } = await watched(t)
  await watch.look(undefined)
  t.strictSame(reported, [])
  for (let look = 0; look < 50; look += 1) await watch.look(release)
  t.equal(watch.damaged, 0)
  t.strictSame(new Set(reported), new Set(['fine']))
})

t.test('a missing object is seen, named, and forgotten once it is back', async (t) => {
  const { root, watch, release, objects, reported, lookAtAll } = await watched(t)
  const [lost = ''] = objects
  rmSync(join(root, lost))
  await lookAtAll()
  t.equal(watch.damaged, 1)
  t.equal(reported.at(-1), `${lost}: missing`)
  publishTinyRelease(root)
  await watch.look(release)
  t.equal(watch.damaged, 0)
  t.equal(reported.at(-1), 'fine')
})

t.test('a lost folder is seen by later looks, and at most 100 objects are remembered', async (t) => {
  const { root, watch, release } = await watched(t, 1_250)
  await watch.look(release)
  t.equal(watch.damaged, 0)
  rmSync(join(root, 'objects'), { recursive: true })
  await watch.look(release)
  t.ok((watch.damaged ?? 0) > 0, 'by the next look')
  for (let look = 0; look < 50; look += 1) await watch.look(release)
  t.equal(watch.damaged, 100)
  publishTinyRelease(root, { offers: 1_250 })
  await watch.look(release)
  t.equal(watch.damaged, 0)
})

t.test('a round looks at every object, with bounded work, within an hour', async (t) => {
  const { origin, release, objects } = await watched(t, 600)
  const asked = new Set<string>()
  const watch = new ObjectWatch(
    {
      storedSize: async (entry) => {
        asked.add(objectPath(entry.digest, entry.storage))
        return origin.storedSize?.(entry)
      },
    },
    { failed: () => {}, recovered: () => {} },
  )
  await watch.look(release)
  t.ok(asked.size <= 10)
  for (let look = 1; look < release.table.count / 10; look += 1) await watch.look(release)
  t.strictSame([...asked].toSorted(), objects.toSorted())
  t.ok(LOOKS_A_ROUND < 3_600, 'a look takes place each second')
})

t.test('an object that is cut off is seen if its size is known, and any that is empty', async (t) => {
  const { root, watch, objects, lookAtAll } = await watched(t)
  const snapshot = objects.find((path) => !path.endsWith('.gz')) ?? ''
  const page = objects.find((path) => path.endsWith('.gz')) ?? ''
  truncateSync(join(root, snapshot), 10)
  await lookAtAll()
  t.equal(watch.fault, `${snapshot}: cut off, 10 bytes are left`)
  publishTinyRelease(root)
  truncateSync(join(root, page), 0)
  await lookAtAll()
  t.equal(watch.fault, `${page}: cut off, 0 bytes are left`)
})

t.test('a file system that does not answer is no damage', async (t) => {
  const { origin, release, reported } = await watched(t)
  let isAway = true
  const watch = new ObjectWatch(
    {
      storedSize: async (entry) => {
        if (isAway) throw new StalledFileError('away')
        return origin.storedSize?.(entry)
      },
    },
    { failed: (error) => reported.push(messageOf(error)), recovered: () => {} },
  )
  await watch.look(release)
  await watch.look(release)
  isAway = false
  for (let look = 0; look < 20; look += 1) await watch.look(release)
  t.strictSame(reported, [])
})

t.test('a look that the file system does not let finish ends no outage', async (t) => {
  const { release, reported } = await watched(t)
  const storedSize = async () => {
    throw new StalledFileError('away')
  }
  const watch = new ObjectWatch(
    { storedSize },
    { failed: () => t.fail('nothing fails'), recovered: () => reported.push('fine') },
  )
  await watch.look(release)
  t.strictSame(reported, [])
})

t.test('an origin that is no folder is not looked at', async (t) => {
  const { release } = await watched(t)
  const watch = new ObjectWatch({}, { failed: () => t.fail('nothing fails'), recovered: () => {} })
  await watch.watch(() => release)
  t.equal(watch.damaged, undefined)
})
