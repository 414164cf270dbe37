// `prune --listing`: names the files of a store that may be removed, by its listing and the releases that stay.

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { manifestPath, memoryPath, tablePath } from '../../../contract/release/layout.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { prepareDays, verify } from '../support/days.ts'
import { offersBuild } from '../support/program.ts'

t.setTimeout(BUSY_MS)

const days = prepareDays(t, 4)

/** A folder that stands for a store. Its files are old except for some. */
function store(
  t: Test,
  count: number,
  isYoung: (path: string, ids: readonly string[]) => boolean = () => false,
) {
  const { root, out, ids } = days(t, count)
  const listing = join(root, 'listing')
  const paths = ['objects', 'releases'].flatMap((part) =>
    readdirSync(join(out, part), { recursive: true, encoding: 'utf8' })
      .map((path) => `${part}/${path}`)
      .filter((path) => statSync(join(out, path)).isFile()),
  )
  const old = paths.filter((path) => !isYoung(path, ids))
  writeFileSync(listing, old.map((path) => `${path}\n`).join(''))
  const prune = async (...more: string[]) => {
    const ended = await offersBuild(['prune', '--out', out, '--listing', listing, ...more])
    return { ...ended, unneeded: ended.stdout.split('\n').filter(Boolean) }
  }
  const remove = (gone: readonly string[]) => {
    for (const path of gone) rmSync(join(out, path))
  }
  return { out, ids, listing, paths, prune, remove }
}

/** The releases that files belong to, each once. */
const releasesOf = (paths: readonly string[]) => [
  ...new Set(paths.flatMap((path) => /^releases\/([^/]+)/.exec(path)?.[1] ?? [])),
]

t.test('releases beyond --keep may be removed, with the objects that only they use', async (t) => {
  const { out, ids, paths, prune, remove } = store(t, 4)
  const { code, unneeded, stderr } = await prune('--keep', '2')
  t.equal(code, 0, stderr)
  t.strictSame(releasesOf(unneeded), ids.slice(0, 2))
  t.ok(unneeded.some((path) => path.startsWith('objects/')))
  t.ok(unneeded.every((path) => paths.includes(path)))
  const firstObject = unneeded.findIndex((path) => path.startsWith('objects/'))
  t.ok(
    unneeded.slice(firstObject).every((path) => path.startsWith('objects/')),
    'releases come first',
  )
  t.strictSame(readdirSync(join(out, 'releases')).toSorted(), ids, 'nothing is removed')
  remove(unneeded)
  t.equal((await verify(out)).code, 0)
  t.match(await offersBuild(['verify', '--out', out, '--release', ids[2] ?? '']), { code: 0 })
})

t.test('it needs only pointer, manifests and tables of the store', async (t) => {
  const { out, ids, prune } = store(t, 3)
  const expected = (await prune('--keep', '1')).unneeded
  rmSync(join(out, 'objects'), { recursive: true })
  for (const id of ids) rmSync(join(out, memoryPath(id)))
  t.strictSame((await prune('--keep', '1')).unneeded, expected)
})

t.test('a release that was replaced recently stays with all its objects', async (t) => {
  const isFirst = (path: string, ids: readonly string[]) => path === manifestPath(ids[0] ?? '')
  const { out, ids, prune, remove } = store(t, 3, isFirst)
  const { unneeded } = await prune('--keep', '1')
  t.strictSame(releasesOf(unneeded), [ids[1]])
  remove(unneeded)
  t.match(await offersBuild(['verify', '--out', out, '--release', ids[0] ?? '']), { code: 0 })
})

t.test('recent files stay, because an upload may be under way', async (t) => {
  const { prune } = store(t, 3, () => true)
  t.strictSame((await prune('--keep', '1')).unneeded, [])
})

t.test('a half-uploaded release keeps no objects, and blocks nothing', async (t) => {
  const { out, ids, listing, prune } = store(t, 2, (path) => path.startsWith('releases/'))
  rmSync(join(out, manifestPath(ids[0] ?? '')))
  const { code, unneeded } = await prune('--keep', '1')
  t.equal(code, 0)
  t.strictSame(releasesOf(unneeded), [])
  t.ok(unneeded.length > 0, 'its objects are old and unused')
  writeFileSync(listing, `${tablePath(ids[0] ?? '')}\n`)
  t.strictSame((await prune('--keep', '1')).unneeded, [tablePath(ids[0] ?? '')], 'its old files go')
  rmSync(join(out, tablePath(ids[1] ?? '')))
  t.match(
    await prune('--keep', '1'),
    { code: 1, stderr: 'routes: missing' },
    'a release that stays must be whole',
  )
})

t.test('objects of no release may be removed, other files may not', async (t) => {
  const { listing, out, prune } = store(t, 1)
  const lines = ['objects/ab/left-behind', 'objects/deeper/still/there', 'releases/README', 'robots.txt']
  writeFileSync(listing, lines.map((path) => `${path}\n`).join(''), { flag: 'a' })
  mkdirSync(join(out, 'releases', 'notes'))
  t.strictSame((await prune('--keep', '1')).unneeded, lines.slice(0, 2))
})

t.test('a missing listing is reported by its path', async (t) => {
  const { listing, prune } = store(t, 1)
  rmSync(listing)
  t.match(await prune('--keep', '1'), { code: 1, stderr: listing })
})
