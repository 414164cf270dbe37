// Each member of a mapping has the effect that its description says: without it, a row or a table is read differently.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { makeReady } from '../../../import/mapping/load-mapping.ts'
import { createMapRow } from '../../../import/mapping/map-row.ts'
import { MAPPING, type Mapping } from '../../../import/mapping/mapping.ts'
import { isRecord } from '../../../lib/json/json.ts'
import { compileCheck } from '../../../lib/json/validator.ts'
import { readTable } from '../formats/read-table.ts'

const CELLS: Readonly<Record<string, Cell>> = {
  id: '1',
  banco: 'BANCO SUR',
  oferta: 'Té',
  tipo: 'Moda,Zapatos',
  lugar: 'Maipú | CUALQUIERA | Lota, Coronel | Maipú',
  tienda: '-',
  local: 'El Fogón ',
  web: 'https://a.example/1',
  cuando: 'lunes',
  desde: '01/09/2026',
  hasta: '31/12/2026',
  vigencia: '01/09/2026 al 30/09/2026',
  pct: '20%',
  parte: 0.2,
  monto: '1.500',
  clase: 'vuelto',
  tope: '$ 5.000',
  texto: '20% Rabatt',
  estado: 'Pausado',
  resumen: 'Todo el té',
}

type Offer = Mapping['offer']
type Benefit = Offer['benefit']
type Skipped = NonNullable<NonNullable<Mapping['read']>['skip']>[number]

const BENEFIT: Benefit = { worth: [], summary: null }
const OFFER: Offer = {
  ref: { column: 'id' },
  issuer: { column: 'banco' },
  title: { column: 'oferta' },
  category: { constant: 'Ofertas' },
  benefit: BENEFIT,
}
const FORMATS: Mapping['formats'] = { dates: ['DD/MM/YYYY'], decimal: null, currency: null }
const CATALOGUE: Mapping['catalogue'] = { attribution: 'Datos', country: 'CL', time_zone: null }

type Parts = Partial<Pick<Mapping, 'formats' | 'read' | 'catalogue'>> & { offer?: Partial<Offer> }

function mappingOf({ formats = FORMATS, read, catalogue = CATALOGUE, offer = {} }: Parts): Mapping {
  const more = read === undefined ? {} : { read }
  return { catalogue, formats, issuer_type: 'other', offer: { ...OFFER, ...offer }, ...more }
}

/** The result for a row: the offer, or why there is none. */
function map(parts: Parts, cells: Readonly<Record<string, Cell>> = {}) {
  const all = { ...CELLS, ...cells }
  const mapRow = createMapRow(makeReady(mappingOf(parts), 'm.json'), [], [])
  const row = {
    at: 2,
    isBlank: false,
    isHeadings: false,
    filled: 9,
    width: 9,
    cells: 9,
    values: [],
    columns: [],
  }
  return mapRow({ ...row, get: (name) => all[name] ?? null })
}

const shop = (merchant: Offer['merchant']): Parts => ({ offer: { merchant: merchant ?? null } })
const from = (valid_from: Offer['valid_from']): Parts => ({ offer: { valid_from: valid_from ?? null } })
const until = (valid_until: Offer['valid_until']): Parts => ({ offer: { valid_until: valid_until ?? null } })
const of = (category: Offer['category']): Parts => ({ offer: { category } })
const written = (more: Partial<Mapping['formats']>): Parts => ({ formats: { ...FORMATS, ...more } })
const skipping = (column: Skipped): Parts => ({ read: { skip: [column] } })
const places = (comunas: Offer['comunas']): Parts => ({ offer: { comunas: comunas ?? null } })
const benefit = (more: Partial<Benefit>): Parts => ({ offer: { benefit: { ...BENEFIT, ...more } } })
const worth = (...sources: Benefit['worth']) => benefit({ worth: sources })
const published = (members: object) => ({ offer: members })
const paid = (members: object) => ({ offer: { benefit: members } })

type Row = readonly [parts: Parts, result: object]

