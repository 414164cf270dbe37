import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { objectPath, POINTER_PATH, releaseFolder } from '../../../contract/release/layout.ts'
import { ReleaseWriter, STAGING_FOLDER } from '../../../contract/release/writer.ts'
import { sha256 } from '../../../lib/digest.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const RELEASE = '20260301T100000000Z-0123456789ab'
const LEAVING = '20260228T100000000Z-0123456789ab'
const POINTER = { release: RELEASE, manifest: 'a'.repeat(64) }
const NOW = Date.parse('2026-03-01T12:00:00.000Z')

const body = Buffer.from('a body')
const digest = sha256(body)

function prepared(t: Test, flush?: () => Promise<void>) {
  const root = t.testdir({})
  const writer = flush ? new ReleaseWriter(root, flush) : new ReleaseWriter(root)
  writer.prepare()
  return { root, writer, path: join(root, objectPath(digest, 'gzip')) }
}

function stagedFiles(root: string): string[] {
  const entries = readdirSync(join(root, STAGING_FOLDER), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

t.test('writing an object again repairs a damaged one', async (t) => {
  const { root, writer, path } = prepared(t)
  writer.putObject(digest, 'gzip', body)
  t.same(readFileSync(path), body)
  writeFileSync(path, 'a bodY')
  writer.putObject(digest, 'gzip', body)
  t.same(readFileSync(path), body)
  t.same(stagedFiles(root), [])
})

t.test('an object never appears half written: its file is replaced, not written in place', async (t) => {
  const { root, writer, path } = prepared(t)
  writeFileSync(path, 'damaged')
  const old = join(root, 'old')
  linkSync(path, old)
  writer.putObject(digest, 'gzip', body)
  t.equal(readFileSync(old, 'utf8'), 'damaged')
})

function findProgramsIn(t: Test, folder: string): void {
  const path = process.env.PATH
  t.teardown(() => {
    process.env.PATH = path
  })
  process.env.PATH = folder
}

t.test('before the pointer moves, the file system that holds all files is flushed', async (t) => {
  const { root, writer } = prepared(t)
  const programs = join(root, 'programs')
  mkdirSync(programs)
  const record = join(programs, 'arguments')
  writeFileSync(join(programs, 'sync'), `#!/bin/sh\necho "$@" >>'${record}'\n`, { mode: 0o755 })
  findProgramsIn(t, programs)
  await writer.publish(POINTER, null, NOW)
  t.equal(readFileSync(record, 'utf8'), `-f ${root}\n`)
})

t.test('without the program sync, as in a bare container, the files are flushed one by one', async (t) => {
  const { root, writer } = prepared(t)
  writer.putObject(digest, 'gzip', body)
  // Like the lock of a running build: a symlink without a target.
  symlinkSync('{"pid":1}', join(root, 'lock'))
  findProgramsIn(t, root)
  await writer.publish(POINTER, null, NOW)
  t.same(JSON.parse(readFileSync(join(root, POINTER_PATH), 'utf8')), POINTER)
})

t.test('the pointer moves only when all other files are on the disk', async (t) => {
  let flushed = () => {}
  const flushing = new Promise<void>((resolve) => {
    flushed = resolve
  })
  const { root, writer } = prepared(t, () => flushing)
  const published = writer.publish(POINTER, null, NOW)
  await new Promise((resolve) => setImmediate(resolve))
  t.notOk(existsSync(join(root, POINTER_PATH)))
  flushed()
  await published
  t.same(JSON.parse(readFileSync(join(root, POINTER_PATH), 'utf8')), POINTER)
})

t.test(
  'before the pointer moves, files that were flushed early are flushed again, even if the early flush failed',
  async (t) => {
    let flushes = 0
    const { root, writer } = prepared(t, async () => {
      flushes += 1
      if (flushes === 1) throw new Error('disk')
    })
    writer.flushAhead()
    t.equal(flushes, 1)
    t.notOk(existsSync(join(root, POINTER_PATH)))
    await writer.publish(POINTER, null, NOW)
    t.equal(flushes, 2)
    t.ok(existsSync(join(root, POINTER_PATH)))
  },
)

t.test('a flush that fails leaves the pointer where it was', async (t) => {
  const { root, writer } = prepared(t, () => Promise.reject(new Error('disk')))
  await t.rejects(writer.publish(POINTER, null, NOW), /disk/)
  t.notOk(existsSync(join(root, POINTER_PATH)))
})

t.test('the folder of the replaced release gets the current date; a missing one is no error', async (t) => {
  const { root, writer } = prepared(t, async () => {})
  await writer.publish(POINTER, LEAVING, NOW)
  mkdirSync(join(root, releaseFolder(LEAVING)), { recursive: true })
  await writer.publish(POINTER, LEAVING, NOW)
  t.equal(statSync(join(root, releaseFolder(LEAVING))).mtimeMs, NOW)
})

t.test('no two staged files share a path, even those of several writers and threads', async (t) => {
  const { root, writer } = prepared(t)
  const paths = [writer.stagingPath(), writer.stagingPath(), new ReleaseWriter(root).stagingPath()]
  t.equal(new Set(paths).size, 3)
  const module = new URL('../../../contract/release/writer.ts', import.meta.url).href
  const code = `import { parentPort } from 'node:worker_threads'
    const { ReleaseWriter } = await import(${JSON.stringify(module)})
    parentPort.postMessage(new ReleaseWriter(${JSON.stringify(root)}).stagingPath())`
  const inThread = () =>
    new Promise<unknown>((resolve, reject) => {
      const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
      thread.once('message', resolve).once('error', reject)
    })
  t.equal(new Set(await Promise.all([inThread(), inThread()])).size, 2)
})

t.test('a release of the same name is replaced as a whole', async (t) => {
  const { root, writer } = prepared(t)
  const files = (text: string) => {
    const bytes = Buffer.from(text)
    return { manifest: bytes, table: bytes, memory: bytes }
  }
  writer.putRelease(RELEASE, files('first'))
  const folder = join(root, releaseFolder(RELEASE))
  writeFileSync(join(folder, 'left-over'), '')
  writer.putRelease(RELEASE, files('second'))
  t.same(readdirSync(folder).sort(), ['memory.gz', 'release.json', 'routes'])
  for (const name of readdirSync(folder)) t.equal(readFileSync(join(folder, name), 'utf8'), 'second')
  t.same(stagedFiles(root), [])
})

t.test('no staged file is left when a release is published', async (t) => {
  const { root, writer } = prepared(t)
  writer.putObject(digest, 'gzip', body)
  writeFileSync(writer.stagingPath(), 'half')
  await writer.publish(POINTER, null, NOW)
  t.same(readdirSync(join(root, STAGING_FOLDER)), [])
  writeFileSync(writer.stagingPath(), 'half')
  writer.prepare()
  t.same(readdirSync(join(root, STAGING_FOLDER)), [])
  writer.putObject(digest, 'gzip', body)
})
