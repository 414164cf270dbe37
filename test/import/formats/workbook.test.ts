// Workbooks as rows.

import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { readTable } from './read-table.ts'

t.setTimeout(BUSY_MS)

const OFFERS = {
  name: 'Ofertas',
  rows: [['Banco Ñandú'], [], ['id', 'oferta'], ['1', 'Menú'], [], ['2', 0.5]],
}

t.test('each row has its number in the sheet', async (t) => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Resumen', rows: [['Total', 2]] }, OFFERS] })
  const { table, rows } = await readTable(t, 'libro.xlsx', bytes)
  t.strictSame(rows, [
    [4, '1', 'Menú'],
    [6, '2', 0.5],
  ])
  t.strictSame(table, {
    file: 'libro.xlsx',
    about: ['libro.xlsx: workbook, sheet "Ofertas"', 'not read: "Resumen"'],
    unit: 'row',
    columns: ['id', 'oferta'],
    parts: [{ name: 'Ofertas', unit: 'sheet', rows: 2, isHidden: false, isAlike: true }],
    heads: ['id', 'oferta'],
    above: [],
    repeated: {},
    reading: { sheet: 'Ofertas', headings: 3 },
  })
})

t.test('the sheet that a mapping names is read, or the existing sheets are named', async (t) => {
  const bytes = await writeXlsx({ sheets: [OFFERS, { name: 'Otra', rows: [['x', 'y']] }] })
  const { table } = await readTable(t, 'libro.xlsx', bytes, { sheet: 'Otra', headings: 0 })
  t.match(table, {
    columns: ['A', 'B'],
    about: ['libro.xlsx: workbook, sheet "Otra"', 'not read: "Ofertas"'],
  })
  await t.rejects(readTable(t, 'libro.xlsx', bytes, { sheet: 'Enero' }), {
    code: 'bad-source',
    message: 'libro.xlsx: found the sheets Ofertas, Otra, expected Enero',
  })
})

t.test('hidden sheets are named, and read only by name', async (t) => {
  const rows = [
    ['id', 'oferta'],
    ['1', 'Menú'],
    ['2', 'Cine'],
    ['3', 'Pan'],
  ]
  const hidden = [
    { name: 'Oculta', rows, hidden: true },
    { name: 'Muy oculta', rows, veryHidden: true },
  ]
  const bytes = await writeXlsx({ sheets: [...hidden, { name: 'Ofertas', rows: rows.slice(0, 2) }] })
  const { table } = await readTable(t, 'libro.xlsx', bytes)
  t.strictSame(table.about, [
    'libro.xlsx: workbook, sheet "Ofertas"',
    'not read: "Oculta" (hidden), "Muy oculta" (hidden)',
  ])
  t.equal((await readTable(t, 'libro.xlsx', bytes, { sheet: 'Oculta' })).rows.length, 3)
})

t.test('the sheet with the most rows of known headings is read', async (t) => {
  const remarks = Array.from({ length: 6 }, (_, index) => [`nota ${index}`, 'véase arriba'])
  const offers = [
    ['id', 'oferta', 'banco'],
    ['1', 'Menú', 'B'],
    ['2', 'Cine', 'B'],
  ]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notas', rows: remarks },
      { name: 'Ofertas', rows: offers },
    ],
  })
  t.strictSame((await readTable(t, 'libro.xlsx', bytes)).table.reading, { sheet: 'Ofertas', headings: 1 })
})

t.test('in place of a sheet that is gone, one with the same headings is named', async (t) => {
  const rows = [
    ['Código', 'Descuento'],
    ['R-1', '5%'],
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'July', rows }] })
  const reading = { sheet: 'June', headings: 1 }
  await t.rejects(readTable(t, 'a.xlsx', bytes, { ...reading, heads: rows[0] ?? [] }), {
    message: /--sheet "July" \(1 row\) reads it from now on$/,
  })
  await t.rejects(readTable(t, 'a.xlsx', bytes, { ...reading, heads: ['Otra'] }), {
    message: /expected June$/,
  })
})

