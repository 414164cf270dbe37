// Columns that identify rows if no column numbers them, or a question.

import t from 'tap'
import { questionText } from '../../../import/asking/questions.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(SHORT_MS)

const TITLES = ['oferta', 'Té', 'Té', 'Café', 'Café']
const COLORS = ['color', 'a', 'b', 'c', 'd']
const DAYS = ['dia', 'lunes', 'martes', 'lunes', 'martes']

t.test(
  'without a number, title and merchant are used if they differ in all rows, or with the first day',
  async (t) => {
    const shops = ['tienda', 'A', 'B', 'A', 'B']
    const starts = ['desde', '01/09/2026', '02/09/2026', '01/09/2026', '02/09/2026']
    const periods = ['vigencia', ...starts.slice(1).map((day) => `${day} al 31/12/2026`)]
    const benefits = ['beneficio', '2x1', '20%', '2x1', '20%']
    const cases: [columns: string[][], ref: object | null][] = [
      [[TITLES, shops, DAYS], { columns: ['tienda', 'oferta'], join: ' | ' }],
      [[benefits, shops, ['comuna', 'Lota', 'Ñuñoa', 'Lota', 'Lota']], null],
      [
        [['beneficio', '2x1 en té', '20% en té', '2x1', '20%'], shops],
        { columns: ['tienda', 'beneficio'], join: ' | ' },
      ],
      [[TITLES, starts], { columns: ['oferta', 'desde'], join: ' | ' }],
      [[TITLES, shops, starts], { columns: ['tienda', 'oferta'], join: ' | ' }],
      [[TITLES, periods], null],
      [
        [
          ['tienda', 'A', 'B', 'C', 'D'],
          ['descuento', '20', '10', '5', '15'],
        ],
        { columns: ['tienda', 'descuento'], join: ' | ' },
      ],
      [[TITLES, DAYS], null],
      [[TITLES, ['color', 'a', 'b', 'a', 'b']], null],
      [[TITLES, ['code', 'X1', 'X2', 'X3', 'X4']], { column: 'code' }],
      // Addresses change with each campaign.
      [[TITLES, ['link', ...[1, 2, 3, 4].map((id) => `https://a.example/${id}`)]], null],
      [[['banco', 'A', 'B', 'A', 'B'], TITLES], { column: 'oferta' }],
    ]
    for (const [columns, ref] of cases) {
      const { mapping } = await proposalOf(t, csvOf(...columns))
      t.strictSame(mapping.offer.ref, ref, columns.map(([heading]) => heading).join())
    }
  },
)

t.test('a column that counts the rows from the top identifies none: a new row would move it', async (t) => {
  const shops = ['tienda', 'A', 'B', 'A', 'B']
  const joined = { columns: ['tienda', 'oferta'], join: ' | ' }
  const cases: [numbers: string[], ref: object][] = [
    [['N°', '1', '2', '3', '4'], joined],
    [['Nro', '0', '1', '2', '3'], joined],
    [['N°', '1', '2', '3', '5'], { column: 'N°' }],
    [['id', '1', '2', '3', '4'], { column: 'id' }],
    // A member of the item around the row.
    [['../id', 'a', 'b', 'c', 'd'], joined],
  ]
  for (const [numbers, ref] of cases) {
    const { mapping } = await proposalOf(t, csvOf(numbers, TITLES, shops))
    t.strictSame(mapping.offer.ref, ref, numbers.join())
  }
})

t.test('a column that may only count the rows is proposed with a line to check', async (t) => {
  const offers = ['oferta', 'Té', 'Mate', 'Café', 'Pan']
  const cases: [numbers: string[], counted: string | undefined][] = [
    [['Id', '1', '2', '3', '4'], '"Id" counts the rows from 1 to 4'],
    [['sku', '0', '1', '2', '3'], '"sku" counts the rows from 0 to 3'],
    [['id', '007', '008', '009', '010'], '"id" counts the rows from 007 to 010'],
    [['id', '7', '8', '9', ''], '"id" counts the rows from 7 to 9'],
    [['id', '4', '3', '2', '1'], undefined],
    [['id', '1', '2', '3', '5'], undefined],
    [['id', '1', '2', '', '5'], undefined],
    [['id', 'P-1', 'P-2', 'P-3', 'P-4'], undefined],
  ]
  for (const [numbers, counted] of cases) {
    const { mapping, doubts } = await proposalOf(t, csvOf(numbers, offers))
    t.strictSame(mapping.offer.ref, { column: numbers[0] })
    const end = '; if it is no id of your system, name others with --ref'
    const said = doubts.filter((doubt) => doubt.startsWith('/offer/ref'))
    t.strictSame(said, counted === undefined ? [] : [`/offer/ref: ${counted}${end}`], numbers.join())
  }
})

t.test('the column of the issuer is never part of a ref, however a person names it', async (t) => {
  const texts = ['descuento', '15% off', '15% off', '20% off', '20% off']
  const shops = ['tienda', 'A', 'B', 'A', 'B']
  const named = async (columns: string[][], issuer: string) =>
    (await proposalOf(t, csvOf(...columns), { answers: { issuer } })).mapping.offer.ref
  t.strictSame(await named([shops, texts], 'tienda'), { column: 'descuento' })
  t.strictSame(
    await named([shops, texts], 'Banco Uno'),
    { columns: ['tienda', 'descuento'], join: ' | ' },
    'one issuer for all rows',
  )
})

