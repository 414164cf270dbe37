import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { MAX_BODY_BYTES, manifestPath, objectPath, tablePath } from '../../../contract/release/layout.ts'
import { openObject, ReleaseReader } from '../../../contract/release/reader.ts'
import type { TargetEntry } from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

const entryOf = (body: Buffer, changes: Partial<TargetEntry> = {}): TargetEntry => ({
  digest: sha256(body),
  size: body.length,
  total: 0,
  type: 'application/json',
  storage: 'gzip',
  ...changes,
})

t.test('a manifest under the id of another release is refused', async (t) => {
  const { manifest } = publishTinyRelease(t.testdir({}))
  const other = '20260101T000000000Z-0123456789ab'
  const bytes = Buffer.from(JSON.stringify(manifest))
  const reader = new ReleaseReader(async (path) => (path === manifestPath(other) ? bytes : undefined))
  await t.rejects(reader.manifestById(other), {
    code: 'bad-release',
    message: `${manifestPath(other)}: its id is ${manifest.id}`,
  })
  await t.rejects(reader.manifestAt({ release: other, manifest: sha256(bytes) }), { code: 'bad-release' })
})

t.test('an object is opened if it matches its entry', async (t) => {
  for (const body of [Buffer.from('{}'), Buffer.alloc(0), Buffer.alloc(100_000, 'ab')]) {
    t.same(openObject('p', gzipSync(body), entryOf(body)), body)
    t.same(openObject('p', body, entryOf(body, { storage: 'identity' })), body)
  }
})

t.test('an object that does not exist is reported as missing', async (t) => {
  const entry = entryOf(Buffer.from('{}'))
  const reader = new ReleaseReader(async () => undefined)
  await t.rejects(reader.object(entry), {
    code: 'bad-release',
    message: `${objectPath(entry.digest, entry.storage)}: missing`,
  })
})

t.test('another object, or a damaged one, is refused', async (t) => {
  const body = Buffer.from('{"a":1}')
  const entry = entryOf(body)
  t.throws(() => openObject('p', gzipSync('{"a":2}'), entry), {
    code: 'bad-release',
    message: /expected SHA-256/,
  })
  t.throws(() => openObject('p', gzipSync(body).subarray(0, -9), entry), { code: 'bad-release' })
  t.throws(() => openObject('p', Buffer.from('no gzip'), entry), { code: 'bad-release' })
})

t.test('an object that uncompresses to more than its entry says is refused part-way', async (t) => {
  const zeros = Buffer.alloc(10_000_000)
  t.throws(() => openObject('p', gzipSync(zeros), entryOf(zeros, { size: 100 })), {
    code: 'bad-release',
    cause: { code: 'ERR_BUFFER_TOO_LARGE' },
  })
})

t.test('a large body is read without holding up others', async (t) => {
  const body = Buffer.alloc(5_000_000, 'ab')
  for (const storage of ['gzip', 'identity'] as const) {
    const stored = storage === 'gzip' ? gzipSync(body) : body
    const reader = new ReleaseReader(async () => stored)
    const read = await reader.object(entryOf(body, { storage }))
    t.ok(read.body.equals(body), storage)
    await t.rejects(reader.object(entryOf(body, { storage, digest: '0'.repeat(64) })), {
      code: 'bad-release',
    })
  }
  const bomb = new ReleaseReader(async () => gzipSync(body))
  await t.rejects(bomb.object(entryOf(body, { size: 1_000_000 })), {
    code: 'bad-release',
    cause: { code: 'ERR_BUFFER_TOO_LARGE' },
  })
})

t.test('a body beyond the bound is not even read', async (t) => {
  const entry = entryOf(Buffer.from('{}'), { size: MAX_BODY_BYTES + 1 })
  const reader = new ReleaseReader(async () => {
    throw new Error('read')
  })
  const refused = { code: 'bad-release', message: /: a body of 67108865 bytes; at most 67108864 are read$/ }
  for (const storage of ['gzip', 'identity'] as const)
    await t.rejects(reader.object({ ...entry, storage }), refused, storage)
  t.throws(() => openObject('p', gzipSync('{}'), entry), refused)
})

t.test('a table that is cut off, or longer than its manifest says, is refused with both sizes', async (t) => {
  const root = t.testdir({})
  const { manifest } = publishTinyRelease(root)
  const bytes = readFileSync(join(root, tablePath(manifest.id)))
  const { size } = manifest.routes
  for (const other of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])]) {
    const reader = new ReleaseReader(async () => other)
    await t.rejects(reader.table(manifest), {
      code: 'bad-release',
      message: `${tablePath(manifest.id)}: expected ${size} bytes, found ${other.length}`,
    })
  }
})