/** By member: rows as they are mapped, with it and without it. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'source.column': [[shop({ column: 'local' }), published({ merchant: 'El Fogón' })]],
  'source.columns': [
    [shop({ columns: ['banco', 'tienda', 'local'] }), published({ merchant: 'BANCO SUR El Fogón' })],
  ],
  'source.join': [
    [
      shop({ columns: ['banco', 'tienda', 'local'], join: ' · ' }),
      published({ merchant: 'BANCO SUR · El Fogón' }),
    ],
    [shop({ columns: ['tienda', 'local'], join: ' · ' }), published({ merchant: 'El Fogón' })],
  ],
  'source.first_of': [
    [shop({ first_of: ['tienda', 'local', 'banco'] }), published({ merchant: 'El Fogón' })],
    [shop({ first_of: ['tienda', 'none'] }), published({ merchant: null })],
  ],
  'source.constant': [[shop({ constant: 'Casa Matriz' }), published({ merchant: 'Casa Matriz' })]],
  'source.before': [
    [of({ column: 'tipo', before: ',' }), published({ category: 'Moda' })],
    [of({ column: 'tipo', before: ';' }), published({ category: 'Moda,Zapatos' })],
    [of({ column: 'local', before: 'F' }), published({ category: 'El' })],
    [shop({ column: 'local', before: 'F', lookup: { El: 'Otro' } }), published({ merchant: 'Otro' })],
  ],
  'source.lookup': [
    [shop({ column: 'banco', lookup: { 'banco sur': 'Sur' } }), published({ merchant: 'Sur' })],
    [shop({ column: 'banco', lookup: { ' Banco Sur ': 'Sur' } }), published({ merchant: 'Sur' })],
    [shop({ column: 'banco', lookup: { 'Banco Sur': 'a', 'BANCO SUR': 'b' } }), published({ merchant: 'b' })],
    [shop({ column: 'banco', lookup: { Sur: 'Otro' } }), published({ merchant: 'BANCO SUR' })],
    [shop({ column: 'banco', lookup: { 'BANCO SUR': null } }), published({ merchant: null })],
    [shop({ column: 'banco', lookup: { constructor: 'x' } }), published({ merchant: 'BANCO SUR' })],
  ],
  'source.otherwise': [
    [shop({ column: 'tienda', otherwise: 'Todas' }), published({ merchant: 'Todas' })],
    [shop({ column: 'local', otherwise: 'Todas' }), published({ merchant: 'El Fogón' })],
    [shop({ column: 'tienda' }), published({ merchant: null })],
  ],
  'day.end': [
    [from({ column: 'vigencia', end: 'first' }), published({ valid_from: '2026-09-01' })],
    [until({ column: 'vigencia', end: 'last' }), published({ valid_until: '2026-09-30' })],
    [until({ column: 'vigencia' }), { offer: { valid_until: null }, notes: { length: 1 } }],
    [from({ column: 'desde', end: 'first' }), { offer: { valid_from: null }, notes: { length: 1 } }],
  ],
  'list.split': [
    [
      places({ column: 'lugar', split: ['|'] }),
      published({ comunas: { length: 3, 0: 'Maipú', 2: 'Lota, Coronel' } }),
    ],
    [places({ column: 'lugar' }), published({ comunas: { length: 4, 2: 'Lota', 3: 'Coronel' } })],
  ],
  'list.none': [
    [
      places({ column: 'lugar', split: ['|'], none: ['Cualquiera'] }),
      published({ comunas: { length: 2, 1: 'Lota, Coronel' } }),
    ],
  ],
  'worth.as': [
    [worth({ column: 'pct', as: 'percentage' }), paid({ kind: 'percentage', value: 20 })],
    [worth({ column: 'pct', as: 'cashback' }), paid({ kind: 'cashback', value: 20 })],
    [worth({ column: 'monto', as: 'amount' }), paid({ kind: 'amount', value: 1500, currency: 'CLP' })],
    [worth({ column: 'monto', as: 'fixed_price' }), paid({ kind: 'fixed_price', value: 1500 })],
    [worth({ column: 'monto', as: 'cashback' }), paid({ kind: 'cashback', value: 1500, currency: 'CLP' })],
    [worth({ column: 'monto', as: 'discount' }), paid({ kind: 'other', value: null })],
    [worth({ column: 'tope', as: 'discount' }), paid({ kind: 'amount', value: 5000 })],
    [worth({ column: 'tope', as: 'text' }), paid({ kind: 'other', value: null })],
    [worth({ column: 'pct', as: 'text' }), paid({ kind: 'percentage', value: 20 })],
    [worth({ column: 'id', as: 'installments' }), paid({ kind: 'other', value: null })],
    [worth({ column: 'id', as: 'multibuy' }), paid({ kind: 'other', value: null })],
  ],
  'worth.unit': [
    [worth({ column: 'parte', as: 'cashback', unit: 'percent' }), paid({ kind: 'cashback', value: 0.2 })],
    [worth({ column: 'parte', as: 'cashback' }), paid({ value: null })],
    [worth({ column: 'parte', as: 'percentage', unit: 'percent' }), paid({ value: 0.2 })],
    [worth({ column: 'parte', as: 'percentage' }), paid({ value: null })],
  ],
  'benefit.worth': [
    [
      worth({ column: 'tienda', as: 'percentage' }, { column: 'pct', as: 'cashback' }),
      paid({ kind: 'cashback' }),
    ],
    [benefit({}), paid({ kind: 'other', value: null })],
  ],
  'benefit.kind': [
    [
      benefit({
        worth: [{ column: 'pct', as: 'value' }],
        kind: { column: 'clase', lookup: { vuelto: 'cashback' } },
      }),
      paid({ kind: 'cashback', value: 20 }),
    ],
    [
      benefit({ worth: [{ column: 'pct', as: 'value' }], kind: { column: 'clase' } }),
      paid({ kind: 'percentage', value: 20 }),
    ],
  ],
  'benefit.cap': [
    [benefit({ cap: { column: 'tope' } }), paid({ cap: { value: 5000, currency: 'CLP' } })],
    [benefit({}), paid({ cap: null })],
  ],
  'benefit.summary': [
    [benefit({ summary: { column: 'resumen' } }), paid({ summary: 'Todo el té' })],
    [benefit({}), paid({ summary: 'Té' })],
  ],
  'offer.ref': [
    [{ offer: { ref: { columns: ['id', 'oferta'] } } }, published({ ref: '1 Té' })],
    [
      { offer: { ref: { column: 'tienda' } } },
      { rejected: [{ column: 'tienda', member: 'ref' }], ref: null },
    ],
  ],
  'offer.issuer': [
    [{ offer: { issuer: { constant: 'Banco' } } }, published({ issuer: 'Banco' })],
    [{ offer: { issuer: { column: 'tienda' } } }, { rejected: [{ member: 'issuer' }], issuer: null }],
  ],
  'offer.title': [
    [{ offer: { title: { column: 'resumen' } } }, published({ title: 'Todo el té' })],
    [
      { offer: { title: { column: 'tienda' }, benefit: { worth: [], summary: { column: 'resumen' } } } },
      { rejected: [{ member: 'title' }], ref: '1' },
    ],
  ],
  'offer.category': [
    [{}, published({ category: 'Ofertas' })],
    [of({ column: 'tienda' }), { rejected: [{ member: 'category' }] }],
  ],
  'offer.comunas': [
    [places({ column: 'local' }), published({ comunas: { length: 1, 0: 'El Fogón' } })],
    [places(null), published({ comunas: { length: 0 } })],
  ],
  'offer.merchant': [[shop(null), published({ merchant: null })]],
  'offer.url': [
    [{ offer: { url: { column: 'web' } } }, published({ url: 'https://a.example/1' })],
    [
      { offer: { url: { column: 'local' } } },
      { offer: { url: null }, notes: [{ member: 'url', found: 'El Fogón' }] },
    ],
    [{}, published({ url: null })],
  ],
  'offer.weekdays': [
    [{ offer: { weekdays: { column: 'cuando' } } }, published({ weekdays: { length: 1, 0: 'monday' } })],
    [
      { offer: { weekdays: { column: 'local' } } },
      { offer: { weekdays: null }, notes: [{ member: 'weekdays' }] },
    ],
    [{}, published({ weekdays: null })],
  ],
  'offer.valid_from': [
    [from({ column: 'desde' }), published({ valid_from: '2026-09-01' })],
    [
      { offer: { valid_from: { column: 'hasta' }, valid_until: { column: 'hasta' } } },
      published({ valid_from: '2026-12-31', valid_until: '2026-12-31' }),
    ],
    [
      { offer: { valid_from: { column: 'hasta' }, valid_until: { column: 'desde' } } },
      {
        rejected: [{ column: 'desde', member: 'valid_until', expected: '2026-12-31 (valid_from) or later' }],
      },
    ],
  ],
  'offer.valid_until': [
    [until({ column: 'hasta' }), published({ valid_from: null, valid_until: '2026-12-31' })],
  ],
  'formats.dates': [
    [
      { ...written({ dates: ['MM/DD/YYYY'] }), ...from({ column: 'desde' }) },
      published({ valid_from: '2026-01-09' }),
    ],
    [
      { ...written({ dates: [] }), ...from({ column: 'desde' }) },
      { offer: { valid_from: null }, notes: [{ expected: 'a day (a month by its name)' }] },
    ],
  ],
  'formats.decimal': [
    [
      { ...written({ currency: 'USD' }), ...worth({ column: 'monto', as: 'amount' }) },
      paid({ value: 1500, currency: 'USD' }),
    ],
    [
      { ...written({ currency: 'USD', decimal: '.' }), ...worth({ column: 'monto', as: 'amount' }) },
      paid({ value: null }),
    ],
  ],
  'formats.currency': [
    [
      { ...written({ currency: 'ARS' }), ...benefit({ cap: { column: 'tope' } }) },
      paid({ cap: { currency: 'ARS' } }),
    ],
  ],
  'catalogue.country': [
    [
      {
        catalogue: { ...CATALOGUE, country: 'PY' },
        ...benefit({ worth: [{ column: 'monto', as: 'amount' }] }),
      },
      paid({ value: 1500, currency: 'PYG' }),
    ],
  ],
  'read.skip': [
    [skipping({ column: 'oferta', values: ['Café', 'Té'] }), { noOffer: 'status' }],
    [skipping({ column: 'oferta', values: ['té'] }), { noOffer: 'status' }],
    [skipping({ column: 'oferta', values: ['te'] }), published({ title: 'Té' })],
  ],
  'skip.column': [[skipping({ column: 'clase', values: ['Té'] }), published({ title: 'Té' })]],
  'skip.published': [
    [
      skipping({ column: 'estado', values: [], published: [] }),
      { rejected: [{ column: 'estado', member: 'status', found: 'Pausado' }], ref: '1' },
    ],
    [skipping({ column: 'estado', values: [], published: ['Pausado'] }), published({ title: 'Té' })],
    [skipping({ column: 'estado', values: [] }), published({ title: 'Té' })],
    [skipping({ column: 'estado', values: ['Pausado'], published: [] }), { noOffer: 'status' }],
  ],
  'skip.values': [
    [skipping({ column: 'clase', values: ['vuelto'] }), { noOffer: 'status' }],
    [skipping({ column: 'clase' }), { noOffer: 'status' }],
    [skipping({ column: 'vacia' }), published({ title: 'Té' })],
  ],
}

t.test('each member of an offer changes the result for a row', async (t) => {
  for (const [member, rows] of Object.entries(ROWS)) {
    for (const [parts, result] of rows) t.match(map(parts), result, `${member}: ${JSON.stringify(parts)}`)
  }
})

t.test('the moment of an instant falls on a day in the time zone of the catalogue', async (t) => {
  const dayIn = (zone: string | null) =>
    map(
      {
        catalogue: { ...CATALOGUE, time_zone: zone },
        formats: { ...FORMATS, dates: ['instant'] },
        offer: { valid_from: { column: 'desde' } },
      },
      { desde: '2026-09-01T02:00:00Z' },
    )
  t.match(dayIn('Europe/Madrid'), { offer: { valid_from: '2026-09-01' } })
  t.match(dayIn(null), { offer: { valid_from: '2026-08-31' } }, 'the zone of the country')
})

/** By member of `read`: a file, how it is read, and its first row. */
const READ: Readonly<Record<string, [content: string, read: NonNullable<Mapping['read']>, row: unknown[]]>> =
  {
    encoding: ['id;oferta\n1;Ã±\n', { encoding: 'utf-8' }, [2, '1', 'Ã±']],
    delimiter: ['id,x;oferta,y\n1,2;Té,3\n', { delimiter: ';' }, [2, '1,2', 'Té,3']],
    headings: ['id;oferta\n1;Té\n', { headings: 0 }, [1, 'id', 'oferta']],
    records: ['{"a":[{"id":1}],"b":[{"id":2},{"id":3}]}', { records: '/a' }, [1, 1]],
  }

