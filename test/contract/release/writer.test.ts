import { existsSync, linkSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { sha256 } from '../../../contract/lib/digest.ts'
import { objectPath, POINTER_PATH, releaseFolder } from '../../../contract/release/layout.ts'
import { ReleaseWriter } from '../../../contract/release/writer.ts'

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

t.test('an object is written once', async (t) => {
  const { writer, path } = prepared(t)
  t.equal(writer.putObject(digest, 'gzip', body), body.length)
  t.same(readFileSync(path), body)
  t.equal(writer.putObject(digest, 'gzip', body), 0)
})

t.test('a damaged object of the right size is written again', async (t) => {
  const { writer, path } = prepared(t)
  writeFileSync(path, 'a bodY')
  t.equal(writer.putObject(digest, 'gzip', body), body.length)
  t.same(readFileSync(path), body)
})

t.test('an object never appears half written: its file is replaced, not written in place', async (t) => {
  const { root, writer, path } = prepared(t)
  writeFileSync(path, 'damaged')
  const old = join(root, 'old')
  linkSync(path, old)
  writer.putObject(digest, 'gzip', body)
  t.equal(readFileSync(old, 'utf8'), 'damaged')
})

t.test('the pointer moves when all else is on the disk, and not before', async (t) => {
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

t.test('a flush that fails leaves the pointer where it was', async (t) => {
  const { root, writer } = prepared(t, () => Promise.reject(new Error('disk')))
  await t.rejects(writer.publish(POINTER, null, NOW), /disk/)
  t.notOk(existsSync(join(root, POINTER_PATH)))
})

t.test('the release that leaves is dated; one that is gone is no obstacle', async (t) => {
  const { root, writer } = prepared(t, async () => {})
  await writer.publish(POINTER, LEAVING, NOW)
  mkdirSync(join(root, releaseFolder(LEAVING)), { recursive: true })
  await writer.publish(POINTER, LEAVING, NOW)
  t.equal(statSync(join(root, releaseFolder(LEAVING))).mtimeMs, NOW)
})
