import t, { type Test } from 'tap'
import { POINTER_PATH } from '../../../contract/release/layout.ts'
import { Catalogue } from '../../../gateway/catalogue/catalogue.ts'
import { PointerTurns, REST_MS } from '../../../gateway/catalogue/pointer-turns.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

const [OLD, NEW, NEXT] = ['20260901T100000000Z-a', '20260902T100000000Z-b', '20260903T100000000Z-c']

/** A gateway that polls every two seconds, and takes what it may. */
function gateway() {
  let now = Date.parse('2026-09-02T10:00:00Z')
  let current: string | undefined
  const turns = new PointerTurns(() => now)
  const poll = (named: string, seconds = 2) => {
    now += seconds * 1000
    if (turns.follows(named, current)) current = named
    return current
  }
  return { turns, poll }
}

t.test('new releases and a rollback are followed at once', async (t) => {
  const { turns, poll } = gateway()
  for (const named of [OLD, NEW, OLD, OLD]) t.equal(poll(named), named)
  t.equal(turns.total, 1)
  t.equal(poll(NEXT, 3600), NEXT)
})

t.test('a pointer that goes back and forth leaves the newer release, until it rests', async (t) => {
  const { turns, poll } = gateway()
  for (const named of [OLD, NEW, OLD]) poll(named)
  for (let again = 0; again < 100; again++) {
    t.equal(poll(NEW), NEW)
    t.equal(poll(OLD), NEW)
  }
  t.equal(turns.total, 201)
  for (let seconds = 2; seconds < REST_MS / 1000; seconds += 2) t.equal(poll(OLD), NEW)
  t.equal(poll(OLD), OLD, 'it has rested')
})

t.test('a newer release is taken even while the pointer does not rest', async (t) => {
  const { poll } = gateway()
  for (const named of [OLD, NEW, OLD, NEW, OLD]) poll(named)
  t.equal(poll(NEXT), NEXT)
  t.equal(poll(NEW), NEXT)
})

t.test('a second change of direction after more than a minute is followed', async (t) => {
  const { poll } = gateway()
  for (const named of [OLD, NEW, OLD]) poll(named)
  t.equal(poll(NEW, 61), NEW)
  t.equal(poll(OLD, 61), OLD)
})

/** A catalogue over a folder whose pointer two caches answer in turns, and the number of releases that it took. */
function wavering(t: Test, turns: PointerTurns | undefined) {
  const root = t.testdir()
  const pointers = ['2026-09-01', '2026-09-02'].map(
    (day) => publishTinyRelease(root, { dataAsOf: `${day}T10:00:00.000Z` }).pointer,
  )
  const origin = folderOrigin(root)
  let polls = 0
  origin.reader.pointer = async () => pointers[polls++ % 2]
  const taken: string[] = []
  const events = {
    swapped: ({ manifest }: { manifest: { id: string } }) => void taken.push(manifest.id),
    failed: (message: string) => t.fail(message),
  }
  const catalogue = new Catalogue(origin, { cacheBytes: 1_000_000, pollMs: 3_600_000, events, turns })
  t.teardown(() => catalogue.stop())
  return { catalogue, taken, newer: pointers[1]?.release }
}

t.test('a catalogue takes no release over and over from an origin with caches', async (t) => {
  const { catalogue, taken, newer } = wavering(t, new PointerTurns(() => 1_000_000))
  for (let poll = 0; poll < 20; poll++) await catalogue.refresh()
  t.equal(taken.length, 4, POINTER_PATH)
  t.equal(catalogue.current?.manifest.id, newer)
})

t.test('a folder has one pointer, so each change of it is followed', async (t) => {
  const { catalogue, taken } = wavering(t, undefined)
  for (let poll = 0; poll < 20; poll++) await catalogue.refresh()
  t.equal(taken.length, 20)
})
