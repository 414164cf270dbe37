// verify, rollback and prune: what an operator does with releases that are there.

import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { chainOf } from '../../../build/release/chain.ts'
import { sha256 } from '../../../contract/lib/digest.ts'
import { folderReader } from '../../../contract/release/folder-reader.ts'
import { manifestPath, objectPath, releaseFolder } from '../../../contract/release/layout.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { folderDigests } from '../support/folder.ts'
import { NOW, offersBuild, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const HOUR_MS = 3_600_000

const MOST_DAYS = 5
/** Output folders after the first day, the second, and so on: built once, and copied for each test. */
const afterDay = t.testdir({})
const dayIds: string[] = []

t.before(async () => {
  const out = join(afterDay, 'out')
  for (let day = 1; day <= MOST_DAYS; day++) {
    const source = writeSource(join(afterDay, 'source'), { offers: records(40, {}, day) })
    await runBuild(source, out, '--as-of', `2026-03-0${day}T10:00:00Z`)
    dayIds.push((await readPublished(out)).manifest.id)
    cpSync(out, join(afterDay, String(day)), { recursive: true, preserveTimestamps: true })
  }
})

/** A folder with the releases of so many days, oldest first, and the source of the last one. */
function days(t: Test, count: number) {
  const root = t.testdir({})
  const out = join(root, 'out')
  writeSource(join(root, 'source'), { offers: records(40, {}, count) })
  cpSync(join(afterDay, String(count)), out, { recursive: true, preserveTimestamps: true })
  return { root, out, ids: dayIds.slice(0, count) }
}

const verify = (out: string) => offersBuild(['verify', '--out', out, '--quiet'])

t.test('verify finds what was built right, and counts no orphan as live', async (t) => {
  const { out, ids } = days(t, 2)
  writeFileSync(join(out, 'objects', '00', 'orphan.gz'), 'x')
  const { code, stdout, stderr } = await verify(out)
  t.equal(code, 0, stderr)
  t.match(stdout, `${ids[1]} is right`)
  const { manifest } = await readPublished(out)
  t.match(stdout, `to ${manifest.counts.objects} objects (`)
})

t.test('verify of a folder without a release', async (t) => {
  t.match(await verify(t.testdir({})), { code: 1, stderr: /no release was ever published there/ })
})

t.test('verify finds every kind of damage', async (t) => {
  const { root, out, ids } = days(t, 1)
  const release = releaseFolder(ids[0] ?? '')
  const prefix = readdirSync(join(out, 'objects')).find(
    (each) => readdirSync(join(out, 'objects', each)).length > 0,
  )
  const object = join('objects', prefix ?? '', readdirSync(join(out, 'objects', prefix ?? ''))[0] ?? '')
  const flip = (path: string) => {
    const bytes = readFileSync(path)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const damages: [name: string, damage: (folder: string) => void, said: RegExp][] = [
    ['a flipped bit', (folder) => flip(join(folder, object)), /objects\/.*damaged/],
    ['a missing object', (folder) => rmSync(join(folder, object)), /there is no such file/],
    ['a flipped bit in the table', (folder) => flip(join(folder, release, 'routes')), /routes: damaged/],
    [
      'a flipped bit in the memory',
      (folder) => flip(join(folder, release, 'memory.gz')),
      /memory\.gz: damaged/,
    ],
    [
      'a flipped bit in the manifest',
      (folder) => flip(join(folder, release, 'release.json')),
      /release\.json: damaged/,
    ],
    [
      'a missing release',
      (folder) => rmSync(join(folder, release), { recursive: true }),
      /release\.json: missing/,
    ],
    [
      'a torn pointer',
      (folder) => writeFileSync(join(folder, 'latest.json'), '{"rel'),
      /latest\.json: damaged/,
    ],
  ]
  for (const [name, damage, said] of damages) {
    const folder = join(root, 'damaged')
    rmSync(folder, { recursive: true, force: true })
    cpSync(out, folder, { recursive: true })
    damage(folder)
    t.match(await verify(folder), { code: 1, stderr: said }, name)
  }
})

t.test('rollback goes to the release before, and forth again by name', async (t) => {
  const { out, ids } = days(t, 3)
  const rollback = (...words: string[]) => offersBuild(['rollback', '--out', out, '--quiet', ...words])
  t.match(await rollback(), { code: 0, stdout: `${ids[1]} is the current release\n` })
  t.equal((await readPublished(out)).manifest.id, ids[1])
  t.match(await rollback(), { code: 0, stdout: `${ids[0]} is the current release\n` })
  t.match(await rollback(), { code: 1, stderr: /is the first release/ })
  t.match(await rollback('--to', ids[2] ?? ''), { code: 0 })
  t.equal((await readPublished(out)).manifest.id, ids[2])
  t.equal((await verify(out)).code, 0)
  t.match(await rollback('--to', '../../etc'), { code: 2, stderr: /not a release id/ })
  t.match(await rollback('--to', '20200101T000000000Z-0123456789ab'), { code: 1, stderr: /missing/ })
})

t.test('rollback helps if the current release is gone', async (t) => {
  const { out, ids } = days(t, 2)
  rmSync(join(out, releaseFolder(ids[1] ?? '')), { recursive: true })
  t.match(await offersBuild(['rollback', '--out', out]), { code: 1, stderr: /missing/ })
  t.match(await offersBuild(['rollback', '--out', out, '--to', ids[0] ?? '']), { code: 0 })
  t.equal((await verify(out)).code, 0)
})

t.test('rollback never goes to a release that is not whole', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = ''] = ids
  const objects = join(out, 'objects')
  const before = (await readPublished(out)).manifest.id
  for (const prefix of readdirSync(objects)) renameSync(join(objects, prefix), join(objects, `${prefix}x`))
  t.match(await offersBuild(['rollback', '--out', out, '--to', first]), {
    code: 1,
    stderr: /objects are missing/,
  })
  t.equal(JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release, before)
})

