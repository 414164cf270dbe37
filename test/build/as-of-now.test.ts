// A build as of now on a day that has a release: the same source publishes nothing, so the tags of clients stay good.

import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { keptFolder } from '../helpers/kept-folder.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { folderDigests } from './support/folder.ts'
import { NOW, offersBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { ONE_LIST, records, writeSource } from './support/source.ts'

t.setTimeout(BUSY_MS)

const HOUR_MS = 3_600_000
const isoOf = (moment: number) => new Date(moment).toISOString()

/** A folder in which builds are as of now, unless they say otherwise. */
function inFolder(root: string) {
  const out = join(root, 'out')
  const source = join(root, 'source')
  const build = async (now: number, ...more: string[]) => {
    const words = ['run', '--source', source, '--out', out, '--threads', '0', '--as-of', 'now', ...more]
    const ended = await offersBuild(words, now)
    t.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }
  return { root, out, source, build }
}

const publishFirst = keptFolder(async (root) => {
  const { source, build } = inFolder(root)
  writeSource(source, { offers: records(8, ONE_LIST) })
  t.match(await build(NOW), `data of ${isoOf(NOW)}`)
})

/** A folder with a release as of `NOW`. */
const published = async (t: Test) => inFolder(await publishFirst(t.testdir({})))

/** All that is published. */
const filesOf = (out: string) => Object.entries(folderDigests(out)).filter(([path]) => !path.startsWith('.'))

t.test('the same source publishes nothing until the next calendar day', async (t) => {
  const { out, build } = await published(t)
  const before = filesOf(out)
  // The day ends at 03:00 UTC, midnight in Santiago.
  t.match(await build(NOW + 14 * HOUR_MS), 'Nothing to do')
  t.same(filesOf(out), before)
  t.match(await build(NOW + 15 * HOUR_MS), `data of ${isoOf(NOW + 15 * HOUR_MS)}`)
})

t.test('what the release lacks is written again', async (t) => {
  const { out, build } = await published(t)
  const before = filesOf(out)
  rmSync(join(out, 'objects'), { recursive: true })
  t.match(await build(NOW + HOUR_MS), 'Repaired')
  t.same(filesOf(out), before)
})

t.test('another source, name or attribution is published as of now', async (t) => {
  const { root, out, source, build } = await published(t)
  const changed = records(8, ONE_LIST).with(3, {
    ...records(8, ONE_LIST)[3],
    title: 'Another title',
  } as never)
  const later = NOW + HOUR_MS
  writeSource(source, { offers: changed })
  cpSync(out, join(root, 'other'), { recursive: true })
  t.match(await build(later), `data of ${isoOf(later)}`)
  const now = await readPublished(out)
  t.equal((await now.byTitle()).get('Another title')?.updated_at, isoOf(later))
  t.equal((await now.byTitle()).get('Offer 2')?.updated_at, isoOf(NOW), 'an unchanged offer keeps its date')
  t.same(now.manifest.history, { [isoOf(later)]: 0, [isoOf(NOW)]: 1 })
  await build(later, '--as-of', isoOf(later), '--out', join(root, 'other'))
  t.same(filesOf(join(root, 'other')), filesOf(out), 'it is the release of that moment, to the last bit')
  t.match(await build(later + HOUR_MS), 'Nothing to do')
})

t.test('an explicit later moment publishes', async (t) => {
  const { build } = await published(t)
  t.match(await build(NOW + HOUR_MS, '--as-of', isoOf(NOW + 1000)), `data of ${isoOf(NOW + 1000)}`)
})

t.test('a machine without the release makes it again, by its memory', async (t) => {
  const { root, out, build } = await published(t)
  const fresh = join(root, 'fresh')
  await build(NOW + HOUR_MS, '--out', fresh, '--previous', out)
  t.same(readdirSync(join(fresh, 'releases')), readdirSync(join(out, 'releases')))
})

t.test('a release that was rolled back is not published again under its moment', async (t) => {
  const { out, source, build } = await published(t)
  const changed = records(9, ONE_LIST)
  writeSource(source, { offers: changed })
  await build(NOW + HOUR_MS)
  await offersBuild(['rollback', '--out', out])
  t.match(await build(NOW + 2 * HOUR_MS), `data of ${isoOf(NOW + 2 * HOUR_MS)}`)
})