t.test('a number is read as its cell shows it: a percentage, money, or a number', async (t) => {
  const cases: [value: number | string, format: string, cell: unknown][] = [
    ['gratis', '0%', 'gratis'],
    [0.2, '0%', { number: 20, unit: '%' }],
    [0.07, '0.0%', { number: 7, unit: '%' }],
    [990, '"$"#,##0', { number: 990, unit: '$' }],
    [990, '[$CLP] #,##0', { number: 990, unit: 'CLP' }],
    [9.5, '#,##0.00 "€"', { number: 9.5, unit: '€' }],
    [9.5, '[$€-2] #,##0.00', { number: 9.5, unit: '€' }],
    [9.5, '[$ CLP ] #,##0.00', { number: 9.5, unit: 'CLP' }],
    [9.5, '\\R$ #,##0.00', { number: 9.5, unit: 'R$' }],
    [9.5, '"S/" #,##0.00', { number: 9.5, unit: 'S/' }],
    [9.5, '"Gs." #,##0', { number: 9.5, unit: 'Gs.' }],
    [9.5, '£#,##0.00', { number: 9.5, unit: '£' }],
    [9.5, '₲ #,##0', { number: 9.5, unit: '₲' }],
    [9.5, '[$-409]#,##0.00', 9.5],
    [9.5, '#,##0.00', 9.5],
    [7, 'General', 7],
    // Words of the format belong to the cell.
    [7.98, '0.00" €/kg"', '7.98 €/kg'],
    [499, '"ab "0.00" €"', 'ab 499.00 €'],
    [0.5, '"bis zu "0%', 'bis zu 50%'],
    [15, '0"%"', '15%'],
    [12, '"$"#,##0"K";[Red]-0', '$12K'],
    // A code keeps its zeros.
    [7, '0000', '0007'],
    [7, '[Red]00;@', '07'],
    [7, '"N-"000', 'N-007'],
    [70_123, '0000', '70123'],
    [7.5, '0000', '0008'],
    [-7, '0000', '-0007'],
    [1001, '\\R\\-0', 'R-1001'],
    [12_345_678, '00-000-000', '12-345-678'],
    // Neither rounded nor read by the marks of a country.
    [0.125, '0%', { number: 12.5, unit: '%' }],
    [0.07, '0%', { number: 7, unit: '%' }],
    [1234.567, '#,##0;[Red]-#,##0', 1234.567],
    [-1234.5, '#,##0_);(#,##0)', -1234.5],
    [1234.5, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', { number: 1234.5, unit: '$' }],
    [1500, '[>=1000]#,##0;0', 1500],
    [1234.5, '[$-340A]#,##0.0" pesos aprox."', '1234.5 pesos aprox.'],
    // Whatever a format says more is read.
    [0.4, '"≤ "0%', '≤ 40%'],
    [0.4, '\\~0%', '~40%'],
    [0.4, '0%"+"', '40%+'],
    [1, '0\\%', '1%'],
    [0.5, '0.0\\%', '0.5%'],
    [0.2, '[>=1]0"%";0%', '20%'],
    [5, '[<1]0%;0', '5'],
    [5, '+0', '+5'],
    [5, '$0" off"', '$5 off'],
    [0, '0;-0;"gratis"', 'gratis'],
    [12_000, '0,"K"', '12K'],
    [12_000, '0,', '12'],
    [0.5, '# ?/?', '1/2'],
    [7, ';;;', null],
    // A format that no program knows.
    [7, '0 "x', '7 by the number format 0 "x'],
    // 1.235 is 1235 in some countries.
    [1.2345, '"≤ "0.000', '1.2345 by the number format "≤ "0.000'],
    [12_345_678, '##\\.###\\.###', '12.345.678'],
    [2 ** 54, '0\\%', 2 ** 54],
    [7, '0', 7],
    [7, '#,#0.00', 7],
  ]
  const rows = cases.map(([number], index) => [`${index}`, number])
  const styles = cases.map(([, numFmt], index) => [`${index + 1},1`, { style: { numFmt } }] as const)
  const sheet = { name: 'Ofertas', rows: [['id', 'precio'], ...rows], cells: new Map(styles) }
  const read = await readTable(t, 'libro.xlsx', await writeXlsx({ sheets: [sheet] }))
  for (const [index, [, format, cell]] of cases.entries()) t.strictSame(read.rows[index]?.[2], cell, format)
})

t.test('a day needs day, month and year in its format, in any time zone', async (t) => {
  const day = new Date('2026-12-31T00:00:00Z')
  const cases: [format: string, cell: string][] = [
    ['yyyy-mm-dd', '2026-12-31'],
    ['d/m/yy', '2026-12-31'],
    ['m/d/yy h:mm', '2026-12-31'],
    ['[$-340A]d" de "mmmm" de "yyyy', '2026-12-31'],
    ['d/m/yyyy;@', '2026-12-31'],
    ['mmm-yy', 'Dec-26'],
    ['[$-340A]mmmm yyyy', 'diciembre 2026'],
    ['mm/yyyy', '12/2026'],
    ['yyyy', '2026'],
    ['d-mmm', '31-Dec'],
    ['h:mm', '0:00'],
  ]
  const rows = cases.map(([format]) => [format, day])
  const styles = cases.map(([numFmt], index) => [`${index + 1},1`, { style: { numFmt } }] as const)
  const late = [['late', new Date('2026-12-31T18:30:00Z')]]
  const lateStyle = [`${cases.length + 1},1`, { style: { numFmt: 'h:mm' } }] as const
  const sheet = {
    name: 'O',
    rows: [['id', 'hasta'], ...rows, ...late],
    cells: new Map([...styles, lateStyle]),
  }
  const bytes = await writeXlsx({ sheets: [sheet] })
  const zone = process.env.TZ
  t.teardown(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  for (const each of ['UTC', 'America/Santiago', 'Pacific/Auckland']) {
    process.env.TZ = each
    const read = await readTable(t, 'libro.xlsx', bytes)
    for (const [index, [format, cell]] of cases.entries())
      t.equal(read.rows[index]?.[2], cell, `${format} in ${each}`)
    t.equal(read.rows[cases.length]?.[2], '18:30', each)
  }
})

t.test('a formula without a result is no empty cell', async (t) => {
  const rows = [
    ['id', 'hasta', 'oferta', 'nota'],
    ['1', '31/12/2026', 'Menú', 'x'],
    ['2', null, null, null],
  ]
  const formulas = new Map([
    ['2,1', { formula: 'DATE(2026,12,31)' }],
    ['2,2', { formula: `"${'x'.repeat(300)}"` }],
    ['1,3', { formula: 'IF(TRUE,"x")', formulaResult: 'x' }],
  ])
  const bytes = await writeXlsx({ sheets: [{ name: 'O', rows, cells: formulas }] })
  const read = await readTable(t, 'l.xlsx', bytes)
  t.strictSame(read.rows[0], [2, '1', '31/12/2026', 'Menú', 'x'], 'a result is the value')
  t.strictSame(read.rows[1]?.slice(0, 3), [3, '2', { formula: 'DATE(2026,12,31)' }])
  t.equal(JSON.stringify(read.rows[1]?.[3]).length, 200 + '{"formula":"\\"'.length + 1, 'only its beginning')
})

t.test('hidden rows and columns with offers are read, and counted', async (t) => {
  const rows = [
    ['Ofertas', null, null, null],
    ['id', 'oferta', 'nota', 'precio'],
    ['1', 'Menú', null, 5],
    ['2', 'Cine', null, 6],
    [null, null, null, null],
    ['3', 'Pan', null, 7],
  ]
  const hidden = { hidden: true }
  const about = async (sheet: object) => {
    const { table, rows: read } = await readTable(
      t,
      'l.xlsx',
      await writeXlsx({ sheets: [{ name: 'O', rows, ...sheet }] }),
    )
    t.equal(read.length, 3)
    return table.about
  }
  const all = new Map([0, 1, 2, 3, 4].map((row) => [row, hidden]))
  t.strictSame(await about({ rowDefs: all, columns: [{}, {}, hidden, hidden] }), [
    'l.xlsx: workbook, sheet "O", 2 hidden rows are imported, 1 hidden column is imported',
  ])
  t.strictSame(await about({ columns: [{}, {}, hidden] }), ['l.xlsx: workbook, sheet "O"'])
  t.strictSame(await about({ rowDefs: new Map([[5, hidden]]) }), [
    'l.xlsx: workbook, sheet "O", 1 hidden row is imported',
  ])
})

t.test('a merged cell is that of each of its rows', async (t) => {
  const rows = [
    ['id', 'comercio', 'dias'],
    ['1', 'Uno', 'lunes'],
    ['2', null, 'martes'],
    ['3', null, null],
    ['4', 'Dos', null],
  ]
  const merges = [
    { startRow: 1, startCol: 1, endRow: 3, endCol: 1 },
    { startRow: 2, startCol: 2, endRow: 3, endCol: 2 },
    { startRow: 4, startCol: 1, endRow: 4, endCol: 2 },
  ]
  const { rows: read } = await readTable(
    t,
    'l.xlsx',
    await writeXlsx({ sheets: [{ name: 'O', rows, merges }] }),
  )
  t.strictSame(read, [
    [2, '1', 'Uno', 'lunes'],
    [3, '2', 'Uno', 'martes'],
    [4, '3', 'Uno', 'martes'],
    [5, '4', 'Dos', null],
  ])
})

t.test('a row of nothing but a merged cell, or a formula without a result, is not blank', async (t) => {
  const rows = [['id', 'comercio', 'dias'], ['1', 'Uno', 'lunes'], ...Array(4).fill([null, null, null])]
  const merges = [{ startRow: 1, startCol: 1, endRow: 2, endCol: 1 }]
  const cells = new Map([['5,2', { formula: 'X6' }]])
  const bytes = await writeXlsx({ sheets: [{ name: 'O', rows, merges, cells }] })
  t.strictSame((await readTable(t, 'l.xlsx', bytes)).rows, [
    [2, '1', 'Uno', 'lunes'],
    [3, null, 'Uno', null],
    [6, null, null, { formula: 'X6' }],
  ])
})

t.test('a day is read as its cell shows it, and a truth value as such', async (t) => {
  const rows = [
    ['id', 'hasta', 'activa'],
    ['1', new Date('2026-12-31T00:00:00Z'), true],
  ]
  const { rows: read } = await readTable(t, 'l.xlsx', await writeXlsx({ sheets: [{ name: 'O', rows }] }))
  t.strictSame(read, [[2, '1', '2026-12-31', true]])
})

t.test('a pointer to records is refused, since a workbook has none', async (t) => {
  await t.rejects(readTable(t, 'l.xlsx', await writeXlsx({ sheets: [OFFERS] }), { records: '/a' }), {
    message: 'l.xlsx: found workbook, expected JSON: --records and read.records are for lists in JSON',
  })
})

t.test('a workbook one above a bound is refused, and one at the bound is read', async (t) => {
  const column = (...texts: string[]) => [
    { name: 'O', rows: [['id', 'oferta'], ...texts.map((text) => ['1', text])] },
  ]
  const sheets = (count: number) => Array.from({ length: count }, (_, n) => ({ ...OFFERS, name: `s${n}` }))
  const long = 'x'.repeat(32_767)
  const cases: [sheets: Parameters<typeof writeXlsx>[0]['sheets'], found?: string][] = [
    [sheets(50)],
    [sheets(51), 'a workbook of 51 sheets'],
    [column(...Array.from({ length: 3052 }, () => long)), 'a workbook of more than 100000000 characters'],
  ]
  for (const [each, found] of cases) {
    const read = readTable(t, 'l.xlsx', await writeXlsx({ sheets: each }), { sheet: each[0]?.name ?? '' })
    if (found === undefined) t.ok((await read).rows.length > 0)
    else {
      const message = `l.xlsx: found ${found}, expected a smaller one; export it as CSV`
      await t.rejects(read, { code: 'bad-source', message })
    }
  }
})

t.test('a workbook without rows is refused', async (t) => {
  const bytes = await writeXlsx({ sheets: [{ name: 'O', rows: [] }] })
  await t.rejects(readTable(t, 'l.xlsx', bytes), {
    message: 'l.xlsx: found the sheets O, expected one with rows',
  })
})

t.test('of several sheets with offers one is read, or those that are named', async (t) => {
  const bytes = await writeXlsx({ sheets: ['a', 'b + c'].map((name) => ({ ...OFFERS, name })) })
  const { table } = await readTable(t, 'l.xlsx', bytes)
  t.match(table.parts, [
    { name: 'a', isAlike: true },
    { name: 'b + c', isAlike: true },
  ])
  t.equal((await readTable(t, 'l.xlsx', bytes, { sheet: 'b + c' })).table.reading.sheet, 'b + c')
  const both = await readTable(t, 'l.xlsx', bytes, { sheet: ['a', 'b + c'] })
  t.equal(both.rows.length, 4)
})
