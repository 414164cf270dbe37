import fs, { rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { readBytesIn } from '../../../contract/release/folder-reader.ts'

const LIMITS = { maxBytes: 4_000_000 }

t.test('a missing file is undefined; an unreadable one is reported with its path', async (t) => {
  const root = t.testdir({ folder: {}, file: '' })
  const read = readBytesIn(root)
  t.equal(await read('missing', LIMITS), undefined)
  await t.rejects(read('folder', LIMITS), {
    code: 'system',
    message: `cannot read ${join(root, 'folder')}: `,
  })
  await t.rejects(read('file/below', LIMITS), {
    code: 'system',
    message: /cannot read .*file\/below: .*ENOTDIR/,
  })
  await rm(join(root, 'file'))
  t.equal(await read('file', LIMITS), undefined)
})

t.test('a file that shrinks while it is read ends where it ends now', async (t) => {
  const root = t.testdir({ file: 'text' })
  const { open } = fs
  const restore = () => {
    Object.assign(fs, { open })
    syncBuiltinESMExports()
  }
  t.teardown(restore)
  const openLonger = async (path: string) => {
    const file = await open(path)
    const stats = await file.stat()
    return Object.assign(file, { stat: async () => Object.assign(stats, { size: stats.size + 10 }) })
  }
  Object.assign(fs, { open: openLonger })
  syncBuiltinESMExports()
  const bytes = await readBytesIn(root)('file', LIMITS)
  restore()
  t.equal(bytes?.toString(), 'text')
})

t.test('reading stops at the limit of bytes', async (t) => {
  const root = t.testdir({ file: 'text' })
  const read = readBytesIn(root)
  t.equal(String(await read('file', { maxBytes: 4 })), 'text')
  await t.rejects(read('file', { maxBytes: 3 }), { code: 'system', message: /4 bytes; expected at most 3$/ })
})
