// The columns of each role and the size of the sample.

import t from 'tap'
import { readSample } from '../../../import/account/survey.ts'
import { TableAccount } from '../../../import/account/table-account.ts'
import type { Cell } from '../../../import/cells/cell.ts'
import { ROLES, type Role } from '../../../import/headings/roles.ts'
import { proposeMapping, readyToShow } from '../../../import/proposing/propose-mapping.ts'
import { TableColumns } from '../../../import/proposing/table-columns.ts'
import { unusedLines } from '../../../import/report/proposal-text.ts'
import type { Row, Table } from '../../../import/tables/table.ts'
import { surveyed } from './propose-table.ts'

const sampleRows = async (table: Table) =>
  (await readSample(table, new TableAccount(table, undefined))).map(({ row }) => row)

const rowOf = (cells: Readonly<Record<string, Cell>>, more: Partial<Row> = {}): Row => ({
  ...{
    at: 2,
    isHeadings: false,
    isBlank: false,
    width: 1,
    cells: 1,
    values: [],
    columns: [],
    filled: Object.keys(cells).length,
  },
  get: (column) => cells[column] ?? null,
  ...more,
})

const columnsOf = (...rows: Readonly<Record<string, Cell>>[]) =>
  new TableColumns(
    [...new Set(rows.flatMap((row) => Object.keys(row)))],
    rows.map((row) => rowOf(row)),
  )

/** The roles of the columns of one row. */
function rolesIn(cells: Readonly<Record<string, Cell>>) {
  const columns = columnsOf(cells)
  const found = ROLES.flatMap((role) => columns.candidates(role).map(({ name }) => [name, role] as const))
  return Object.fromEntries(found)
}

t.test('a heading has its role whatever the cells hold', async (t) => {
  const cases: [heading: string, role: Role][] = [
    ['banco', 'issuer'],
    ['tienda', 'merchant'],
    ['comuna', 'comunas'],
    ['titulo', 'title'],
    ['nombre', 'name'],
    ['link', 'url'],
    ['porcentaje', 'percentage'],
    ['cashback', 'cashback'],
    ['monto', 'amount'],
    ['precio', 'price'],
    ['cuotas', 'installments'],
    ['offer expires', 'valid_until'],
    ['tope', 'cap'],
    ['dias', 'weekdays'],
    ['descripcion', 'description'],
    ['beneficio', 'benefit'],
  ]
  for (const [heading, role] of cases)
    for (const cell of ['Té', '12', 'https://a.example/1', ['1', '2']])
      t.equal(rolesIn({ [heading]: cell })[heading], role, `${heading}: ${cell}`)
  t.strictSame(rolesIn({ banco: '' }), {}, 'an empty column has none')
})

t.test('a status is known by its cells', async (t) => {
  t.strictSame(rolesIn({ estado: 'activa' }), { estado: 'status' })
  t.strictSame(rolesIn({ estado: 'Jalisco' }), {})
})

t.test('members of one object count if no plain column has the role', async (t) => {
  const cases: [headings: string[], taken: string | undefined][] = [
    [['/shop/ciudad'], '/shop/ciudad'],
    [['/shop/ciudad', '/owner/ciudad'], undefined],
    [['/shop/ciudad', '/comuna'], '/comuna'],
    [['/shop/ciudad', '/shop/comuna'], '/shop/comuna'],
  ]
  for (const [headings, taken] of cases) {
    const columns = columnsOf(Object.fromEntries(headings.map((heading) => [heading, 'Maipú'])))
    t.equal(columns.inRole('comunas')?.name, taken, headings.join())
    t.strictSame(columns.sourceOf('comunas'), taken === undefined ? null : { column: taken })
  }
})

t.test('a row of one cell among full rows is a remark', async (t) => {
  const row = (filled: number) => rowOf({ a: 'x' }, { filled })
  const count = (...filled: number[]) => new TableColumns(['a'], filled.map(row)).rows.length
  t.equal(count(3, 3, 1), 2)
  t.equal(count(3, 1, 3), 2)
  t.equal(count(3, 3, 2), 3)
  t.equal(count(2, 2, 1), 3)
  t.equal(count(1, 3, 4), 2)
  t.equal(count(1, 1, 1, 5, 5), 5)
  t.equal(count(), 0)
})

