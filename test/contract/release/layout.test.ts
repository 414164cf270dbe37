import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import {
  manifestPath,
  maxGzipBytes,
  memoryPath,
  objectPath,
  releaseFolder,
  releaseIdOf,
  tablePath,
} from '../../../contract/release/layout.ts'

const ID = '20260822T100000000Z-0123456789ab'
const DIGEST = `ab${'0'.repeat(62)}`

t.test('a release is named by its moment and the digest of its table', async (t) => {
  t.equal(releaseIdOf('2026-08-22T10:00:00.000Z', '0123456789abcdef'), ID)
})

t.test(
  'the files of a release lie in its folder, objects in a folder named by the start of their digest',
  async (t) => {
    t.equal(manifestPath(ID), `releases/${ID}/release.json`)
    t.equal(tablePath(ID), `releases/${ID}/routes`)
    t.equal(memoryPath(ID), `releases/${ID}/memory.gz`)
    t.equal(objectPath(DIGEST, 'gzip'), `objects/ab/${'0'.repeat(62)}.gz`)
    t.equal(objectPath(DIGEST, 'identity'), `objects/ab/${'0'.repeat(62)}`)
  },
)

t.test('a body that gzip makes larger is within its bound', async (t) => {
  const body = randomBytes(1024 * 1024)
  t.ok(gzipSync(body).length <= maxGzipBytes(body.length))
})

t.test('only an id or a digest becomes a path', async (t) => {
  for (const id of ['', '.', '..', '../x', `${ID}/..`, `${ID}.old`, ID.toUpperCase(), `${ID}\n`]) {
    t.throws(() => releaseFolder(id), RangeError, JSON.stringify(id))
  }
  for (const digest of [
    '',
    '..',
    '../../etc',
    DIGEST.slice(1),
    `${DIGEST}0`,
    DIGEST.toUpperCase(),
    `${DIGEST}\n`,
  ]) {
    t.throws(() => objectPath(digest, 'gzip'), RangeError, JSON.stringify(digest))
  }
})
