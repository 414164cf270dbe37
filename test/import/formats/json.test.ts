// JSON as rows: a list of records, or one object per line.

import t from 'tap'
import { openTable } from '../../../import/formats/formats.ts'
import type { Reading } from '../../../import/tables/table.ts'
import { fileOf } from '../import-table.ts'
import { readTable } from './read-table.ts'

t.test('each record of a list has its place as number, counted from 1', async (t) => {
  const records = [{ id: 1, lugar: { comuna: 'Maipú' } }, {}, { id: '3', nuevo: true }]
  const { table, rows } = await readTable(t, 'a.json', JSON.stringify({ status: 'ok', records }))
  t.strictSame(rows, [
    [1, 1, 'Maipú', null],
    [2, null, null, null],
    [3, '3', null, true],
  ])
  t.strictSame(table, {
    file: 'a.json',
    about: ['a.json: JSON, 3 items at /records'],
    unit: 'item',
    columns: ['/id', '/lugar/comuna', '/nuevo'],
    reading: { records: '/records' },
  })
})

t.test('each object of NDJSON has the number of its line, with blank lines counted', async (t) => {
  const text = '\uFEFF{"id":"1"}\n\n{"id":"2","/x":{"~y":null,"~1":"a"}}\r\n{"id":"3"}'
  const { table, rows } = await readTable(t, 'a.ndjson', text)
  t.strictSame(rows, [
    [1, '1', null, null],
    [3, '2', null, 'a'],
    [4, '3', null, null],
  ])
  t.strictSame(table, {
    file: 'a.ndjson',
    about: ['a.ndjson: NDJSON'],
    unit: 'line',
    columns: ['/id', '/~1x/~0y', '/~1x/~01'],
    reading: {},
  })
})

t.test('an object in a list gives its name, else its title, else its nombre', async (t) => {
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

t.test('the only list of objects is read, and of several one must be named', async (t) => {
  const offers = [{ id: 1, titulo: 'Menú', banco: 'Banco' }]
  const one = await readTable(
    t,
    'a.json',
    JSON.stringify({ meta: { x: [1] }, data: { offers }, tags: ['x'] }),
  )
  t.strictSame(one.table.about, ['a.json: JSON, 1 items at /data/offers'])
  t.strictSame(one.table.reading, { records: '/data/offers' })
  t.strictSame(one.rows, [[1, 1, 'Menú', 'Banco']])
  const several = JSON.stringify({ a: [{ id: 1 }], b: { c: [{ id: 2 }, { id: 3 }] }, d: [1] })
  await t.rejects(readTable(t, 'a.json', several), {
    code: 'usage',
    message:
      'a.json: found several lists; lists are at /a (1), /b/c (2): give one of them as --records, or as read.records of the mapping',
  })
  t.strictSame((await readTable(t, 'a.json', several, { records: '/a' })).rows, [[1, 1]])
})

t.test('a pointer that leads to no list is refused, and the lists are named', async (t) => {
  const text = JSON.stringify({ a: [{ id: 1 }], b: { c: [{ id: 2 }] }, d: 7 })
  for (const records of ['/d', '/e', '/a/0/id', '/__proto__', '/*/*/id'])
    await t.rejects(readTable(t, 'a.json', text, { records }), {
      code: 'bad-source',
      message: `a.json: found no list at ${records}; lists are at /a (1), /b/c (1): give one of them as --records, or as read.records of the mapping`,
    })
  t.strictSame((await readTable(t, 'a.json', '{"a":[]}', { records: '/a' })).rows, [])
})

const WITHIN = 'expected a list of offers: write each offer as an object of one list'

t.test('offers in lists within the items are refused, unless a pointer names the items', async (t) => {
  const shops = [{ logo: 'a.png', offers: [{ beneficio: '20%' }, { beneficio: '2x1' }] }, { logo: 'b.png' }]
  const text = JSON.stringify({ shops })
  await t.rejects(readTable(t, 'a.json', text), {
    code: 'bad-source',
    message: `a.json: found offers within the items of /shops, at /offers of each, ${WITHIN}, with what it needs of its item; --records "/shops" reads the items`,
  })
  t.strictSame((await readTable(t, 'a.json', text, { records: '/shops' })).rows, [
    [1, 'a.png', [null, null]],
    [2, 'b.png', null],
  ])
  await t.rejects(readTable(t, 'a.json', JSON.stringify(shops)), {
    message: /within the items of the top, at \/offers of each.*--records "" reads the items/,
  })
  const brands = [{ brand: 'A', models: [{ model: 'a', variants: [{ size: 'S', price: '$38' }] }] }]
  await t.rejects(readTable(t, 'a.json', JSON.stringify({ brands })), {
    message: /within the items of \/brands, at \/models and \/variants of each/,
  })
})

t.test('only the first of many lists within the items are examined', async (t) => {
  const items = (at: number) =>
    JSON.stringify([
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`l${index}`, [index === at ? { precio: 1 } : { x: 1 }]]),
      ),
    ])
  await t.rejects(readTable(t, 'a.json', items(19)), { message: /at \/l19 of each/ })
  t.equal((await readTable(t, 'a.json', items(20))).rows.length, 1)
})

