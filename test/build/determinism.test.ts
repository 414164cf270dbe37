// One input gives one output, to the byte: in any folder, at any time, by any number of threads.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DAY_MS } from '../../lib/time/clock.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { folderDigests } from './support/folder.ts'
import { NOW, offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { records, writeSource } from './support/source.ts'

t.setTimeout(BUSY_MS)

/** Enough for a second page of 100. */
const many = records(101)
const offers = records(30)

const prepared = t.testdir({})
const [source, sourceOfMany] = [join(prepared, 'source'), join(prepared, 'source-of-many')]
/** No test changes these releases, of `offers` and of `many`. */
const [release, releaseOfMany] = [join(prepared, 'release'), join(prepared, 'release-of-many')]

t.before(async () => {
  await runBuild(writeSource(source, { offers }), release)
  await runBuild(writeSource(sourceOfMany, { offers: many }), releaseOfMany)
})

t.test('two builds in different folders at different times are equal byte for byte', async (t) => {
  const root = t.testdir({})
  const elsewhere = join(root, 'else', 'where')
  const copy = writeSource(join(root, 'b'), { offers: many })
  const words = ['run', '--source', copy, '--out', elsewhere, '--threads', '0']
  await offersBuild(words, NOW + 40 * DAY_MS)
  t.same(folderDigests(elsewhere), folderDigests(releaseOfMany))
})

t.test('the number of threads makes no difference', async (t) => {
  const out = t.testdir({})
  await runBuild(sourceOfMany, out, '--threads', '2')
  t.same(folderDigests(out), folderDigests(releaseOfMany))
})

t.test('the same source again publishes nothing', async (t) => {
  const before = folderDigests(release)
  const pointer = statSync(join(release, 'latest.json')).mtimeMs
  const { code, stdout } = await runBuild(source, release)
  t.equal(code, 0)
  t.match(stdout, 'Nothing to do')
  t.same(folderDigests(release), before)
  t.equal(statSync(join(release, 'latest.json')).mtimeMs, pointer)
})

t.test('lines shuffled, members reordered, numbers written as 40.0: nothing changes', async (t) => {
  const before = folderDigests(release)
  const reversed = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, member]) => [name, reversed(member)])
            .reverse(),
        )
      : value
  const lines = offers
    .map((each) => ({ ...each, comunas: each.comunas.toReversed(), weekdays: ['friday', 'monday'] }))
    .map((each) =>
      JSON.stringify(reversed(each), null, 1).replaceAll('\n', ' ').replace('"value": 20', '"value": 20.0'),
    )
    .toReversed()
  const { stdout } = await runBuild(writeSource(t.testdir({}), { offers: lines.join('\n') }), release)
  t.match(stdout, 'Nothing to do')
  t.same(folderDigests(release), before)
})

t.test('leftovers of an interrupted build are no obstacle', async (t) => {
  const { manifest } = await readPublished(release)
  const out = t.testdir({})
  mkdirSync(join(out, 'releases', manifest.id), { recursive: true })
  mkdirSync(join(out, '.staging'), { recursive: true })
  writeFileSync(join(out, 'releases', manifest.id, 'routes'), 'torn')
  writeFileSync(join(out, '.staging', '1-0-1'), 'half')
  const torn = Object.keys(folderDigests(join(release, 'objects')))[0] ?? ''
  mkdirSync(join(out, 'objects', torn.slice(0, 2)), { recursive: true })
  writeFileSync(join(out, 'objects', torn), readFileSync(join(release, 'objects', torn)).subarray(0, 10))
  t.equal((await runBuild(source, out)).code, 0)
  t.same(folderDigests(out), folderDigests(release))
})