t.test('the currencies of a column, each once', async (t) => {
  t.strictSame(columnsOf({ moneda: 'CLP' }, { moneda: 'USD' }, { moneda: 'CLP' }).currencies, {
    name: 'moneda',
    codes: ['CLP', 'USD'],
    isFull: true,
  })
  t.strictSame(columnsOf({ a: 'x' }).currencies, { name: '', codes: [], isFull: false })
  const codesOf = (...rows: Readonly<Record<string, string>>[]) => columnsOf(...rows).currencies.codes
  t.strictSame(codesOf({ currency: 'usd' }, { currency: 'Euro' }, { currency: 'US$' }), ['USD', 'EUR'])
  t.strictSame(codesOf({ moneda: '$' }, { moneda: 'USD' }), ['$', 'USD'])
  t.strictSame(codesOf({ moneda: 'CLP' }, { moneda: 'UF' }, { moneda: '5' }), ['CLP', 'UF'])
  t.strictSame(codesOf({ unidad: 'CHF' }, { unidad: 'chf' }), ['CHF'], 'a code under any heading')
  t.strictSame([codesOf({ publico: 'ALL' }), codesOf({ moneda: 'ALL' })], [[], ['ALL']], 'words are no codes')
  t.strictSame(codesOf({ country: 'UK' }), [], 'a country that is not known')
  t.strictSame(codesOf({ country: 'UAE' }, { country: 'Qatar' }), ['UAE', 'QAR'])
  const prices = { old_price: '9', old_price_currency: 'EUR', sale_price: '8', sale_price_currency: 'USD' }
  t.strictSame(codesOf(prices), ['USD'])
  t.strictSame(columnsOf({ moneda: 'USD' }, { moneda: '' }).currencies.isFull, false)
  t.strictSame(codesOf({ unidad: 'USD' }, { unidad: '' }), ['USD'])
  t.strictSame(codesOf({ unidad: 'USD' }, { unidad: '%' }), [], 'a unit of its own row alone')
})

const tableOf = (columns: readonly string[], rows: readonly Row[]): Table => ({
  ...{
    file: 'a.csv',
    about: [],
    unit: 'line',
    columns,
    reading: { headings: 1 },
  },
  rows: async function* () {
    for (let start = 0; start < rows.length; start += 700) yield { rows: rows.slice(start, start + 700) }
  },
})

t.test('the sample of a table is smaller if it has many columns', async (t) => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`)
  const rows = Array.from({ length: 20_500 }, (_, n) => rowOf({}, { at: n, isBlank: n === 0 }))
  const cases: [columns: number, count: number][] = [
    [0, 20_000],
    [3, 20_000],
    [100, 20_000],
    [200, 10_000],
    [300, 6667],
  ]
  for (const [columns, count] of cases) {
    const sample = await sampleRows(tableOf(names(columns), rows))
    t.strictSame([sample.length, sample[0]?.at], [count, 1], `${columns} columns`)
  }
  t.equal((await sampleRows(tableOf([], rows.slice(0, 10)))).length, 9)
})

t.test('unused columns are listed, with their texts if a few recur', async (t) => {
  const unusedOf = (...rows: Readonly<Record<string, string>>[]) => {
    const names = Object.keys(rows[0] ?? {})
    const all = rows.map((row) => rowOf(row))
    return unusedLines(proposeMapping(surveyed(tableOf(names, all), all), { country: 'CL' })).slice(1)
  }
  const names = Array.from({ length: 101 }, (_, n) => `c${n}`)
  const wide = Object.fromEntries([...names.map((name) => [name, '1']), ['oferta', '20% dcto']])
  t.strictSame(unusedOf(wide), [`Not used: ${names.slice(0, 100).join(', ')}, and 1 more`])
  t.strictSame(unusedOf({ ['x'.repeat(300)]: '9' }), [`Not used: ${'x'.repeat(199)}…`])
  const units = ['kg', '100 g', 'kg', 'pack', 'unidad', 'docena'].map((unit, n) => ({
    ...{ oferta: `Té ${n}`, unit, todas: 'x', nota: `${n}${' x'.repeat(15)}`, muchas: `${n}` },
  }))
  t.strictSame(unusedOf(...units), ['Not used: unit ("kg", "100 g", "pack", "unidad"), todas, nota, muchas'])
})

t.test(
  'of two columns of last days, an empty one is the second, though its heading is likelier',
  async (t) => {
    const until = (cells: Readonly<Record<string, Cell>>) =>
      columnsOf(cells)
        .candidates('valid_until')
        .map(({ name }) => name)
    t.strictSame(until({ hasta: '', fin: '31/12/2026' }), ['fin', 'hasta'])
    t.strictSame(until({ hasta: '30/11/2026', fin: '31/12/2026' }), ['hasta', 'fin'])
  },
)

t.test('only the first offers are tried', async (t) => {
  const offer = (n: number, oferta: string) => rowOf({ id: `${n}`, banco: 'B', oferta })
  const doubtsOf = (at: number) => {
    const rows = Array.from({ length: 502 }, (_, n) => offer(n, n === at ? '20% dcto' : `Té ${n}`))
    return proposeMapping(surveyed(tableOf(['id', 'banco', 'oferta'], rows), rows), {
      country: 'CL',
    }).doubts.join('\n')
  }
  t.notMatch(doubtsOf(499), 'have no value')
  t.match(doubtsOf(500), 'the first 500 offers have no value')
})

t.test('an incomplete mapping is shown with placeholders', async (t) => {
  const table = tableOf(['x'], [])
  const { mapping } = proposeMapping(surveyed(table, []), {})
  const required = { constant: '(required)' }
  t.match(readyToShow(mapping), {
    ...{ country: 'ZZ', timeZone: 'UTC', attribution: '(required)' },
    offer: { ref: required, issuer: required, title: required },
  })
  const known = { attribution: 'X', country: 'CL', time_zone: 'America/Santiago' }
  t.match(
    readyToShow({ ...mapping, catalogue: known, offer: { ...mapping.offer, issuer: { column: 'a' } } }),
    {
      ...{ country: 'CL', timeZone: 'America/Santiago', attribution: 'X' },
      offer: { issuer: { column: 'a' } },
    },
  )
})