t.test('records that are the members of an object are refused', async (t) => {
  const none =
    'no list of records, expected one, also of a single record; write offers that are the members of an object as one list'
  const name = 'give one of them as --records, or as read.records of the mapping'
  const cases: [value: object, found: string][] = [
    [{ x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } }, none],
    [{ data: { x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } } }, none],
    [{ shops: { x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } }, tags: ['a', 'b'] }, none],
    [
      { 'Banco A': [{ titulo: 'Menú' }], 'Banco B': [{ titulo: 'Cine' }] },
      `several lists; lists are at /Banco A (1), /Banco B (1): ${name}`,
    ],
  ]
  for (const [value, found] of cases)
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1)])
      await t.rejects(readTable(t, 'a.json', text), { message: `a.json: found ${found}` })
  const others = {
    page: { number: 1 },
    links: { next: { url: 'a' }, last: { url: 'b' } },
    ofertas: [{ id: 1 }],
  }
  t.equal((await readTable(t, 'a.json', JSON.stringify(others))).table.reading.records, '/ofertas')
})

t.test('a single object is no list', async (t) => {
  const text = JSON.stringify({ id: 1, titulo: 'Menú' }, null, 1)
  await t.rejects(readTable(t, 'a.json', text), {
    message: /found no list of records, expected one, also of a single record/,
  })
  await t.rejects(readTable(t, 'a.json', text, { records: '' }), { message: /found no list at the top/ })
})

t.test('a list of texts is refused, and so are records without members', async (t) => {
  const texts = ['2x1 los lunes', '20% en té']
  const cases: [value: unknown, reading: Reading, at: string][] = [
    [texts, {}, 'the top'],
    [{ ofertas: texts }, {}, '/ofertas'],
    [{ ofertas: texts }, { records: '/ofertas' }, '/ofertas'],
  ]
  for (const [value, reading, at] of cases)
    await t.rejects(readTable(t, 'a.json', JSON.stringify(value, null, 1), reading), {
      message: `a.json: found a list without objects at ${at}, expected objects with members; write each text into a row of a CSV, below a heading`,
    })
})

t.test('long numbers keep their digits', async (t) => {
  const text = '[{"id":9007199254740993,"titulo":"Té"},{"id":12345678901234567890,"titulo":"Pan"}]'
  t.match((await readTable(t, 'a.json', text)).rows, [[1, '9007199254740993'], [2, '12345678901234567890']]) // biome-ignore format: a table
  t.match((await readTable(t, 'a.json', '{"id":9007199254740993}\n{}\n')).rows, [[1, '9007199254740993']])
})

t.test('a line that is not JSON, or too long, is refused with its number', async (t) => {
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

t.test('a row counts the filled cells among its own columns', async (t) => {
  const path = fileOf(t, 'a.json', '[{"id":1,"a":"","b":null,"c":[" "]},{"a":" "},{}]')
  const { rows } = await openTable(path, { reading: {} })
  for await (const batch of rows()) {
    const facts = batch.rows.map(({ at, filled, width, cells, isBlank, isHeadings }) => {
      return [at, filled, width, cells, isBlank, isHeadings]
    })
    t.strictSame(facts, [
      [1, 1, 4, 4, false, false],
      [2, 0, 1, 1, true, false],
      [3, 0, 0, 0, true, false],
    ])
  }
})

t.test('a list is read in batches, and its columns are those of all its items', async (t) => {
  const items = Array.from({ length: 1001 }, (_, id) => (id < 1000 ? { id } : { id, late: 1 }))
  const { batches, table, rows } = await readTable(t, 'a.json', JSON.stringify(items))
  t.strictSame([batches, table.columns], [3, ['/id', '/late']])
  t.strictSame(rows.at(-1), [1001, 1000, 1])
  const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('')
  t.strictSame((await readTable(t, 'a.ndjson', lines)).table.columns, ['/id', '/late'])
  t.strictSame((await readTable(t, 'a.ndjson', '{"id":1}\n')).table.columns, ['/id'])
  t.strictSame((await readTable(t, 'a.ndjson', '{}\n{}\n')).table.columns, [])
  const wide = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`c${index}`, index]))
  t.equal((await readTable(t, 'a.json', JSON.stringify([wide]))).table.columns.length, 2000)
})

