import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { POINTER_PATH } from '../../../contract/release/layout.ts'
import { Catalogue } from '../../../gateway/catalogue/catalogue.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { until } from '../../helpers/until.ts'

/** A catalogue over a folder, and its events. */
function watched(t: Test, root: string, pollMs = 3_600_000) {
  const origin = folderOrigin(root)
  const done = { looks: 0, taken: 0, failures: [] as string[] }
  const readPointer = origin.reader.pointer.bind(origin.reader)
  origin.reader.pointer = () => {
    done.looks += 1
    return readPointer()
  }
  const events = {
    swapped: () => {
      done.taken += 1
    },
    failed: (message: string) => void done.failures.push(message),
  }
  const catalogue = new Catalogue(origin, { cacheBytes: 1_000_000, pollMs, events })
  t.teardown(() => catalogue.stop())
  return { catalogue, done }
}

t.test('simultaneous checks are one check, and take a release once', async (t) => {
  const root = t.testdir()
  publishTinyRelease(root)
  const { catalogue, done } = watched(t, root)
  await Promise.all([catalogue.refresh(), catalogue.refresh(), catalogue.watch()])
  t.match(done, { looks: 1, taken: 1, failures: { length: 0 } })
  await catalogue.refresh()
  t.match(done, { looks: 2, taken: 1 }, 'the current release is not taken again')
})

t.test('a missing pointer is a failure, and the current release stays', async (t) => {
  const root = t.testdir()
  const { catalogue, done } = watched(t, root)
  await catalogue.refresh()
  t.same(done.failures, [`no release was ever published in ${root}`])
  const { pointer } = publishTinyRelease(root)
  await catalogue.refresh()
  rmSync(join(root, POINTER_PATH))
  await catalogue.refresh()
  t.same(done.failures.slice(1), ['latest.json is gone'])
  t.equal(catalogue.current?.manifest.id, pointer.release, 'it stays')
})

t.test('a folder that is missing is named', async (t) => {
  const root = join(t.testdir({}), 'nowhere')
  const { catalogue, done } = watched(t, root)
  await catalogue.refresh()
  t.same(done.failures, [`${root}: no such folder`])
})

t.test('it checks the pointer regularly', async (t) => {
  const root = t.testdir()
  publishTinyRelease(root)
  const { catalogue, done } = watched(t, root, 1)
  await catalogue.watch()
  await until('it has checked again', () => done.looks > 2)
})