t.test('rollback never goes to a release that is not right, unless it is told not to look', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = '', second] = ids
  const { routes } = await folderReader(out).load({
    release: first,
    manifest: sha256(readFileSync(join(out, manifestPath(first)))),
  })
  const live = new Set(Array.from(routes, ({ digest, storage }) => objectPath(digest, storage)))
  const [object = ''] = live
  const bytes = readFileSync(join(out, object))
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  writeFileSync(join(out, object), bytes)

  const refused = await offersBuild(['rollback', '--out', out, '--quiet'])
  t.match(refused, { code: 1, stderr: /verification of \S+ failed\n.*objects\/.*damaged/s })
  t.equal(JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release, second, 'the pointer stays')
  t.match(await offersBuild(['verify', '--out', out, '--release', first, '--quiet']), {
    code: 1,
    stderr: /verification of \S+ failed/,
  })
  t.match(await offersBuild(['rollback', '--out', out, '--unverified']), { code: 0, stderr: '' })
  t.equal(JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release, first)
})

t.test('verify looks at any release', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = ''] = ids
  const of = (...words: string[]) => offersBuild(['verify', '--out', out, '--quiet', ...words])
  t.match(await of('--release', first), { code: 0, stdout: `${first} is right: ` })
  const { stdout } = await of('--release', first, '--json')
  t.match(JSON.parse(stdout), { release: first, routes: Number, objects: Number, other_objects: Number })
  t.match(await of('--release', '../x'), { code: 2, stderr: /--release: not a release id/ })
  t.match(await of('--release', '20200101T000000000Z-0123456789ab'), {
    code: 1,
    stderr: /there is no release 20200101T000000000Z-0123456789ab; `releases` lists them/,
  })
})

t.test('what rollback and prune did is told to programs as well', async (t) => {
  const { out, ids } = days(t, 2)
  const json = async (...words: string[]) => JSON.parse((await offersBuild([...words, '--json'])).stdout)
  t.same(await json('rollback', '--out', out, '--quiet'), { release: ids[0], left: ids[1] })
  t.match(await json('rollback', '--out', out, '--quiet'), {
    failure: { code: 'no-release', message: /is the first release/ },
  })
  t.match(await json('prune', '--out', out, '--keep', '1'), {
    kept: ids,
    removed: [],
    objects_removed: 0,
  })
  t.same(await json('rollback', '--out', out, '--to', 'none'), { release: null, left: ids[0] })
})

