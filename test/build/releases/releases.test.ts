// releases and diff: the releases in an output folder, and their differences.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { CHANGES } from '../../../build/day/changes.ts'
import { manifestPath, memoryPath, POINTER_PATH, releaseFolder } from '../../../contract/release/layout.ts'
import { keptFolder } from '../../helpers/kept-folder.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { NOW, offersBuild, offersBuildWith, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { record, records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

/** A folder with a release for each day's records. */
async function publish(root: string, days: readonly (readonly unknown[])[], ...options: string[]) {
  const out = join(root, 'out')
  const ids: string[] = []
  for (const [index, offers] of days.entries()) {
    const source = writeSource(join(root, 'source'), { offers })
    const moment = `2026-03-0${index + 1}T10:00:00Z`
    const { code, stderr } = await runBuild(source, out, '--as-of', moment, ...options)
    t.equal(code, 0, stderr)
    ids.push((await readPublished(out)).manifest.id)
  }
  return { out, ids }
}

let idsOfTwo: string[] = []

const publishTwoOnce = keptFolder(async (root) => {
  idsOfTwo = (await publish(root, [records(6), records(7)])).ids
})

/** A folder with two releases that differ by an offer. */
async function publishTwo(t: Test) {
  const root = await publishTwoOnce(t.testdir({}))
  return { out: join(root, 'out'), ids: idsOfTwo }
}

const json = async (...words: string[]) => JSON.parse((await offersBuild([...words, '--json'])).stdout)

t.test('releases lists the facts of each release, the newest first', async (t) => {
  const { out, ids } = await publish(t.testdir({}), [
    records(60),
    records(60).filter(({ issuer }) => issuer !== 'banco-sur'),
  ])
  const { stdout } = await offersBuild(['releases', '--out', out])
  const [head, second, first, , last] = stdout.split('\n')
  t.match(head, /^ {2}release +data of +offers +objects +size +broken issuers$/)
  t.match(second, /^\* \S+ +2026-03-02T10:00:00\.000Z +60 +\d+ +\d+\.\d kB +banco-sur$/)
  t.match(first, /^ {2}\S+ +2026-03-01T10:00:00\.000Z +60 +\d+ +\d+\.\d kB$/)
  t.equal(last, '* is the current release')

  const { manifest } = await readPublished(out)
  t.match(await json('releases', '--out', out), {
    releases: [
      {
        release: ids[1],
        current: true,
        damage: null,
        previous: ids[0],
        data_as_of: manifest.data_as_of,
        listed: 60,
        counts: manifest.counts,
        stored_bytes: manifest.stored_bytes,
        broken_issuers: [{ issuer: 'banco-sur', days: 1 }],
      },
      { release: ids[0], current: false, broken_issuers: { length: 0 } },
    ],
  })
})

t.test('releases marks the current one after a rollback, and reports if there is none', async (t) => {
  const { out, ids } = await publishTwo(t)
  const current = async () =>
    (await json('releases', '--out', out)).releases.map((each: { current: boolean }) => each.current)
  t.same(await current(), [true, false])
  await offersBuild(['rollback', '--out', out])
  t.same(await current(), [false, true])
  rmSync(join(out, POINTER_PATH))
  t.same(await current(), [false, false])
  t.match((await offersBuild(['releases', '--out', out])).stdout, /none of them is the current release\n$/)
  t.equal(ids.length, 2)
})

t.test('all files are on the disk before a build or a rollback moves the pointer', async (t) => {
  const { out, ids } = await publishTwo(t)
  const [first = '', second = ''] = ids
  const source = writeSource(join(t.testdirName, 'third'), { offers: records(8) })
  const pointer = () => JSON.parse(readFileSync(join(out, POINTER_PATH), 'utf8')).release
  for (const [from, words] of [
    [second, ['rollback']],
    [first, ['run', '--source', source, '--threads', '0', '--as-of', '2026-03-03T10:00:00Z']],
  ] as const) {
    t.equal(pointer(), from)
    const flushed: [folder: string, pointer: string][] = []
    const flush = async (folder: string) => void flushed.push([folder, pointer()])
    const ended = await offersBuildWith([...words, '--out', out], { flush }, NOW + 3 * 86_400_000)
    t.equal(ended.code, 0, ended.stderr)
    t.strictSame(flushed.at(-1), [out, from])
    t.not(pointer(), from)
  }
  const third = pointer()
  const failing = async () => Promise.reject(new Error('the disk is gone'))
  t.match(await offersBuildWith(['rollback', '--out', out], { flush: failing }), {
    code: 1,
    stderr: 'the disk is gone',
  })
  t.equal(pointer(), third)
})

t.test('without a pointer a named release can be made current again', async (t) => {
  const { out, ids } = await publishTwo(t)
  const [first = '', second = ''] = ids
  rmSync(join(out, POINTER_PATH))
  for (const words of [['verify'], ['rollback'], ['prune', '--keep', '1']]) {
    t.match(await offersBuild([...words, '--out', out]), { code: 1, stderr: /no release is current/ })
  }
  t.same(await json('rollback', '--out', out, '--to', second), { release: second, left: null })
  t.equal((await offersBuild(['verify', '--out', out])).code, 0)
  t.equal((await readPublished(out)).manifest.previous, first)
  const absent = '20200101T000000000Z-0123456789ab'
  rmSync(join(out, POINTER_PATH))
  t.match(await offersBuild(['rollback', '--out', out, '--to', absent]), { code: 1, stderr: absent })
  t.same(await json('releases', '--out', out).then(({ releases }) => releases.length), 2)
})

