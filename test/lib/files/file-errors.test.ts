import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { ifMissing, ifMissingSync } from '../../../lib/files/file-errors.ts'

t.test('returns the result, or the value for a missing file', async (t) => {
  const folder = t.testdir({ file: 'text' })
  const [file, none] = [join(folder, 'file'), join(folder, 'none')]
  t.equal(await ifMissing(readFile(file, 'utf8'), undefined), 'text')
  t.equal(await ifMissing(readFile(none, 'utf8'), undefined), undefined)
  t.equal(
    ifMissingSync(() => readFileSync(file, 'utf8'), 'nothing'),
    'text',
  )
  t.equal(
    ifMissingSync(() => readFileSync(none, 'utf8'), 'nothing'),
    'nothing',
  )
})

t.test('any other error is passed on', async (t) => {
  const folder = t.testdir({ file: 'text' })
  const below = join(folder, 'file', 'none')
  await t.rejects(ifMissing(readFile(below), undefined), { code: 'ENOTDIR' })
  t.throws(() => ifMissingSync(() => readFileSync(folder), undefined), { code: 'EISDIR' })
})
