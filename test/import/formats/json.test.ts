// JSON as rows: a list of records, or one object per line.

import t from 'tap'
import { openTable } from '../../../import/formats/formats.ts'
import type { Reading } from '../../../import/tables/table.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { fileOf } from '../import-table.ts'
import { readTable } from './read-table.ts'

t.setTimeout(BUSY_MS)

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
    parts: [{ name: '/records', unit: 'list', rows: 3, isHidden: false, isAlike: false }],
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
      'a.json: found several lists; name the offers, with one of these options or as read.records of the mapping:\n  --records "/a" (1 record)\n  --records "/b/c" (2 records)',
  })
  t.strictSame((await readTable(t, 'a.json', several, { records: '/a' })).rows, [[1, 1]])
})

t.test('a pointer that leads to no list is refused, and the lists are named', async (t) => {
  const text = JSON.stringify({ a: [{ id: 1 }], b: { c: [{ id: 2 }] }, d: 7 })
  for (const records of ['/d', '/e', '/a/0/id', '/__proto__', '/d/*'])
    await t.rejects(readTable(t, 'a.json', text, { records }), {
      code: 'bad-source',
      message: `a.json: found no list at ${records}; name the offers, with one of these options or as read.records of the mapping:\n  --records "/a" (1 record)\n  --records "/b/c" (1 record)`,
    })
  t.strictSame((await readTable(t, 'a.json', '{"a":[]}', { records: '/a' })).rows, [])
})

const BANKS = {
  updated: '2026-11-01',
  banks: [
    {
      name: 'Banco Lenga',
      city: { name: 'Lota' },
      promos: [
        { id: 7, titulo: 'Menú' },
        { id: 8, titulo: 'Cine' },
      ],
    },
    { name: 'Banco Raulí', promos: [{ id: 7, titulo: 'Pan' }] },
    { name: 'Banco Coigüe', promos: null },
  ],
}

t.test('a pointer may pass through lists; the members of the items around are columns', async (t) => {
  const { table, rows } = await readTable(t, 'a.json', JSON.stringify(BANKS), { records: '/banks/*/promos' })
  t.strictSame(table.about, ['a.json: JSON, 3 items at /banks/*/promos'])
  t.strictSame(table.columns, ['/id', '/titulo', '../name', '../city/name'])
  t.strictSame(rows, [
    [1, 7, 'Menú', 'Banco Lenga', 'Lota'],
    [2, 8, 'Cine', 'Banco Lenga', 'Lota'],
    [3, 7, 'Pan', 'Banco Raulí', null],
  ])
  const deep = { 'Tarjeta A': { shops: [{ name: 'Canelo', offers: { x1: { titulo: 'Menú' } } }] } }
  const read = await readTable(t, 'a.json', JSON.stringify(deep), { records: '/*/shops/*/offers/*' })
  t.strictSame(read.table.columns, ['/titulo', '../name', '../../#', '#'])
  t.strictSame(read.rows, [[1, 'Menú', 'Canelo', 'Tarjeta A', 'x1']])
})

t.test('records may be the members of an object, or lists in its members', async (t) => {
  const members = { x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } }
  const read = await readTable(t, 'a.json', JSON.stringify(members), { records: '/*' })
  t.strictSame(read.table.columns, ['/titulo', '#'])
  t.strictSame(read.rows, [
    [1, 'Menú', 'x1'],
    [2, 'Cine', 'x2'],
  ])
  const lists = { 'Banco A': [{ titulo: 'Menú' }], 'Banco B': [{ titulo: 'Cine' }] }
  const { rows, table } = await readTable(t, 'a.json', JSON.stringify(lists), { records: '/*' })
  t.strictSame(table.columns, ['/titulo', '../#'])
  t.strictSame(rows, [
    [1, 'Menú', 'Banco A'],
    [2, 'Cine', 'Banco B'],
  ])
  const list = await readTable(t, 'a.json', JSON.stringify([{ titulo: 'Menú' }]), { records: '/*' })
  t.strictSame(list.table.columns, ['/titulo'], 'a place in a list is no name')
})

t.test('an item with something else than a list is refused by name', async (t) => {
  const some = { banks: [{ promos: [{ titulo: 'Menú' }] }, { promos: { titulo: 'Cine' } }] }
  await t.rejects(readTable(t, 'a.json', JSON.stringify(some), { records: '/banks/*/promos' }), {
    code: 'bad-source',
    message: /found .* at \/banks\/\*\/promos of 1 item, expected a list there, or nothing/,
  })
})

t.test('if the items look like no offers, the lists within them are options', async (t) => {
  await t.rejects(readTable(t, 'a.json', JSON.stringify(BANKS)), {
    code: 'usage',
    message:
      'a.json: found lists within the items of /banks; name the offers, with one of these options or as read.records of the mapping:\n  --records "/banks" (3 records, such as "Banco Lenga")\n  --records "/banks/*/promos" (3 records, such as "Menú")',
  })
  const brands = [{ brand: 'A', models: [{ model: 'a', variants: [{ size: 'S', price: '$38' }] }] }]
  await t.rejects(readTable(t, 'a.json', JSON.stringify({ brands })), {
    message: /--records "\/brands\/\*\/models\/\*\/variants" \(1 record, such as "S"\)/,
  })
  const read = await readTable(t, 'a.json', JSON.stringify(BANKS), { records: '/banks' })
  t.equal(read.rows.length, 3, 'a kept pointer reads the items')
})

