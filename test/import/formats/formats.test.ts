// The choice of the format: the first bytes of a file decide, never its name.

import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { readWhole } from '../../../import/formats/format.ts'
import { openTable } from '../../../import/formats/formats.ts'
import type { Reading } from '../../../import/tables/table.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { fileOf } from '../import-table.ts'
import { readTable } from './read-table.ts'

t.setTimeout(BUSY_MS)

const RECORDS = '[{"id":"1"},{"id":"2"}]'
const LINES = '{"id":"1"}\n{"id":"2"}\n'
const LIST = '{"data":{"offers":[{"id":"1"},{"id":"2"}]}}'

t.test('the content decides the format', async (t) => {
  const sheets = [{ name: 'Ofertas', rows: [['id', 'oferta'], ['1', 'Menú']] }] // biome-ignore format: a table
  const cases: [title: string, content: string | Uint8Array, about: string, reading?: Reading][] = [
    ['text with delimiters', 'id;oferta\n1;Menú\n', 'CSV, UTF-8, cells separated by ;'],
    ['a zip file of sheets', await writeXlsx({ sheets }), 'workbook, sheet "Ofertas"'],
    ['a list', RECORDS, 'JSON, 2 items'],
    ['a list after a byte order mark and blanks', `\uFEFF\n ${RECORDS}`, 'JSON, 2 items'],
    ['an object on each line', LINES, 'NDJSON'],
    ['a single object', '{"id":"1"}\n', 'NDJSON'],
    ['a single line that holds a list', LIST, 'JSON, 2 items at /data/offers'],
    ['the same with blank lines around it', `\n${LIST}\n\n`, 'JSON, 2 items at /data/offers'],
    ['several lines, the first with a list', `${LIST}\n${LIST}\n`, 'NDJSON'],
    [
      'an object over several lines',
      JSON.stringify(JSON.parse(LIST), null, 2),
      'JSON, 2 items at /data/offers',
    ],
    [
      'a list on a line of megabytes',
      `{"a":"${'x'.repeat(2_000_000)}","b":${RECORDS}}`,
      'JSON, 2 items at /b',
    ],
    [
      'lines with a list that a mapping names',
      LIST,
      'JSON, 2 items at /data/offers',
      { records: '/data/offers' },
    ],
  ]
  for (const [title, content, about, reading] of cases) {
    const { table, rows } = await readTable(t, 'a.table', content, reading)
    t.strictSame(table.about, [`a.table: ${about}`], title)
    t.ok(rows.length > 0, title)
  }
})

t.test('a file without a table is refused by name, with advice', async (t) => {
  const cases: [content: string | Uint8Array, message: RegExp][] = [
    ['', /^\/.*a\.csv: found an empty file, expected a table$/],
    [
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      /^a\.csv: found a workbook of the old form \(\.xls\) or one with a password, expected a table; save it as \.xlsx or as CSV$/,
    ],
    [
      'PK\u0003\u0004 and no more',
      /^a\.csv: the workbook is damaged or cut off; get it again, or save it as \.xlsx again$/,
    ],
    ['{"a":1,"b":\n', /^a\.csv, line 2: as a whole: found the end at column 1, expected JSON$/],
    ['{"a":\n1}', /^a\.csv: found no list of records, expected one, also of a single record$/],
  ]
  for (const [content, message] of cases)
    await t.rejects(readTable(t, 'a.csv', content), { code: 'bad-source', message })
  const path = join(t.testdir({}), 'none.csv')
  await t.rejects(openTable(path, { reading: {} }), {
    code: 'bad-source',
    message: `${path}: missing`,
  })
})

t.test('a file that is too large for the memory is refused before it is read', async (t) => {
  const cases: [start: string, advice: string][] = [
    ['[', 'write one record per line (NDJSON), which is read as a stream'],
    ['PK\u0003\u0004', 'export it as CSV'],
  ]
  for (const [start, advice] of cases) {
    const path = fileOf(t, 'a.table', start)
    truncateSync(path, 100_000_001)
    await t.rejects(openTable(path, { reading: {} }), {
      code: 'bad-source',
      message: `a.table: 100000001 bytes; expected at most 100000000; ${advice}`,
    })
  }
})

t.test('a file that takes too long is refused, and the next one is read', async (t) => {
  const path = fileOf(t, 'a.json', JSON.stringify(Array(200_000).fill({ id: 1, oferta: 'Menú' })))
  await t.rejects(openTable(path, { reading: {} }, 0.001), {
    code: 'bad-source',
    message:
      'a.json: found a table that takes more than 0.001 seconds to read, expected a smaller one; save the sheet as CSV, or write JSON with one record per line',
  })
  t.equal((await openTable(path, { reading: {} })).columns.length, 2)
})

t.test('the rows of a table are read before another one is opened', async (t) => {
  const path = fileOf(t, 'a.csv', 'id;oferta\n1;Menú\n')
  const first = await openTable(path, { reading: {} })
  await openTable(path, { reading: {} })
  await t.rejects(first.rows().next(), /another table was opened since/)
})

t.test('a file that grows while it is read is held to the same bound', async (t) => {
  const pieces = async function* () {
    for (const text of ['12', '345']) yield Buffer.from(text)
  }
  const head = { bytes: Buffer.alloc(0), text: '', isWhole: true }
  const file = { path: '/x/a.json', name: 'a.json', size: 2, head, pieces }
  t.equal((await readWhole(file, 5, 'x')).toString(), '12345')
  await t.rejects(readWhole(file, 4, 'make it smaller'), {
    message: 'a.json: 5 bytes; expected at most 4; make it smaller',
  })
})
