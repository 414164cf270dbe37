import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { manifestPath, objectPath, routesPath } from '../../../contract/release/layout.ts'
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
  await t.rejects(reader.manifestOf(other), {
    code: 'bad-release',
    message: `${manifestPath(other)}: its id is ${manifest.id}`,
  })
  await t.rejects(reader.manifest({ release: other, manifest: sha256(bytes) }), { code: 'bad-release' })
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

t.test('a table that is cut off, or longer than its manifest says, is refused with both sizes', async (t) => {
  const root = t.testdir({})
  const { manifest } = publishTinyRelease(root)
  const bytes = readFileSync(join(root, routesPath(manifest.id)))
  const { size } = manifest.routes
  for (const other of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])]) {
    const reader = new ReleaseReader(async () => other)
    await t.rejects(reader.routes(manifest), {
      code: 'bad-release',
      message: `${routesPath(manifest.id)}: expected ${size} bytes, found ${other.length}`,
    })
  }
})
