import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readRejected } from '../../../build/source/read-rejected.ts'
import type { RejectedRecord } from '../../../build/source/reject.ts'

const ROW = {
  issuer: 'banco-norte',
  ref: 'R-100',
  at: 'ofertas.csv:12',
  errors: [{ field: 'Hasta', found: 'pronto', expected: 'a day' }],
}

async function rowsOf(folder: string): Promise<RejectedRecord[]> {
  const rows: RejectedRecord[] = []
  for await (const row of readRejected(folder)) rows.push(row)
  return rows
}

const read = (t: Test, text: string) => rowsOf(t.testdir({ 'rejected.ndjson': text }))

t.test('a folder without the file has no rejected rows', async (t) => {
  t.same(await rowsOf(t.testdir({})), [])
})

t.test('a row is reported with its file, its line, and all of its errors', async (t) => {
  t.match(await read(t, JSON.stringify(ROW)), [
    {
      ...{ file: 'ofertas.csv', line: 12, value: { issuer: 'banco-norte', ref: 'R-100' }, isExact: true },
      violations: [{ pointer: 'Hasta', found: 'pronto', expected: 'a day' }],
    },
  ])
  const places: [at: string, file: string, line: number][] = [
    ['C:\\data\\o.csv:7', 'C:\\data\\o.csv', 7],
    ['row 7', 'rejected.ndjson', 1],
    ['o.csv:0', 'rejected.ndjson', 1],
    [':7', 'rejected.ndjson', 1],
  ]
  for (const [at, file, line] of places)
    t.match(await read(t, JSON.stringify({ ...ROW, at })), [{ file, line }], at)
})

t.test('a malformed line is reported with its own file and line, and with the names in it', async (t) => {
  const lines = [
    JSON.stringify(ROW),
    '{"issuer":"banco-norte","ref":"R-1",',
    JSON.stringify({ ...ROW, errors: [] }),
  ]
  const [, torn, empty, ...more] = await read(t, lines.join('\n'))
  t.match(torn, {
    file: 'rejected.ndjson',
    line: 2,
    isExact: true,
    value: { issuer: 'banco-norte', ref: 'R-1' },
  })
  t.match(empty, {
    file: 'rejected.ndjson',
    line: 3,
    violations: [{ pointer: '/errors' }],
    value: { ref: 'R-100' },
  })
  t.same(more, [])
})

t.test('long texts of a row are cut', async (t) => {
  const long = 'x'.repeat(5000)
  const [row] = await read(
    t,
    JSON.stringify({ ...ROW, errors: [{ field: 'F', found: long, expected: long }] }),
  )
  const [violation] = row?.violations ?? []
  for (const text of [violation?.found, violation?.expected]) t.match(text, /^x{199}…$/)
})

t.test('a folder in place of the file is refused by name', async (t) => {
  const folder = t.testdir({})
  mkdirSync(join(folder, 'rejected.ndjson'))
  await t.rejects(rowsOf(folder), { code: 'bad-source', message: /rejected\.ndjson/ })
})
