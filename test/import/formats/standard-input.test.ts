// Standard input becomes a temporary file that only its owner can read.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import t from 'tap'
import { withStandardInput } from '../../../import/formats/standard-input.ts'

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

t.test('the file takes the place of standard input until it is removed', async (t) => {
  const { paths, remove } = await withStandardInput(
    ['a.csv', '-', 'b.csv'],
    () => pieces('id;of', 'erta\n'),
    10,
  )
  const [first, path = '', last] = paths
  t.strictSame([first, basename(path), last], ['a.csv', 'standard input', 'b.csv'])
  t.equal(readFileSync(path, 'utf8'), 'id;oferta\n')
  t.equal(statSync(path).mode & 0o777, 0o600)
  await remove()
  t.notOk(existsSync(dirname(path)))
})

t.test('without standard input nothing is written', async (t) => {
  const { paths, remove } = await withStandardInput(['a.csv'], () => pieces('id'))
  t.strictSame(paths, ['a.csv'])
  await remove()
})

t.test('a pipe with too much or no content is refused, and leaves no file', async (t) => {
  const folder = t.testdir({})
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  const cases: [operands: string[], texts: string[], code: string, message: string][] = [
    [
      ['-'],
      ['12345', '67890', '1'],
      'bad-source',
      'standard input: found more than 10 bytes, expected at most that; save it to a file',
    ],
    [
      ['-'],
      [],
      'bad-source',
      'standard input: found nothing, expected a table; the program before it in the pipe has most likely failed',
    ],
    [['-', '-'], ['1'], 'usage', 'standard input (-) can be read only once'],
  ]
  for (const [operands, texts, code, message] of cases)
    await t.rejects(
      withStandardInput(operands, () => pieces(...texts), 10),
      { code, message },
    )
  t.strictSame(readdirSync(folder), [])
})
