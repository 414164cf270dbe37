// What is read of a workbook.

import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { readTable } from './read-table.ts'

const OFFERS = {
  name: 'Ofertas',
  rows: [['Banco Ñandú'], [], ['id', 'oferta'], ['1', 'Menú'], [], ['2', 0.5]],
}

t.test('each row is named as the sheet numbers it', async (t) => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Resumen', rows: [['Total', 2]] }, OFFERS] })
  const { table, rows, done } = await readTable(t, 'libro.xlsx', bytes)
  t.strictSame(rows, [
    [4, '1', 'Menú'],
    [5, null, null],
    [6, '2', 0.5],
  ])
  t.strictSame(done, [6])
  t.strictSame(table, {
    file: 'libro.xlsx',
    about: ['libro.xlsx: workbook, sheet "Ofertas"', 'not read: "Resumen"'],
    unit: 'row',
    columns: ['id', 'oferta'],
    total: 6,
    measure: 'rows',
    reading: { sheet: 'Ofertas', headings: 3 },
  })
})

t.test('a sheet that a mapping names is read, or the sheets that there are are named', async (t) => {
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
