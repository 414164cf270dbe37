// What is read of JSON: a list of records, and an object on each line.

import t from 'tap'
import { readTable } from './read-table.ts'

t.test('each record of a list is named by its place, counted from 1', async (t) => {
  const records = [{ id: 1, lugar: { comuna: 'Maipú' } }, {}, { id: '3', nuevo: true }]
  const { table, rows, done } = await readTable(t, 'a.json', JSON.stringify({ status: 'ok', records }))
  t.strictSame(rows, [
    [1, 1, 'Maipú', null],
    [2, null, null, null],
    [3, '3', null, true],
  ])
  t.strictSame(done, [3])
  t.strictSame(table, {
    file: 'a.json',
    about: ['a.json: JSON, 3 items at /records'],
    unit: 'item',
    columns: ['/id', '/lugar/comuna', '/nuevo'],
    total: 3,
    measure: 'items',
    reading: { records: '/records' },
  })
})

t.test('each object of a file of lines is named by its line, blank lines included', async (t) => {
  const text = '\uFEFF{"id":"1"}\n\n{"id":"2","/x":{"~y":null}}\r\n{"id":"3"}'
  const { table, rows, done } = await readTable(t, 'a.ndjson', text)
  t.strictSame(rows, [
    [1, '1', null],
    [3, '2', null],
    [4, '3', null],
  ])
  t.equal(done.at(-1), Buffer.byteLength(text))
  t.strictSame(table, {
    file: 'a.ndjson',
    about: ['a.ndjson: NDJSON'],
    unit: 'line',
    columns: ['/id', '/~1x/~0y'],
    total: Buffer.byteLength(text),
    measure: 'bytes',
    reading: {},
  })
})

t.test('of objects in a list the name is read, else the title, else the nombre', async (t) => {
  const comunas = [
    { name: 'Maipú', title: 'x' },
    { title: 'Ñuñoa', nombre: 'x' },
    { nombre: 'Lota' },
    { id: 1 },
    7,
  ]
  const { rows } = await readTable(t, 'a.json', JSON.stringify([{ comunas }]))
  t.strictSame(rows, [[1, ['Maipú', 'Ñuñoa', 'Lota', null, 7]]])
})

t.test('a list that is not the only one must be named', async (t) => {
  const text = JSON.stringify({ a: [{ id: 1 }], b: { c: [{ id: 2 }] }, d: [1] })
  await t.rejects(readTable(t, 'a.json', text), {
    message: 'a.json: found lists at /a, /b/c; name one in the mapping, read.records',
  })
  t.strictSame((await readTable(t, 'a.json', text, { records: '/b/c' })).rows, [[1, 2]])
  await t.rejects(readTable(t, 'a.json', text, { records: '/b' }), { message: 'a.json: found no list at /b' })
})

t.test('a line that is no JSON, or too long, ends the table, and is named', async (t) => {
  const good = '{"id":"1"}\n'
  const cases: [text: string, message: RegExp][] = [
    [`${good}\n{"id":\n`, /^a\.ndjson, line 3: as a whole: found the end at column 7, expected JSON$/],
    [`${good}{"id":1,"id":2}\n`, /^a\.ndjson, line 2: \/id: found the member a second time/],
    [
      `${good}{"id":"${'x'.repeat(1_000_000)}"}\n`,
      /^a\.ndjson, line 2: .*: found a line of more than 1000000 bytes/,
    ],
  ]
  for (const [text, message] of cases)
    await t.rejects(readTable(t, 'a.ndjson', text), { code: 'bad-source', message })
})