t.test('objects are read to a depth of four, and deeper ones as JSON', async (t) => {
  const value = [
    { o: { a: { b: { c: { d: 1 } } } }, e: {}, l: [[1], { x: 1 }, { name: 7, title: 'x' }, 'y'] },
  ]
  const { table, rows } = await readTable(t, 'a.json', JSON.stringify(value))
  t.strictSame(table.columns, ['/o/a/b/c', '/l'], 'four levels are read')
  t.strictSame(rows, [[1, '{"d":1}', [null, null, null, 'y']]])
  const long = [{ l: Array.from({ length: 1001 }, (_, index) => index) }]
  t.match((await readTable(t, 'a.json', JSON.stringify(long))).rows, [[1, { length: 1000, 999: 999 }]])
})

t.test('more than three million values are refused before they are read', async (t) => {
  const text = `[${'[],'.repeat(1_500_000)}1]`
  await t.rejects(readTable(t, 'a.json', text), {
    code: 'bad-source',
    message:
      'a.json: found more than 3000000 values, expected fewer; write one record per line (NDJSON), which is read as a stream',
  })
})

t.test('each column with a value, or with the title, makes an inner list one of offers', async (t) => {
  const open = (item: object, around: object) =>
    readTable(t, 'a.json', JSON.stringify({ shops: [{ ...around, inner: [item] }] }))
  for (const name of ['beneficio', 'porcentaje', 'cashback', 'monto_descuento', 'precio', 'cuotas', 'titulo'])
    await t.rejects(open({ [name]: '1' }, { logo: 'a' }), { message: /offers within the items/ }, name)
  await t.rejects(open({ beneficio: '1' }, { titulo: 'Local' }), { message: /offers within the items/ })
  const cases: [item: object, around: object][] = [
    [{ comuna: 'Maipú' }, { logo: 'a' }],
    [{ beneficio: '1' }, { precio: 5 }],
    [{ titulo: 'Menú' }, { titulo: 'Local' }],
  ]
  for (const [item, around] of cases)
    t.equal((await open(item, around)).table.reading.records, '/shops', JSON.stringify([item, around]))
})

t.test('a list that is too deep is not found, and one at the top is called "the top"', async (t) => {
  const deep = JSON.stringify({ a: { b: { c: [{ id: 1 }] } } }, null, 1)
  await t.rejects(readTable(t, 'a.json', deep), {
    message: /found no list of records, expected one, also of a single record/,
  })
  for (const [text, there] of [
    [
      '[{"id":1}]',
      'lists are at the top (1): give one of them as --records, or as read.records of the mapping',
    ],
    ['[7]', 'write the offers as one list of objects'],
  ] as const)
    await t.rejects(readTable(t, 'a.json', text, { records: '/x' }), {
      message: `a.json: found no list at /x; ${there}`,
    })
  await t.rejects(readTable(t, 'a.json', '7', { records: '' }), {
    message: /found CSV, expected JSON/,
  })
})

t.test('an object with a list of texts on one line is no offer', async (t) => {
  for (const text of ['{"count":2,"offers":["20% off","30% off"]}', '["20% off","30% off"]'])
    await t.rejects(readTable(t, 'a.json', text), { message: /found a list without objects at / }, text)
  const one = await readTable(t, 'a.json', '{"id":1,"title":"20% off","tags":["a","b"]}')
  t.equal(one.rows.length, 1)
})

t.test('a pointer that nothing uses is refused', async (t) => {
  for (const [name, text] of [
    ['a.csv', 'id;oferta\n1;x\n'],
    ['a.json', '{"id":1}\n{"id":2}\n'],
    ['a.json', '[{"id":1}]'],
  ] as const)
    await t.rejects(readTable(t, name, text, { records: '/offers' }), { code: 'bad-source' }, text)
})

t.test('a list that has moved from the top is named', async (t) => {
  const path = fileOf(t, 'a.json', '{"status":"ok","data":[{"id":1,"oferta":"x"}]}')
  const open = (columns: string[]) => openTable(path, { reading: { records: '' }, columns })
  await t.rejects(open(['/id', '/oferta']), {
    message: /found no list at the top; lists are at \/data \(1\)/,
  })
})