t.test('each member of `read` changes how a file is read', async (t) => {
  for (const [member, [content, read, row]] of Object.entries(READ)) {
    t.strictSame((await readTable(t, 'a.csv', content, read)).rows[0], row, member)
  }
})

/** Members that other tests cover, such as the sheet of a workbook and the type of issuers, or that are ignored. */
const ELSEWHERE = [
  'read.sheet',
  'read.ignore',
  'shape',
  'shape.parts',
  'shape.headings',
  'shape.columns',
  'issuer_type',
  '$schema',
  'notes',
  'catalogue.attribution',
  'catalogue.time_zone',
]

t.test('every member of the schema is tested here', async (t) => {
  const known = new Set([
    ...Object.keys(ROWS),
    ...Object.keys(READ).map((name) => `read.${name}`),
    ...ELSEWHERE,
  ])
  const missing = membersOf(MAPPING).filter(([place, name]) => {
    const names = [
      place.join('.'),
      `source.${name}`,
      `day.${name}`,
      `list.${name}`,
      `worth.${name}`,
      `skip.${name}`,
    ]
    const isPart = ['catalogue', 'read', 'formats', 'offer', 'offer.benefit'].includes(place.join('.'))
    return !isPart && !names.some((each) => known.has(each)) && !known.has(place.slice(-2).join('.'))
  })
  t.strictSame(missing, [])
})