t.test('exact copies of a row do not count', async (t) => {
  const refOf = async (day: string) => {
    const csv = csvOf(['oferta', 'Té', 'Té', 'Café'], ['dia', 'lunes', day, 'lunes'])
    return (await proposalOf(t, csv)).mapping.offer.ref
  }
  t.strictSame(await refOf('lunes'), { column: 'oferta' })
  t.equal(await refOf('martes'), null)
})

t.test('rows that they do not tell apart are counted in the question', async (t) => {
  const cases: [columns: string[][], question: string][] = [
    [[TITLES, DAYS], '. By oferta, 2 of 4 rows repeat an earlier one'],
    [[['oferta', 'Té', 'Té', 'Té', 'Café'], COLORS], '. By oferta, 2 of 4 rows repeat an earlier one'],
    [[['descuento', '20', '10']], ''],
  ]
  for (const [columns, counted] of cases) {
    const { mapping, questions } = await proposalOf(t, csvOf(...columns, columns[0]?.map(() => 'x') ?? []))
    t.equal(mapping.offer.ref, null)
    const asked = `/offer/ref: which column identifies a row from day to day? Its heading, or several as "One + Other"${counted}`
    t.ok(questions.map(questionText).includes(asked), questions.map(questionText).join('\n'))
  }
})

t.test('neither merchant nor issuer is a reference alone, even as the title', async (t) => {
  const csv = csvOf(['tienda', 'A', 'B', 'C'], ['banco', 'D', 'E', 'F'], ['descuento', '20', '10', '5'])
  for (const title of ['tienda', 'banco', 'banco + tienda'])
    t.match(
      (await proposalOf(t, csv, { answers: { title } })).mapping.offer.ref,
      { columns: /descuento/ },
      title,
    )
  const bare = csvOf(['tienda', 'A', 'B', 'C'], ['banco', 'D', 'E', 'F'], ['color', 'x', 'y', 'z'])
  for (const title of ['tienda', 'banco', 'banco + tienda'])
    t.equal((await proposalOf(t, bare, { answers: { title } })).mapping.offer.ref, null, title)
})

t.test('a figure in the title makes another offer, and the message says so', async (t) => {
  const csv = csvOf(['beneficio', '2x1 en pastas', '20% en pizzas'], ['comercio', 'Uno', 'Dos'])
  const { mapping, doubts } = await proposalOf(t, csv)
  t.strictSame(mapping.offer.ref, { columns: ['comercio', 'beneficio'], join: ' | ' })
  const said =
    '/offer/ref: no column numbers the rows, so the ref is comercio + beneficio: if one of these changes, it is a new offer'
  t.ok(doubts.includes(said), doubts.join('\n'))
})

t.test('a few rows with a missing or repeated number are left out', async (t) => {
  const numbered = (rows: number, repeated: number) =>
    Array.from({ length: rows }, (_, n) => `${n < rows - repeated ? n : 0}`)
  const cases: [rows: number, repeated: number, isTaken: boolean][] = [
    [5, 2, true],
    [4, 2, false],
    [3, 1, true],
    [2, 1, false],
    [11, 3, false],
    [12, 3, true],
    [40, 10, true],
    [40, 11, false],
  ]
  for (const [rows, repeated, isTaken] of cases) {
    const offers = Array.from({ length: rows }, (_, n) => `Té negro número ${n}`)
    const csv = csvOf(['id', ...numbered(rows, repeated)], ['oferta', ...offers])
    const { mapping } = await proposalOf(t, csv)
    t.equal(mapping.offer.ref?.column, isTaken ? 'id' : 'oferta', `${repeated} of ${rows}`)
  }
})

t.test('two issuers can have the same reference', async (t) => {
  const csv = csvOf(['id', '1', '2', '1', '2'], ['banco', 'A', 'A', 'B', 'B'], ['oferta', 'a', 'b', 'c', 'd'])
  const { mapping, doubts } = await proposalOf(t, csv)
  t.strictSame(mapping.offer.ref, { column: 'id' })
  t.notMatch(doubts.join('\n'), '/offer/ref')
})

t.test('codes are found by their cells, whatever the heading', async (t) => {
  const refOf = async (heading: string, codes: string[]) =>
    (await proposalOf(t, csvOf([heading, ...codes], ['oferta', 'Té', 'Pan', 'Café']))).mapping.offer.ref
  const codes = ['HD10', 'HD11', 'HD12']
  for (const heading of ['Offer Code', 'Art.-Nr.', 'Angebots-ID', 'Nº oferta', 'Código Beneficio', 'Vorgang'])
    t.strictSame(await refOf(heading, codes), { column: heading })
  t.strictSame(await refOf('Código promo', ['10045', '10046', '20100']), { column: 'Código promo' })
  const title = { column: 'oferta' }
  t.strictSame(await refOf('Vorgang', ['10045', '10046', '20100']), title, 'numbers may count anything')
  t.strictSame(await refOf('Tamaño', ['5kg', '6kg', '7kg']), title)
  t.strictSame(await refOf('Store Code', codes), title, 'a place has several offers')
  t.strictSame(await refOf('Offer Code', ['HD10', 'HD10', 'HD12']), title)
  t.strictSame(await refOf('Offer Code', ['HD10', '', 'HD12']), title)
})
