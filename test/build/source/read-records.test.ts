import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readRecords, type SourceRecord, salvageNames } from '../../../build/source/read-records.ts'

async function readAll(path: string) {
  const records: SourceRecord[] = []
  for await (const batch of readRecords(path)) records.push(...batch)
  return records
}

t.test('records have the numbers of their lines, and a wrong one has the reason', async (t) => {
  const path = join(t.testdir({ file: '\uFEFF{"a":1}\n\n   \n{"a":\r\n[2]' }), 'file')
  const records = await readAll(path)
  t.match(records, [
    { line: 1, value: { a: 1 } },
    { line: 4, violations: [{ pointer: '', expected: 'JSON' }] },
    { line: 5, value: [2] },
  ])
  t.equal(records.length, 3)
})

t.test('a line that is too long is rejected, and those after it are read', async (t) => {
  const path = join(t.testdir({}), 'file')
  const [most, tooLong] = [2 ** 20, 2 ** 20 + 1].map((length) => `"${'x'.repeat(length - 2)}"`)
  writeFileSync(path, `${most}\n${tooLong}\n3\n4`)
  const records = await readAll(path)
  t.same(
    records.map(({ line }) => line),
    [1, 2, 3, 4],
  )
  t.match(records[1], { violations: [{ found: 'a line of more than 1048576 bytes' }] })
  t.match(records.slice(2), [{ value: 3 }, { value: 4 }])
})

t.test('a missing or special file is a bad source, any other failure is one of the system', async (t) => {
  const folder = t.testdir({ file: '' })
  const missing = join(folder, 'none')
  await t.rejects(readAll(missing), { code: 'bad-source', message: `${missing}: missing` })
  await t.rejects(readAll(folder), {
    code: 'bad-source',
    message: `${folder}: a folder; expected a regular file`,
  })
  await t.rejects(readAll(join(folder, 'file', 'below')), { code: 'ENOTDIR' })
})

t.test('the names in a damaged line are found', async (t) => {
  const cases: [line: Buffer | string, names: object][] = [
    ['{"ref":"r1","issuer":"a","title":"cut o', { ref: 'r1', issuer: 'a' }],
    ['{ "issuer" : "a",, "ref" : "r\\"1" }', { ref: 'r"1', issuer: 'a' }],
    ['{"id":"off_x","ref":"first","ref":"second"', { id: 'off_x', ref: 'first' }],
    [Buffer.from('{"ref":"café","issuer":"a"}', 'latin1'), { ref: 'café', issuer: 'a' }],
    ['{"ref":"café"', { ref: 'café' }],
    ['{"ref":"half \\ud83c","issuer":"bad \\escape"', {}],
    ['{"ref":7', {}],
    ['', {}],
    [`${' '.repeat(5000)}{"ref":"r1"`, {}],
    ['"ref":"'.repeat(500_000), { ref: ',' }],
  ]
  for (const [line, names] of cases) {
    const bytes = Buffer.from(line)
    const found = salvageNames(bytes)
    if (bytes.length < 1_000_000) t.same(found, names, bytes.toString('latin1').slice(0, 60))
  }
})
