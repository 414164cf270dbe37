import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readReferenceFile, sourcePath } from '../../../contract/offers/source-files.ts'
import { listOf, number } from '../../../lib/json/schema.ts'

const NUMBERS = listOf(number)

t.test('a file is read and checked', async (t) => {
  const folder = t.testdir({ 'a.json': '[1, 2]', 'b.json': '\uFEFF[]' })
  t.same(await readReferenceFile(folder, 'a.json', NUMBERS), [1, 2])
  t.same(await readReferenceFile(folder, 'b.json', NUMBERS), [])
})

t.test('the first ten faults are listed, and the number of further ones', async (t) => {
  const texts = Array.from({ length: 12 }, () => 'x')
  const folder = t.testdir({
    'ten.json': JSON.stringify(texts.slice(2)),
    'twelve.json': JSON.stringify(texts),
  })
  const listed = texts.slice(2).map((_, n) => `/${n}: found "x", expected a number`)
  await t.rejects(readReferenceFile(folder, 'ten.json', NUMBERS), {
    code: 'bad-source',
    message: new RegExp(`^${listed.map((line) => `ten.json: ${line}`).join('\\n')}$`),
  })
  await t.rejects(readReferenceFile(folder, 'twelve.json', NUMBERS), {
    message: new RegExp(`^${listed.map((line) => `twelve.json: ${line}`).join('\\n')}\\nand 2 more$`),
  })
})

t.test('a file that is missing or not JSON is reported with its name and line', async (t) => {
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

t.test('links are followed inside the folder of the source, and never out of it', async (t) => {
  const root = t.testdir({ source: { day: { 'a.json': '[1]' } }, 'secret.json': '[2]', source2: {} })
  const source = join(root, 'source')
  const link = (target: string, name: string) => symlinkSync(target, join(source, name))
  link('day/a.json', 'within.json')
  link(join(source, 'day', 'a.json'), 'whole.json')
  link('nowhere.json', 'dangling.json')
  for (const name of ['within.json', 'whole.json'])
    t.same(await readReferenceFile(source, name, NUMBERS), [1], name)
  await t.rejects(readReferenceFile(source, 'dangling.json', NUMBERS), { message: 'dangling.json: missing' })

  link('../secret.json', 'out.json')
  link('out.json', 'by-another.json')
  link('/proc/self/environ', 'environment.json')
  link('..', 'up')
  link('../source2', 'other')
  for (const name of ['out.json', 'by-another.json', 'environment.json', 'up', 'up/secret.json', 'other'])
    await t.rejects(
      sourcePath(source, name),
      {
        code: 'bad-source',
        message: /: a link to .*, outside of the source folder; put a copy of the file there$/,
      },
      name,
    )
  symlinkSync('source', join(root, 'link'))
  t.same(await readReferenceFile(join(root, 'link'), 'within.json', NUMBERS), [1], 'the folder may be one')
})
