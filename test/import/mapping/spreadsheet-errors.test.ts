// The errors that spreadsheets write into cells, in three languages.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { makeReady } from '../../../import/mapping/load-mapping.ts'
import { createErrorFinder } from '../../../import/mapping/spreadsheet-errors.ts'

const mapping = makeReady(
  {
    catalogue: { attribution: 'Datos', country: 'CL', time_zone: null },
    formats: { dates: [], decimal: null, currency: null },
    issuer_type: 'other',
    offer: {
      ref: { column: 'id' },
      issuer: { column: 'banco', lookup: { '#N/A': 'Banco' } },
      title: { columns: ['id', 'oferta'] },
      category: { constant: 'Ofertas' },
      benefit: { worth: [], summary: null },
    },
    read: { skip: [{ column: 'estado', values: ['vencida'] }] },
  },
  'm.json',
)

const findIn = (cells: Readonly<Record<string, Cell>>) => {
  const facts = {
    at: 2,
    isBlank: false,
    isHeadings: false,
    filled: 3,
    width: 3,
    cells: 3,
    values: [],
    columns: [],
  }
  return createErrorFinder(mapping)({ ...facts, get: (name) => cells[name] ?? null })
}
const errorsIn = (cells: Readonly<Record<string, Cell>>) => findIn(cells).errors

const ERRORS =
  '#N/A #N/D #REF! #¡REF! #VALUE! #VALOR! #¡VALOR! #¡NUM! #NULO! #¡NULO! #DIV/0! #¡DIV/0! #ERROR! #ERRO! #SPILL! ' +
  '#CALC! #NUM! #NULL! #NAME? #NOMBRE? #¿NOMBRE? #NOME? #n/a #Ref!'

t.test('an error in a column that is read is reported with its column and first member', async (t) => {
  const note = (column: string, member: string, found: string) => [
    { column, member, found, expected: 'a value: the spreadsheet shows an error there' },
  ]
  for (const error of ERRORS.split(' '))
    t.strictSame(errorsIn({ oferta: error }), note('oferta', 'title', error), error)
  t.strictSame(errorsIn({ id: ' #N/A ' }), note('id', 'ref', '#N/A'))
  t.strictSame(errorsIn({ banco: '#REF!' }), note('banco', 'issuer', '#REF!'))
  t.strictSame(errorsIn({ banco: '#N/A' }), note('banco', 'issuer', '#N/A'), 'also one in a lookup')
})

t.test(
  'a number that the spreadsheet has rounded is reported, so that no offer has its digits',
  async (t) => {
    const expected =
      'the digits as text: numbers of more than 15 digits are rounded; format the column as text'
    const note = { column: 'id', member: 'ref', found: '9007199254740992', expected }
    t.strictSame(errorsIn({ id: 9007199254740992 }), [note])
    t.strictSame(errorsIn({ id: Number.MAX_SAFE_INTEGER, banco: -7.5 }), [])
  },
)

t.test('similar texts, and those that no member reads, are not errors', async (t) => {
  for (const text of ['#1', 'N/A', '#N/AB', 'x #N/A', '#REF', '#NAME!', '#NUM?', 7, null])
    t.strictSame(errorsIn({ oferta: text, banco: text }), [], String(text))
  t.strictSame(errorsIn({ otra: '#REF!' }), [])
})

t.test(
  'a formula without a result is unknown, or rejects the row if the id or the status needs it',
  async (t) => {
    const formula = { formula: 'A1&B1' }
    const note = (column: string, member: string) => {
      const expected = 'a result, which the workbook lacks: open it in a spreadsheet program and save it'
      return { column, member, found: '=A1&B1', expected }
    }
    t.strictSame(findIn({ oferta: formula, otra: formula }), {
      errors: [],
      unknown: [note('oferta', 'title')],
    })
    for (const [column, member] of [
      ['id', 'ref'],
      ['banco', 'issuer'],
      ['estado', 'status'],
    ] as const)
      t.strictSame(findIn({ [column]: formula }), { errors: [note(column, member)], unknown: [] })
  },
)