/** The place of each member, and its name. */
function membersOf(schema: unknown, place: readonly string[] = []): [place: string[], name: string][] {
  if (!isRecord(schema)) return []
  const { properties, items, anyOf } = schema
  const own = Object.entries(isRecord(properties) ? properties : {})
  return [
    ...own.flatMap(([name, member]): [string[], string][] => [
      [[...place, name], name],
      ...membersOf(member, [...place, name]),
    ]),
    ...membersOf(items, place),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((each) => membersOf(each, place)) : []),
  ]
}

t.test('a mapping that is not valid is refused at the place', async (t) => {
  const check = compileCheck(MAPPING)
  const faultsOf = (parts: object) => {
    const checked = check({ ...mappingOf({}), ...parts })
    return 'violations' in checked ? [...new Set(checked.violations.map(({ pointer }) => pointer))] : []
  }
  t.strictSame(
    faultsOf({ $schema: 'x', notes: ['REQUIRED x'], read: {} }),
    [],
    'members that do not describe the table',
  )
  const cases: [parts: object, pointer: string][] = [
    [{ read: { headings: -1 } }, '/read/headings'],
    [{ read: { delimiter: ';;' } }, '/read/delimiter'],
    [{ read: { encoding: 'latin1' } }, '/read/encoding'],
    [{ read: { other: 1 } }, '/read/other'],
    [{ formats: { ...FORMATS, decimal: ' ' } }, '/formats/decimal'],
    [{ formats: { ...FORMATS, currency: 'peso' } }, '/formats/currency'],
    [{ catalogue: { ...CATALOGUE, country: 'Chile' } }, '/catalogue/country'],
    [{ issuer_type: 'shop' }, '/issuer_type'],
    [{ offer: { ...OFFER, category: { columns: [] } } }, '/offer/category/columns'],
    [{ offer: { ...OFFER, category: { column: 'a', before: '' } } }, '/offer/category/before'],
    [{ offer: { ...OFFER, category: { column: 'a', lookup: { x: 7 } } } }, '/offer/category/lookup/x'],
    [{ offer: { ...OFFER, category: null } }, '/offer/category'],
    [{ offer: { ...OFFER, valid_from: { column: 'a', end: 'both' } } }, '/offer/valid_from/end'],
    [{ offer: { ...OFFER, comunas: { column: 'a', split: [] } } }, '/offer/comunas/split'],
    [{ formats: { ...FORMATS, dates: ['DD/MM'] } }, '/formats/dates/0'],
    [{ other: 1 }, '/other'],
    [
      { offer: { ...OFFER, benefit: { ...BENEFIT, worth: [{ column: 'a', as: 'text', unit: 'x' }] } } },
      '/offer/benefit/worth/0/unit',
    ],
    [
      { offer: { ...OFFER, benefit: { ...BENEFIT, worth: [{ column: 'a', as: 'other' }] } } },
      '/offer/benefit/worth/0/as',
    ],
  ]
  for (const [parts, pointer] of cases)
    t.ok(faultsOf(parts).includes(pointer), `${pointer}: ${faultsOf(parts)}`)
})

