// prune: the files that it removes, and those that releases and gateways still need.

import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { releaseFolder } from '../../../contract/release/layout.ts'
import { HOUR_MS } from '../../../lib/time/clock.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { age, mtimeOf, prepareDays, verify } from '../support/days.ts'
import { folderDigests } from '../support/folder.ts'
import { NOW, offersBuild, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { ONE_LIST, records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const days = prepareDays(t, 5)

t.test(
  'rollback dates the release that it replaces, and prune leaves that to running gateways',
  async (t) => {
    const { out, ids } = days(t, 2)
    age(out, 2 * HOUR_MS)
    await offersBuild(['rollback', '--out', out])
    t.equal(mtimeOf(join(out, releaseFolder(ids[1] ?? ''))), NOW)
    await offersBuild(['prune', '--out', out, '--keep', '1', '--grace', '60'])
    t.match(await offersBuild(['rollback', '--out', out, '--to', ids[1] ?? '']), { code: 0 })
    t.equal((await verify(out)).code, 0)
  },
)

t.test('prune keeps the release that was current until the last build, with all its files', async (t) => {
  const { root, out, ids } = days(t, 2)
  age(out, 2 * HOUR_MS)
  const source = writeSource(join(root, 'source'), { offers: records(26, ONE_LIST, 3) })
  await runBuild(source, out, '--as-of', '2026-03-03T10:00:00Z')
  await offersBuild(['prune', '--out', out, '--keep', '1', '--grace', '60'])
  t.equal(readdirSync(join(out, 'releases')).includes(ids[0] ?? ''), false)
  t.match(await offersBuild(['rollback', '--out', out, '--to', ids[1] ?? '']), { code: 0 })
  t.equal((await verify(out)).code, 0)
})

t.test('prune removes the leftovers of interrupted builds', async (t) => {
  const { out } = days(t, 1)
  writeFileSync(join(out, '.staging', '1-0-1'), 'half')
  await offersBuild(['prune', '--out', out, '--keep', '1'])
  t.same(readdirSync(join(out, '.staging')), [])
})

t.test('a prune that fails half-way leaves no release without its objects', async (t) => {
  const { out, ids } = days(t, 3)
  // The last of all objects cannot be removed: it is a folder.
  mkdirSync(join(out, 'objects', 'ff', 'zz', 'in-the-way'), { recursive: true })
  const pruned = await offersBuild(
    ['prune', '--out', out, '--keep', '1', '--grace', '0'],
    NOW + 365 * 24 * HOUR_MS,
  )
  t.equal(pruned.code, 1)
  t.same(readdirSync(join(out, 'releases')), ids.slice(2))
  t.equal((await verify(out)).code, 0)
})

t.test(
  'prune keeps the current release, those before it, and one that was current a while ago',
  async (t) => {
    const { out, ids } = days(t, 5)
    const prune = (...words: string[]) => offersBuild(['prune', '--out', out, ...words])
    const left = () => readdirSync(join(out, 'releases')).sort()
    age(out, 2 * HOUR_MS)
    utimesSync(join(out, releaseFolder(ids[0] ?? '')), NOW / 1000, NOW / 1000)
    t.match(await prune('--keep', '3'), { code: 0, stdout: /removed 1 release and \d+ objects/ })
    t.same(left(), [ids[0], ...ids.slice(2)], 'the first one was current a moment ago')
    t.equal((await verify(out)).code, 0)
    age(out, 2 * HOUR_MS)
    await prune('--keep', '2')
    t.same(left(), ids.slice(3))
    t.match(await offersBuild(['rollback', '--out', out]), { code: 0 })
    t.equal((await verify(out)).code, 0, 'the remaining files are complete')
  },
)

t.test('prune removes everything that no release needs', async (t) => {
  const { out } = days(t, 3)
  await offersBuild(['prune', '--out', out, '--keep', '1', '--grace', '0'], Date.now() + HOUR_MS)
  const { manifest } = await readPublished(out)
  const objects = Object.keys(folderDigests(join(out, 'objects')))
  t.equal(objects.length, manifest.counts.objects)
})

t.test('prune keeps young orphans: a build that failed may be tried again', async (t) => {
  const { out } = days(t, 1)
  age(out, 2 * HOUR_MS)
  const orphan = join(out, 'objects', '00', `${'a'.repeat(62)}.gz`)
  writeFileSync(orphan, 'x')
  utimesSync(orphan, NOW / 1000, NOW / 1000)
  t.match(await offersBuild(['prune', '--out', out, '--keep', '1']), { stdout: /0 objects\n$/ })
  t.match(await offersBuild(['prune', '--out', out, '--keep', '1'], NOW + 2 * HOUR_MS), {
    stdout: /1 object\n$/,
  })
})

t.test('prune removes nothing if a release that stays cannot be read', async (t) => {
  const { out, ids } = days(t, 3)
  age(out, 2 * HOUR_MS)
  writeFileSync(join(out, releaseFolder(ids[1] ?? ''), 'routes'), 'torn')
  const before = folderDigests(out)
  t.match(await offersBuild(['prune', '--out', out, '--keep', '2']), { code: 1, stderr: /routes/ })
  t.same(folderDigests(out), before)
})

t.test('prune makes no folder of a mistyped name', async (t) => {
  const out = join(t.testdir(), 'no-such')
  t.match(await offersBuild(['prune', '--out', out, '--keep', '1']), { code: 1 })
  t.notOk(existsSync(out))
})
