// Trouble of the machine ends a build with a clear message, and the published release stays.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listObjects } from '../../build/releases/objects.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { manifestPath, objectPath } from '../../contract/release/layout.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { records, writeSource } from './support/source.ts'

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

t.test('a first build that fails leaves no objects', async (t) => {
  const root = t.testdir({})
  const [out, elsewhere] = [join(root, 'out'), join(root, 'elsewhere')]
  const source = writeSource(join(root, 'source'), { offers: records(40) })
  await runBuild(source, elsewhere)
  const object = (await listObjects(elsewhere)).at(-1) ?? ''
  mkdirSync(join(out, object), { recursive: true })
  t.equal((await runBuild(source, out)).code, 1)
  t.same(await listObjects(out), [object])
})

for (const threads of ['0', '2']) {
  t.test(`with ${threads} threads a failure while rendering publishes nothing`, async (t) => {
    const root = t.testdir({})
    const out = join(root, 'out')
    const source = writeSource(join(root, 'source'), { offers: records(40) })
    await runBuild(source, out)
    const before = (await readPublished(out)).manifest.id

    const later = ['--as-of', '2026-03-02T10:00:00Z', '--threads', threads]
    const elsewhere = join(root, 'elsewhere')
    cpSync(out, elsewhere, { recursive: true })
    await runBuild(source, elsewhere, ...later)
    const isNew = (path: string) =>
      !readdirSync(join(out, 'objects', path.slice(0, 2))).includes(path.slice(3))
    const object = readdirSync(join(elsewhere, 'objects'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.gz'))
      .find(isNew)
    // A folder in place of an object makes the rename fail, in any thread.
    const obstacle = join(out, 'objects', object ?? '')
    mkdirSync(obstacle)

    const { code, stderr } = await runBuild(source, out, ...later)
    t.equal(code, 1)
    t.match(stderr, `${obstacle}: a folder, not a file`)
    t.equal((await readPublished(out)).manifest.id, before)
    t.same(await objectsBeyond(out), [obstacle.slice(out.length + 1)], 'its objects are gone')

    rmSync(obstacle, { recursive: true })
    t.equal((await runBuild(source, out, ...later)).code, 0, 'the next build succeeds')
  })
}

t.test('a pointer to a missing release stops the build, and stays', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  const source = writeSource(join(root, 'source'))
  await runBuild(source, out)
  const { manifest } = await readPublished(out)
  rmSync(join(out, 'releases', manifest.id), { recursive: true })
  const pointer = readFileSync(join(out, 'latest.json'), 'utf8')
  const { code, stderr } = await runBuild(source, out, '--as-of', '2026-03-02T10:00:00Z')
  t.equal(code, 1)
  t.match(stderr, `${manifestPath(manifest.id)}: missing`)
  t.equal(readFileSync(join(out, 'latest.json'), 'utf8'), pointer)
})