t.test('in a folder without releases rollback finds none, and creates nothing', async (t) => {
  const out = join(t.testdir({}), 'mistyped')
  const absent = '20200101T000000000Z-0123456789ab'
  for (const to of [[], ['--to', absent]]) {
    t.match(await offersBuild(['rollback', '--out', out, ...to]), {
      code: 1,
      stderr: /no release is current/,
    })
  }
  t.notOk(existsSync(out))
})

t.test('releases marks a damaged release, and lists the others as usual', async (t) => {
  const { out, ids } = await publishTwo(t)
  const [first = '', second = ''] = ids
  writeFileSync(join(out, manifestPath(first)), '{"format":1')
  t.match(await json('releases', '--out', out), {
    releases: [
      { release: second, damage: null },
      { release: first, damage: /release\.json: damaged/, counts: null, listed: null, stored_bytes: null },
    ],
  })
  rmSync(join(out, releaseFolder(second)), { recursive: true })
  const { stdout, code } = await offersBuild(['releases', '--out', out])
  t.equal(code, 0)
  t.match(stdout, /^\* \S+ .*release\.json: missing$/m)
})

const BEFORE = [
  record({ ref: 'stays', title: 'Stays' }),
  record({ ref: 'changes', title: 'Changes', valid_until: '2026-08-31' }),
  record({ ref: 'leaves', title: 'Leaves' }),
  record({ ref: 'ends', title: 'Ends', valid_until: '2026-03-01' }),
]
const AFTER = [
  record({ ref: 'stays', title: 'Stays' }),
  record({ ref: 'changes', title: 'Changes', valid_until: '2026-09-30' }),
  record({ ref: 'comes', title: 'Comes' }),
  record({ ref: 'ends', title: 'Ends', valid_until: '2026-03-01' }),
]

t.test('diff lists the offers that were added, changed and removed', async (t) => {
  const { out, ids } = await publish(t.testdir({}), [BEFORE, AFTER])
  const { code, stdout } = await offersBuild(['diff', '--out', out])
  t.equal(code, 0)
  const lines = stdout.split('\n')
  t.match(lines[0], `from ${ids[0]}`)
  t.match(lines[1], `to   ${ids[1]}`)
  const listed = lines.filter((line) => line.includes('  banco-norte  '))
  t.same(listed.map((line) => line.replace(/ +off_\w+ +banco-norte +/, ' ')).sort(), [
    'added "Comes"',
    'changed "Changes"',
    'expired "Ends"',
    'withdrawn "Leaves"',
  ])
  t.match(stdout, /^ +\/valid_until: "2026-08-31" → "2026-09-30"$/m)
  t.match(stdout, /\n\n1 added, 1 changed, 1 withdrawn, 0 returned, 1 expired, 0 forgotten\n$/)

  const found = await json('diff', '--out', out)
  t.match(found, {
    from: { release: ids[0] },
    to: { release: ids[1], data_as_of: '2026-03-02T10:00:00.000Z' },
  })
  t.equal(found.offers.length, 4)
  t.match(
    found.offers.find(({ title }: { title: string }) => title === 'Changes'),
    {
      change: 'changed',
      issuer: 'banco-norte',
      members: [{ pointer: '/valid_until', before: '2026-08-31', after: '2026-09-30' }],
    },
  )
})

t.test('between a release and the previous one, diff has the counts of the manifest', async (t) => {
  const { out, ids } = await publish(
    t.testdir({}),
    [BEFORE, AFTER, BEFORE, records(40), AFTER],
    '--on-broken',
    'accept',
  )
  for (const [index, id] of ids.entries()) {
    if (index === 0) continue
    const { counts } = await json('diff', '--out', out, ids[index - 1] ?? '', id)
    const { changes } = JSON.parse(readFileSync(join(out, manifestPath(id)), 'utf8'))
    t.same(
      CHANGES.map((change) => counts[change]),
      CHANGES.map((change) => changes[change]),
      id,
    )
  }
})

t.test('diff takes any two releases, in either order', async (t) => {
  const { out, ids } = await publish(t.testdir({}), [BEFORE, AFTER, BEFORE])
  const [first = '', second = ''] = ids
  t.match((await json('diff', '--out', out, first)).to, { release: ids[2] }, 'to the current one')
  t.match(await json('diff', '--out', out, second, first), {
    from: { release: second },
    to: { release: first },
    counts: { forgotten: 1, returned: 1 },
  })
  const same = await offersBuild(['diff', '--out', out, first, first])
  t.match(same, { code: 0, stdout: /\n\nno offer differs\n$/ })
})

t.test('diff reports missing and damaged releases, and wrong words', async (t) => {
  const { out, ids } = await publishTwo(t)
  const [first = '', second = ''] = ids
  const none = '20200101T000000000Z-0123456789ab'
  t.match(await offersBuild(['diff', '--out', out, none]), { code: 1, stderr: /there is no release 2020/ })
  t.match(await offersBuild(['diff', '--out', out, '../..']), { code: 2, stderr: /FROM: not a release id/ })
  t.match(await offersBuild(['diff', '--out', out, first, second, second]), {
    code: 2,
    stderr: /too many arguments for 'diff'/,
  })
  writeFileSync(join(out, memoryPath(second)), 'torn')
  t.match(await offersBuild(['diff', '--out', out]), { code: 1, stderr: /memory\.gz: damaged/ })
  await offersBuild(['rollback', '--out', out])
  t.match(await offersBuild(['diff', '--out', out]), { code: 1, stderr: /is the first release/ })
})
