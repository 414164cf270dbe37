// verify and rollback, as an operator uses them on existing releases.

import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { chainOf } from '../../../build/releases/list-releases.ts'
import { folderReader } from '../../../contract/release/folder-reader.ts'
import { manifestPath, objectPath, releaseFolder } from '../../../contract/release/layout.ts'
import { sha256 } from '../../../lib/digest.ts'
import { HOUR_MS } from '../../../lib/time/clock.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { age, mtimeOf, prepareDays, verify } from '../support/days.ts'
import { offersBuild, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'

t.setTimeout(BUSY_MS)

const days = prepareDays(t, 3)

t.test('verify accepts a good release, and counts no orphan as live', async (t) => {
  const { out, ids } = days(t, 2)
  writeFileSync(join(out, 'objects', '00', 'orphan.gz'), 'x')
  const { code, stdout, stderr } = await verify(out)
  t.equal(code, 0, stderr)
  t.match(stdout, `${ids[1]} is whole`)
  const { manifest } = await readPublished(out)
  t.match(stdout, `to ${manifest.counts.objects} objects\n`)
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

t.test('rollback goes to the previous release, and to any release by name', async (t) => {
  const { out, ids } = days(t, 3)
  const rollback = (...words: string[]) => offersBuild(['rollback', '--out', out, ...words])
  t.match(await rollback(), {
    code: 0,
    stdout: `${ids[1]} is the current release\n`,
    stderr: /^$/,
  })
  t.equal((await readPublished(out)).manifest.id, ids[1])
  t.match(await rollback(), { code: 0, stdout: `${ids[0]} is the current release\n` })
  t.match(await rollback(), { code: 1, stderr: /is the first release/ })
  t.match(await rollback('--to', ids[2] ?? ''), { code: 0 })
  t.equal((await readPublished(out)).manifest.id, ids[2])
  t.equal((await verify(out)).code, 0)
  t.match(await rollback('--to', '../../etc'), { code: 2, stderr: /not a release id/ })
  t.match(await rollback('--to', '20200101T000000000Z-0123456789ab'), {
    code: 1,
    stderr: /there is no release/,
  })
})

t.test('rollback helps if the current release is gone', async (t) => {
  const { out, ids } = days(t, 2)
  rmSync(join(out, releaseFolder(ids[1] ?? '')), { recursive: true })
  t.match(await offersBuild(['rollback', '--out', out]), { code: 1, stderr: /missing/ })
  t.match(await offersBuild(['rollback', '--out', out, '--to', ids[0] ?? '']), { code: 0 })
  t.equal((await verify(out)).code, 0)
})

t.test(
  'rollback to a named release works with a damaged pointer, and other commands name that way',
  async (t) => {
    const { root, out, ids } = days(t, 2)
    const [first = '', second = ''] = ids
    const pointer = join(out, 'latest.json')
    const whole = readFileSync(pointer)
    writeFileSync(pointer, whole.subarray(0, 40))
    const way = 'latest.json: damaged: '
    const run = () => runBuild(join(root, 'source'), out, '--as-of', '2026-03-03T10:00:00Z')
    const commands = [['verify'], ['releases'], ['rollback']]
    for (const ended of [
      await run(),
      ...(await Promise.all(commands.map((words) => offersBuild([...words, '--out', out])))),
    ]) {
      t.match(ended, { code: 1, stderr: way })
      t.match(
        ended.stderr,
        `\`rollback --to RELEASE\` writes it again, for a RELEASE of ${join(out, 'releases')}`,
      )
    }
    t.match(await offersBuild(['rollback', '--out', out, '--to', first]), { code: 0 })
    t.equal((await readPublished(out)).manifest.id, first)
    writeFileSync(pointer, '')
    t.match(await offersBuild(['rollback', '--out', out, '--to', second]), { code: 0 })
    t.ok(readFileSync(pointer).equals(whole))
    t.match(await run(), { code: 0 })
  },
)

t.test('rollback never goes to an incomplete release', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = ''] = ids
  const objects = join(out, 'objects')
  const before = (await readPublished(out)).manifest.id
  for (const prefix of readdirSync(objects)) renameSync(join(objects, prefix), join(objects, `${prefix}x`))
  for (const [words, why] of [
    [[], /verification of \S+ failed\n.*objects\/.*: there is no such file/s],
    [['--unverified'], /objects are missing, e\.g\. objects\//],
  ] as const) {
    t.match(await offersBuild(['rollback', '--out', out, '--to', first, ...words]), { code: 1, stderr: why })
  }
  t.equal(JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release, before)
})

t.test('rollback never returns to a wrong release, except with --unverified', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = '', second] = ids
  const { table } = await folderReader(out).load({
    release: first,
    manifest: sha256(readFileSync(join(out, manifestPath(first)))),
  })
  const live = new Set(Array.from(table, ({ digest, storage }) => objectPath(digest, storage)))
  const [object = ''] = live
  const bytes = readFileSync(join(out, object))
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  writeFileSync(join(out, object), bytes)

  const refused = await offersBuild(['rollback', '--out', out])
  t.match(refused, { code: 1, stderr: /verification of \S+ failed\n.*objects\/.*damaged/s })
  t.equal(JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release, second, 'the pointer stays')
  t.match(await offersBuild(['verify', '--out', out, '--release', first]), {
    code: 1,
    stderr: /verification of \S+ failed/,
  })
  t.match(await offersBuild(['rollback', '--out', out, '--unverified']), {
    code: 0,
    stderr: /^$/,
  })
  t.equal(JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release, first)
})

t.test('verify checks any release', async (t) => {
  const { out, ids } = days(t, 2)
  const [first = ''] = ids
  const of = (...words: string[]) => offersBuild(['verify', '--out', out, ...words])
  t.match(await of('--release', first), { code: 0, stdout: `${first} is whole: ` })
  const { stdout } = await of('--release', first, '--json')
  t.match(JSON.parse(stdout), { release: first, routes: Number, objects: Number })
  t.match(await of('--release', '../x'), { code: 2, stderr: /--release: not a release id/ })
  t.match(await of('--release', '20200101T000000000Z-0123456789ab'), {
    code: 1,
    stderr: /there is no release 20200101T000000000Z-0123456789ab; `releases` lists them/,
  })
})

t.test('rollback prints its result for programs as well', async (t) => {
  const { out, ids } = days(t, 2)
  const json = async (...words: string[]) => JSON.parse((await offersBuild([...words, '--json'])).stdout)
  t.same(await json('rollback', '--out', out), { release: ids[0], left: ids[1] })
  t.match(await json('rollback', '--out', out), {
    failure: { code: 'no-release', message: /is the first release/ },
  })
})

t.test('after a rollback the next build continues the current release', async (t) => {
  const { root, out, ids } = days(t, 3)
  await offersBuild(['rollback', '--out', out])
  await runBuild(join(root, 'source'), out, '--as-of', '2026-03-04T10:00:00Z')
  t.equal((await readPublished(out)).manifest.previous, ids[1])
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

t.test('releases that name each other appear once in the chain', async (t) => {
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