const rowIn = (filled: number, cells: Readonly<Record<string, Cell>>) => ({
  ...{ at: 2, isBlank: false, isHeadings: false, filled, width: 3, cells: 3 },
  ...{ values: Object.values(cells), columns: Object.keys(cells) },
  get: (name: string) => cells[name] ?? null,
})

t.test(
  'a row of two cells without a title and a code is a note, and one with a code is rejected',
  async (t) => {
    const mapRow = createMapRow(makeReady(mappingOf({}), 'm.json'), [], [rowIn(4, { id: '7' })])
    const rowOf = (filled: number, cells: Readonly<Record<string, Cell>>) => mapRow(rowIn(filled, cells))
    t.strictSame(rowOf(2, { id: 'Fuente', banco: 'B' }), { noOffer: 'note' })
    t.strictSame(rowOf(2, { id: 'Total', banco: '5' }), { noOffer: 'total' })
    t.match(rowOf(2, { id: '1', banco: 'B' }), { rejected: [{ member: 'title' }] })
    t.match(rowOf(2, { id: '1', oferta: 'Té' }), { rejected: [{ member: 'issuer' }] })
  },
)

t.test('an error of a spreadsheet within a list rejects the row', async (t) => {
  const mapped = map(places({ column: 'lugar' }), { lugar: ['Maipú', '#REF!'] })
  t.match(mapped, { rejected: [{ column: 'lugar', member: 'comunas', found: 'Maipú; #REF!' }], ref: '1' })
})