t.test('items that look like offers are read, and lists of offers within them are named', async (t) => {
  const Offers = [
    {
      id: 1,
      offerTitle: '20% off',
      validUntil: '2026-12-31',
      channels: [{ title: 'Online' }],
      ids: [{ n: 1 }],
    },
    { id: 2, offerTitle: '10% off', validUntil: '2026-12-31' },
  ]
  const { table, rows } = await readTable(t, 'a.json', JSON.stringify({ total: 2, Offers }))
  t.strictSame(table.about, [
    'a.json: JSON, 2 items at /Offers',
    'not read: --records "/Offers/*/channels" (1 record, such as "Online")',
  ])
  t.equal(rows.length, 2)
})

t.test('lists of offers within the records are no other parts of the file', async (t) => {
  const offer = (n: number) => ({
    id: n,
    title: `Té ${n}`,
    price: '$5',
    sizes: [{ title: 'S', price: '$4' }],
  })
  const { table } = await readTable(t, 'a.json', JSON.stringify({ offers: [offer(1), offer(2)] }))
  t.strictSame(
    table.parts?.map(({ name }) => name),
    ['/offers'],
  )
})

t.test('records that are the members of an object are options', async (t) => {
  const cases: [value: object, option: string][] = [
    [{ x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } }, '/*'],
    [{ data: { x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } } }, '/data/*'],
    [{ shops: { x1: { titulo: 'Menú' }, x2: { titulo: 'Cine' } }, tags: ['a', 'b'] }, '/shops/*'],
    [{ 'Banco A': [{ titulo: 'Menú' }], 'Banco B': [{ titulo: 'Cine' }] }, '/*'],
  ]
  for (const [value, option] of cases)
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1)])
      await t.rejects(readTable(t, 'a.json', text), {
        code: 'usage',
        message: `  --records "${option}" (2 records, such as "Menú")`,
      })
  const others = {
    page: { number: 1 },
    links: { next: { url: 'a' }, last: { url: 'b' } },
    ofertas: [{ id: 1 }],
  }
  t.equal((await readTable(t, 'a.json', JSON.stringify(others))).table.reading.records, '/ofertas')
})

t.test('the options of a file with lists without end are bounded', async (t) => {
  const lists = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`l${index}`, [{ [`m${index}`]: 'x'.repeat(500) }]]),
  )
  const failed = await readTable(t, 'a.json', JSON.stringify(lists)).catch((error) => error)
  t.match(failed.message, /l11" \(1 record.*\nand 8 more$/)
  t.ok(failed.message.length < 20_000)
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

t.test('next to an object, a list of texts is something else than offers', async (t) => {
  const text = JSON.stringify({ tags: ['té', 'pan'], meta: { page: 1 } }, null, 1)
  await t.rejects(readTable(t, 'a.json', text), { message: /found no list of records/ })
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

t.test(
  'commas within texts are no values, and a text of more than four million bytes is refused',
  async (t) => {
    const withText = (text: string) => `[{"id":1,"oferta":${text}}]`
    const commas = await readTable(t, 'a.json', withText(`"\\"${',[{'.repeat(1_200_000)}"`))
    t.equal(commas.rows.length, 1)
    const long = (bytes: number) => readTable(t, 'a.json', withText(JSON.stringify('x'.repeat(bytes))))
    t.equal((await long(4_000_000)).rows.length, 1)
    await t.rejects(long(4_000_001), {
      code: 'bad-source',
      message: 'a.json: found a text of 4000001 bytes, expected at most 4000000; leave it out',
    })
  },
)

t.test('rows of long texts are sent one by one', async (t) => {
  const long = 'x'.repeat(1_100_000)
  const rows = Array.from({ length: 4 }, (_, id) => ({ id, oferta: `${id}${long}`, notas: [long] }))
  const read = await readTable(t, 'a.json', JSON.stringify(rows))
  t.strictSame(
    read.rows.map(([at]) => at),
    [1, 2, 3, 4],
  )
  t.ok(read.batches >= 4)
})

t.test('a deeper list is an option, and a list at the top is called "the top"', async (t) => {
  const deep = JSON.stringify({ a: { b: { c: [{ id: 1 }] } } }, null, 1)
  await t.rejects(readTable(t, 'a.json', deep), { message: '--records "/a/b/c" (1 record)' })
  for (const [text, there] of [
    ['[{"id":1}]', '--records "" (1 record)'],
    ['[7]', 'write the offers as one list of objects'],
  ] as const)
    await t.rejects(readTable(t, 'a.json', text, { records: '/x' }), { message: there })
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
    message:
      'found no list at the top; name the offers, with one of these options or as read.records of the mapping:\n  --records "/data" (1 record, such as "x")',
  })
})
