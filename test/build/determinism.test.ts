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
const many = records(140)
const offers = records(30)

t.test('two builds in different folders at different times are equal byte for byte', async (t) => {
  const root = t.testdir({})
  const first = join(root, 'first', 'out')
  const second = join(root, 'elsewhere')
  await runBuild(writeSource(join(root, 'a'), { offers: many }), first)
  const words = [
    'run',
    '--source',
    writeSource(join(root, 'b'), { offers: many }),
    '--out',
    second,
    '--threads',
    '0',
  ]
  await offersBuild(words, NOW + 40 * DAY_MS)
  t.same(folderDigests(first), folderDigests(second))
})

t.test('the number of threads makes no difference', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers: many })
  await runBuild(source, join(root, 'inline'))
  await runBuild(source, join(root, 'three'), '--threads', '3')
  t.same(folderDigests(join(root, 'inline')), folderDigests(join(root, 'three')))
})

t.test('the same source again publishes nothing', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers })
  const out = join(root, 'out')
  await runBuild(source, out)
  const before = folderDigests(out)
  const pointer = statSync(join(out, 'latest.json')).mtimeMs
  const { code, stdout } = await runBuild(source, out)
  t.equal(code, 0)
  t.match(stdout, 'Nothing to do')
  t.same(folderDigests(out), before)
  t.equal(statSync(join(out, 'latest.json')).mtimeMs, pointer)
})

t.test('lines shuffled, members reordered, numbers written as 40.0: nothing changes', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source'), { offers }), out)
  const before = folderDigests(out)
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
  const { stdout } = await runBuild(writeSource(join(root, 'source'), { offers: lines.join('\n') }), out)
  t.match(stdout, 'Nothing to do')
  t.same(folderDigests(out), before)
})

t.test('leftovers of an interrupted build are no obstacle', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers })
  const clean = join(root, 'clean')
  await runBuild(source, clean)
  const { manifest } = await readPublished(clean)
  const out = join(root, 'out')
  mkdirSync(join(out, 'releases', manifest.id), { recursive: true })
  mkdirSync(join(out, '.staging'), { recursive: true })
  writeFileSync(join(out, 'releases', manifest.id, 'routes'), 'torn')
  writeFileSync(join(out, '.staging', '1-0-1'), 'half')
  const torn = Object.keys(folderDigests(join(clean, 'objects')))[0] ?? ''
  mkdirSync(join(out, 'objects', torn.slice(0, 2)), { recursive: true })
  writeFileSync(join(out, 'objects', torn), readFileSync(join(clean, 'objects', torn)).subarray(0, 10))
  t.equal((await runBuild(source, out)).code, 0)
  t.same(folderDigests(out), folderDigests(clean))
})
