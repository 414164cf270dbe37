// Trouble of the machine ends a build with a clear message, and the published release stays.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { listObjects } from '../../build/releases/objects.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { manifestPath, objectPath } from '../../contract/release/layout.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { ONE_LIST, records, writeSource } from './support/source.ts'

t.setTimeout(BUSY_MS)

t.test('errors of the system are reported with path and reason', async (t) => {
  const error = (code: string, more: object) => Object.assign(new Error('cryptic'), { code, ...more })
  const full = explainError(error('ENOSPC', { path: '/out/objects/ab/cd.gz' }))
  t.equal(full.message, '/out/objects/ab/cd.gz: no space left on the device')
  t.equal(full.code, 'system')
  t.equal(full.exitCode, 1)
  t.equal(explainError(error('EACCES', { path: '/a', dest: '/b' })).message, '/b: permission denied')
  t.equal(explainError(error('EROFS', {})).message, 'the file system is read-only')
  t.equal(explainError(error('ENOSPC', {}), '/out').message, '/out: no space left on the device')
  t.equal(explainError(error('EWHATEVER', {})).message, 'cryptic')
  t.equal(explainError('thrown text').message, 'thrown text')
})

t.test('an error for operators is reported unchanged', async (t) => {
  const failure = new OperatorError('broken-issuer', 'why')
  t.equal(explainError(failure), failure)
})

/** The objects that the current release does not need. */
async function objectsBeyond(out: string): Promise<string[]> {
  const { manifest } = await readPublished(out)
  const routes = await folderReader(out).table(manifest)
  const needed = new Set(Array.from(routes.entries(), ({ digest, storage }) => objectPath(digest, storage)))
  return (await listObjects(out)).filter((path) => !needed.has(path))
}

const THE_DAY_AFTER = ['--as-of', '2026-03-02T10:00:00Z']

const prepared = t.testdir({})
/** A source, its release, and a folder with that of the day after as well. */
const [source, release, later] = [join(prepared, 'source'), join(prepared, 'out'), join(prepared, 'later')]

t.before(async () => {
  writeSource(source, { offers: records(40, ONE_LIST) })
  await runBuild(source, release)
  cpSync(release, later, { recursive: true })
  await runBuild(source, later, ...THE_DAY_AFTER)
})

function copyRelease(t: Test): string {
  const out = t.testdir({})
  cpSync(release, out, { recursive: true })
  return out
}

t.test('a first build that fails leaves no objects', async (t) => {
  const out = t.testdir({})
  const object = (await listObjects(release)).at(-1) ?? ''
  mkdirSync(join(out, object), { recursive: true })
  t.equal((await runBuild(source, out)).code, 1)
  t.same(await listObjects(out), [object])
})

for (const threads of ['0', '2']) {
  t.test(`with ${threads} threads a failure while rendering publishes nothing`, async (t) => {
    const out = copyRelease(t)
    const before = (await readPublished(out)).manifest.id
    const isNew = (path: string) =>
      !readdirSync(join(out, 'objects', path.slice(0, 2))).includes(path.slice(3))
    const object = readdirSync(join(later, 'objects'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.gz'))
      .find(isNew)
    // A folder in place of an object makes the rename fail, in any thread.
    const obstacle = join(out, 'objects', object ?? '')
    mkdirSync(obstacle)

    const { code, stderr } = await runBuild(source, out, ...THE_DAY_AFTER, '--threads', threads)
    t.equal(code, 1)
    t.match(stderr, `${obstacle}: a folder, not a file`)
    t.equal((await readPublished(out)).manifest.id, before)
    t.same(await objectsBeyond(out), [obstacle.slice(out.length + 1)], 'its objects are gone')

    rmSync(obstacle, { recursive: true })
    t.equal((await runBuild(source, out, ...THE_DAY_AFTER)).code, 0, 'the next build succeeds')
  })
}

t.test('a pointer to a missing release stops the build, and stays', async (t) => {
  const out = copyRelease(t)
  const { manifest } = await readPublished(out)
  rmSync(join(out, 'releases', manifest.id), { recursive: true })
  const pointer = readFileSync(join(out, 'latest.json'), 'utf8')
  const { code, stderr } = await runBuild(source, out, ...THE_DAY_AFTER)
  t.equal(code, 1)
  t.match(stderr, `${manifestPath(manifest.id)}: missing`)
  t.equal(readFileSync(join(out, 'latest.json'), 'utf8'), pointer)
})