t.test('after a rollback the next build continues the current release', async (t) => {
  const { root, out, ids } = days(t, 3)
  await offersBuild(['rollback', '--out', out])
  await runBuild(join(root, 'source'), out, '--as-of', '2026-03-04T10:00:00Z')
  t.equal((await readPublished(out)).manifest.previous, ids[1])
  t.equal((await verify(out)).code, 0)
})

/** Makes everything in the folder as old as that. */
function age(out: string, ms: number): void {
  const then = (NOW - ms) / 1000
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    utimesSync(join(entry.parentPath, entry.name), then, then)
  }
}

const mtimeOf = (path: string) => statSync(path).mtimeMs

t.test('rollback dates the release that it left: prune leaves it to running gateways', async (t) => {
  const { out, ids } = days(t, 2)
  age(out, 2 * HOUR_MS)
  await offersBuild(['rollback', '--out', out])
  t.equal(mtimeOf(join(out, releaseFolder(ids[1] ?? ''))), NOW)
  await offersBuild(['prune', '--out', out, '--keep', '1', '--grace', '60'])
  t.match(await offersBuild(['rollback', '--out', out, '--to', ids[1] ?? '']), { code: 0 })
  t.equal((await verify(out)).code, 0)
})

t.test('rollback to the current release changes nothing', async (t) => {
  const { out, ids } = days(t, 2)
  age(out, 2 * HOUR_MS)
  const [pointer, release] = [join(out, 'latest.json'), join(out, releaseFolder(ids[1] ?? ''))]
  const before = [mtimeOf(pointer), mtimeOf(release)]
  t.match(await offersBuild(['rollback', '--out', out, '--to', ids[1] ?? '']), { code: 0 })
  t.same([mtimeOf(pointer), mtimeOf(release)], before)
})

t.test('prune spares the release that was current until the last build, and all that it needs', async (t) => {
  const { root, out, ids } = days(t, 2)
  age(out, 2 * HOUR_MS)
  const source = writeSource(join(root, 'source'), { offers: records(40, {}, 3) })
  await runBuild(source, out, '--as-of', '2026-03-03T10:00:00Z')
  await offersBuild(['prune', '--out', out, '--keep', '1', '--grace', '60'])
  t.equal(readdirSync(join(out, 'releases')).includes(ids[0] ?? ''), false)
  t.match(await offersBuild(['rollback', '--out', out, '--to', ids[1] ?? '']), { code: 0 })
  t.equal((await verify(out)).code, 0)
})

t.test('prune clears what interrupted builds left', async (t) => {
  const { out } = days(t, 1)
  writeFileSync(join(out, '.staging', '1-0-1'), 'half')
  await offersBuild(['prune', '--out', out, '--keep', '1'])
  t.same(readdirSync(join(out, '.staging')), [])
})

t.test('a prune that fails on the way leaves no release without its objects', async (t) => {
  const { out, ids } = days(t, 3)
  // The last of all objects can not be removed: it is a folder.
  mkdirSync(join(out, 'objects', 'ff', 'zz', 'in-the-way'), { recursive: true })
  const pruned = await offersBuild(
    ['prune', '--out', out, '--keep', '1', '--grace', '0'],
    NOW + 365 * 24 * HOUR_MS,
  )
  t.equal(pruned.code, 1)
  t.same(readdirSync(join(out, 'releases')), ids.slice(2))
  t.equal((await verify(out)).code, 0)
})

t.test('releases that name each other are each once in the chain', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = '', second = ''] = ids
  const path = join(out, releaseFolder(first), 'release.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), previous: second }))
  const chain = await chainOf(out, (await readPublished(out)).manifest, 100)
  t.same(
    chain.map(({ id }) => id),
    [second, first],
  )
})

t.test('prune keeps the current release and those before it, and what was in use a while ago', async (t) => {
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
  t.equal((await verify(out)).code, 0, 'what was kept is whole')
})

t.test('prune leaves nothing that no release needs', async (t) => {
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

t.test('prune removes nothing while a release that stays can not be read', async (t) => {
  const { out, ids } = days(t, 3)
  age(out, 2 * HOUR_MS)
  writeFileSync(join(out, releaseFolder(ids[1] ?? ''), 'routes'), 'torn')
  const before = folderDigests(out)
  t.match(await offersBuild(['prune', '--out', out, '--keep', '2']), { code: 1, stderr: /routes/ })
  t.same(folderDigests(out), before)
})
