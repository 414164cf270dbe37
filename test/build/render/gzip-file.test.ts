import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { GzipFile } from '../../../build/render/gzip-file.ts'
import { fileFactsOf } from '../../../contract/release/manifest.ts'

const PIECES = Array.from({ length: 50 }, (_, n) => Buffer.from(`line ${n} ${'x'.repeat(n * 7)}\n`))

function writeFile(path: string) {
  const file = new GzipFile(path)
  for (const piece of PIECES) file.write(piece)
  const facts = file.end()
  return { facts, bytes: readFileSync(path) }
}

t.test('the pieces are one file with the reported size and digest', async (t) => {
  const { facts, bytes } = writeFile(join(t.testdir({}), 'file'))
  t.same(gunzipSync(bytes), Buffer.concat(PIECES))
  t.same(facts, fileFactsOf(bytes))
})

t.test('if the system writes fewer bytes than given, the rest follows', async (t) => {
  const { writeSync } = fs
  const restore = () => {
    Object.assign(fs, { writeSync })
    syncBuiltinESMExports()
  }
  t.teardown(restore)
  let calls = 0
  const writeLittle = (file: number, bytes: Uint8Array, offset: number) => {
    calls += 1
    return writeSync(file, bytes, offset, Math.min(5, bytes.length - offset))
  }
  Object.assign(fs, { writeSync: writeLittle })
  syncBuiltinESMExports()
  const { facts, bytes } = writeFile(join(t.testdir({}), 'file'))
  restore()
  t.ok(calls >= bytes.length / 5)
  t.same(gunzipSync(bytes), Buffer.concat(PIECES))
  t.same(facts, fileFactsOf(bytes))
})
