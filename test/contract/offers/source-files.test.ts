import { join } from 'node:path'
import t from 'tap'
import { readReferenceFile } from '../../../contract/offers/source-files.ts'
import { listOf, number } from '../../../lib/json/schema.ts'

const NUMBERS = listOf(number)

t.test('a file is read and checked', async (t) => {
  const folder = t.testdir({ 'a.json': '[1, 2]', 'b.json': '\uFEFF[]' })
  t.same(await readReferenceFile(folder, 'a.json', NUMBERS), [1, 2])
  t.same(await readReferenceFile(folder, 'b.json', NUMBERS), [])
})

t.test('the first ten mistakes are told, and how many more there are', async (t) => {
  const texts = Array.from({ length: 12 }, () => 'x')
  const folder = t.testdir({
    'ten.json': JSON.stringify(texts.slice(2)),
    'twelve.json': JSON.stringify(texts),
  })
  const told = texts.slice(2).map((_, n) => `/${n}: found "x", expected a number`)
  await t.rejects(readReferenceFile(folder, 'ten.json', NUMBERS), {
    code: 'bad-source',
    message: new RegExp(`^${told.map((line) => `ten.json: ${line}`).join('\\n')}$`),
  })
  await t.rejects(readReferenceFile(folder, 'twelve.json', NUMBERS), {
    message: new RegExp(`^${told.map((line) => `twelve.json: ${line}`).join('\\n')}\\nand 2 more$`),
  })
})

t.test('what is missing, or no JSON, is told with file and line', async (t) => {
  const folder = t.testdir({ 'a.json': '[\n1,\n]', folder: {} })
  const missing = join(folder, 'none.json')
  await t.rejects(readReferenceFile(folder, 'none.json', NUMBERS), {
    code: 'bad-source',
    message: `${missing}: missing`,
  })
  await t.rejects(readReferenceFile(folder, 'a.json', NUMBERS), {
    code: 'bad-source',
    message: 'a.json, line 3: as a whole: found "]" at column 1, expected JSON',
  })
  await t.rejects(readReferenceFile(folder, 'folder', NUMBERS), {
    code: 'bad-source',
    message: `${join(folder, 'folder')}: a folder; expected a regular file`,
  })
})
