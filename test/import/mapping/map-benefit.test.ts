// Cells next to each other: a figure, the words of its row, a cap, the kind, and words of other languages.

import t from 'tap'
import { mapBenefit } from '../../../import/mapping/map-benefit.ts'
import type { Mapping } from '../../../import/mapping/mapping.ts'
import { RowReader } from '../../../import/mapping/row-reader.ts'
import type { Cell } from '../../../import/tables/cell.ts'
import type { Row } from '../../../import/tables/table.ts'

type BenefitMapping = Mapping['offer']['benefit']

const STYLE = { decimal: ',', currency: 'CLP' } as const

function map(cells: Readonly<Record<string, Cell>>, mapping: Partial<BenefitMapping>, title = 'título') {
  const row: Row = {
    at: 2,
    get: (name) => cells[name] ?? null,
    isBlank: false,
    isHeadings: false,
    filled: 2,
    width: 2,
    cells: 2,
  }
  const reader = new RowReader(row)
  const summary = { column: 'texto' }
  const benefit = mapBenefit(
    reader,
    { worth: [], ...mapping, summary },
    { style: STYLE, columns: Object.keys(cells), title: { column: title } },
  )
  return { benefit, notes: reader.notes.map(({ expected }) => expected) }
}

const PERCENTAGE = { worth: [{ as: 'percentage', column: 'pct' }] } satisfies Partial<BenefitMapping>

t.test('a column of figures gives the value unless the words of the row contradict it', async (t) => {
  for (const texto of [
    '20% de descuento',
    'Sushi Coigüe',
    '20% en toda la carta',
    'Los lunes',
    'Pieza de 250 g aprox.',
    '20%',
  ]) {
    const { benefit, notes } = map({ pct: 20, texto }, PERCENTAGE)
    t.match(benefit, { kind: 'percentage', value: 20 }, texto)
    t.strictSame(notes, [], texto)
  }
})

t.test('a column of figures gives no value next to another percentage', async (t) => {
  for (const [texto, value] of [
    ['-37%', null],
    ['+ 37,5 %', null],
    ['-17%', 17],
    ['17,4 %', 17],
    ['$ 37', 17],
  ] as const)
    t.match(map({ pct: 17, texto }, PERCENTAGE).benefit, { value }, texto)
})

t.test('the words of a row take precedence over a column of figures', async (t) => {
  const cases = [
    'Hasta 20% de descuento',
    '30% de descuento',
    '10% y 20% de descuento',
    'Segunda unidad con 20% de descuento',
    '2x1 en entradas',
    '20% de descuento o un postre gratis',
    '20% Rabatt bis zu 20%',
  ]
  for (const texto of cases) {
    const { benefit, notes } = map({ pct: 20, texto }, PERCENTAGE)
    t.match(benefit, { kind: 'other', value: null, currency: null }, texto)
    t.match(notes, [/^the same benefit as in texto/], texto)
  }
})

t.test('words with the same figure decide its kind, and may name a cap', async (t) => {
  const AMOUNT = { worth: [{ as: 'amount', column: 'pct' }] } satisfies Partial<BenefitMapping>
  const cases: [pct: number, texto: string, mapping: Partial<BenefitMapping>, benefit: object][] = [
    [20, '20% de reintegro', PERCENTAGE, { kind: 'cashback', value: 20, currency: null }],
    [3000, '$3.000 de reintegro', AMOUNT, { kind: 'cashback', value: 3000, currency: 'CLP' }],
    [
      20,
      '20% de descuento, tope $10.000',
      PERCENTAGE,
      { value: 20, cap: { value: 10_000, currency: 'CLP' } },
    ],
    [
      3,
      '3% de descuento',
      { worth: [{ as: 'installments', column: 'pct' }] },
      { kind: 'other', value: null },
    ],
    [20, 'US$20 de descuento', PERCENTAGE, { kind: 'other', value: null }],
    [30, '30 øre per liter', AMOUNT, { kind: 'other', value: null }],
  ]
  for (const [pct, texto, mapping, benefit] of cases)
    t.match(map({ pct, texto }, mapping).benefit, benefit, texto)
})

t.test('a sentence that only names the kind of a figure agrees with the figure', async (t) => {
  const cases: [texto: string, value: number | null][] = [
    ['Descuento para estudiantes', 20],
    ['Student discount', 20],
    ['Descuento en la segunda unidad', null],
    ['Descuento por litro', null],
    ['Descuento hasta agotar stock', null],
    ['Discount or gift', null],
    ['Cashback para socios', null],
  ]
  for (const [texto, value] of cases)
    t.equal(map({ pct: 20, texto }, PERCENTAGE).benefit?.value, value, texto)
})

t.test('a cell that is not understood hides later columns only if it speaks of benefits', async (t) => {
  const worth: BenefitMapping['worth'] = [
    { as: 'fixed_price', column: 'precio' },
    { as: 'text', column: 'texto' },
  ]
  const cases: [precio: Cell, texto: string, benefit: object, notes: (string | RegExp)[]][] = [
    ['Consultar', '20% off', { kind: 'percentage', value: 20 }, []],
    [0, '20% off', { kind: 'percentage', value: 20 }, []],
    ['1 2 3', '20% off', { kind: 'percentage', value: 20 }, []],
    ['Desde $ 990', '20% off', { kind: 'other', value: null }, [/an amount/]],
    ['Consultar', 'Zapatos', { kind: 'other', value: null }, [/an amount/]],
    [0, 'Hasta 20% off', { kind: 'other', value: null }, [/an amount/]],
  ]
  for (const [precio, texto, benefit, expected] of cases) {
    const { notes, ...mapped } = map({ precio, texto }, { worth })
    t.match(mapped.benefit, benefit, `${precio}, ${texto}`)
    t.match(notes, expected, `${precio}, ${texto}`)
    t.equal(notes.length, expected.length)
  }
  const priceLast: BenefitMapping['worth'] = [...worth].reverse()
  t.match(map({ precio: 990, texto: 'Zapatos' }, { worth: priceLast }).benefit, {
    kind: 'fixed_price',
    value: 990,
  })
  const unread = map({ precio: '1 2 3', texto: 'Zapatos' }, { worth: priceLast })
  t.match(
    unread,
    { benefit: { value: null }, notes: [/an amount/] },
    'the column that is not understood is noted',
  )
  t.match(map({ precio: 990, texto: 'Hasta 20%' }, { worth: priceLast }).benefit, {
    kind: 'other',
    value: null,
  })
})

t.test('a bare number next to a sentence with another value leaves no value', async (t) => {
  const worth: BenefitMapping['worth'] = [
    { as: 'text', column: 'n' },
    { as: 'text', column: 'texto' },
  ]
  const cases: [n: Cell, value: number | null][] = [
    [20, 20],
    [0, 20],
    [10, null],
    ['150', null],
    ['-30%', null],
  ]
  for (const [n, value] of cases)
    t.equal(map({ n, texto: '20% de descuento' }, { worth }).benefit?.value, value, String(n))
  const { notes } = map({ n: 10, texto: '20% de descuento' }, { worth })
  t.strictSame(notes, ['one value: texto has another; --value names the column to read'])
})

t.test('a column of values has the kind in another column, row by row', async (t) => {
  const mapping: Partial<BenefitMapping> = {
    worth: [
      { as: 'value', column: 'n' },
      { as: 'text', column: 'texto' },
    ],
    kind: { column: 'tipo', lookup: { pct: 'percentage', fijo: 'amount', envio: 'other', bogo: 'multibuy' } },
  }
  const cases: [n: Cell, tipo: string, texto: string, benefit: object][] = [
    [20, 'pct', 'Zapatos', { kind: 'percentage', value: 20 }],
    [20, 'fijo', 'Zapatos', { kind: 'amount', value: 20, currency: 'CLP' }],
    [20, 'fijo', '20% off', { kind: 'other', value: null }],
    [15, 'bogo', 'Zapatos', { kind: 'other', value: null }],
    [0, 'bogo', '2x1 en zapatos', { kind: 'multibuy', value: 2 }],
    [0, 'envio', 'Envío a casa', { kind: 'other', value: null }],
    [20, 'sorpresa', 'Zapatos', { kind: 'other', value: null }],
  ]
  for (const [n, tipo, texto, benefit] of cases)
    t.match(map({ n, tipo, texto }, mapping).benefit, benefit, `${n} ${tipo} ${texto}`)
})

t.test('the cap comes from its column or from the sentence; if they differ, there is none', async (t) => {
  const text = { worth: [{ as: 'text', column: 'texto' }] } satisfies Partial<BenefitMapping>
  const texto = '20% de descuento, tope $10.000'
  const cap = { cap: { column: 'tope' } }
  const stated = { value: 10_000, currency: 'CLP' }
  t.match(map({ texto }, text).benefit, { value: 20, cap: stated })
  t.match(map({ texto }, { ...text, ...cap }).benefit, { value: 20, cap: stated })
  t.match(map({ texto, tope: '$ 10.000' }, { ...text, ...cap }).benefit, { value: 20, cap: stated })
  const other = map({ texto, tope: '$ 15.000' }, { ...text, ...cap })
  t.match(other, { benefit: { value: 20, cap: null }, notes: ['the cap that the benefit names: 10000 CLP'] })
  t.match(map({ texto: 'Hasta 20%, tope $10.000' }, text).benefit, { value: null, cap: null })
})

t.test('a cell that says that there is no cap is understood', async (t) => {
  for (const tope of ['Sin tope', 'sin límite', 'No cap', 'Sem limite', 'SIN TOPE.']) {
    const { benefit, notes } = map(
      { pct: 20, texto: '20%', tope },
      { ...PERCENTAGE, cap: { column: 'tope' } },
    )
    t.match(benefit, { value: 20, cap: null }, tope)
    t.strictSame(notes, [], tope)
  }
  const { notes } = map(
    { pct: 20, texto: '20%', tope: 'según banco' },
    { ...PERCENTAGE, cap: { column: 'tope' } },
  )
  t.equal(notes.length, 1)
})

t.test('a column of kinds gives the kind of a figure without a word', async (t) => {
  const mapping: Partial<BenefitMapping> = {
    worth: [{ as: 'text', column: 'texto' }],
    kind: { column: 'tipo', lookup: { devolución: 'cashback', precio: 'fixed_price' } },
  }
  t.match(map({ texto: '15% en farmacias', tipo: 'devolución' }, mapping).benefit, {
    kind: 'cashback',
    value: 15,
  })
  t.match(map({ texto: 'Menú $ 9.990', tipo: 'precio' }, mapping).benefit, {
    kind: 'fixed_price',
    value: 9990,
  })
  t.match(map({ texto: 'Hasta 15%', tipo: 'devolución' }, mapping).benefit, { kind: 'other', value: null })
  t.match(map({ texto: '15% de descuento', tipo: 'devolución' }, mapping).benefit, { kind: 'other' })
})

t.test('counts of pieces and instalments are read from their columns, as numbers or in words', async (t) => {
  const count = (as: 'multibuy' | 'installments', n: Cell) =>
    map({ n, texto: 'Oferta' }, { worth: [{ as, column: 'n' }] }).benefit
  t.match(count('installments', 6), { kind: 'installments', value: 6 })
  t.match(count('installments', '6 cuotas sin interés'), { kind: 'installments', value: 6 })
  t.match(count('multibuy', '3x2'), { kind: 'multibuy', value: 1.5 })
  t.match(count('multibuy', 2), { kind: 'multibuy', value: 2 })
  t.match(count('multibuy', '6 cuotas sin interés'), { value: null })
  for (const n of [1, 2.5, 'hasta 6 cuotas sin interés', '3 y 6'])
    t.match(count('installments', n), { kind: 'other' }, String(n))
})

t.test('a note explains why a cell gives no value or cap', async (t) => {
  const worth = (as: NonNullable<BenefitMapping['worth']>[number]['as']) => [{ as, column: 'n' }]
  const count = 'a number of 2 or more'
  const cases: [cells: Readonly<Record<string, Cell>>, mapping: Partial<BenefitMapping>, notes: string[]][] =
    [
      [{ n: 'Hasta 20%' }, { worth: worth('text') }, ['one benefit: it says "Hasta" before the figure']],
      [{ n: 20 }, { worth: worth('discount') }, ['a discount with its sign, such as 20% or $ 10']],
      [{ n: '20,5' }, { worth: worth('discount') }, ['a discount with its sign, such as 20% or $ 10']],
      [{ n: 'x' }, { worth: worth('discount') }, ['one benefit: it names no value that is understood']],
      [
        { n: 'x' },
        { worth: worth('percentage') },
        ['a percentage such as 20% or 12,5, above 0 and up to 100'],
      ],
      [{ n: 'x' }, { worth: worth('cashback') }, ['an amount such as $ 10.000 or 9,90 EUR, above 0']],
      [{ n: 1 }, { worth: worth('multibuy') }, [count]],
      [{ n: 1 }, { worth: worth('installments') }, [count]],
      [{ n: 2.5 }, { worth: worth('installments') }, [count]],
      [{ n: 'x' }, { worth: worth('installments') }, ['a number such as 20 or 12,5']],
      [
        { n: 20, texto: '30% off' },
        { worth: worth('percentage') },
        ['the same benefit as in texto (percentage 30)'],
      ],
      [
        { n: 20, texto: 'Hasta 20% off' },
        { worth: worth('percentage') },
        ['the same benefit as in texto (it says "Hasta" before the figure)'],
      ],
      [{ n: 'x' }, { cap: { column: 'n' } }, ['an amount such as $ 10.000 or 9,90 EUR, above 0']],
      [
        { n: 'US$ 5', texto: '20% off, tope US$ 6' },
        { worth: [{ as: 'text', column: 'texto' }], cap: { column: 'n' } },
        ['the cap that the benefit names: 6 USD'],
      ],
      [
        { n: 'Sin tope', texto: '20% off, tope US$ 6' },
        { worth: [{ as: 'text', column: 'texto' }], cap: { column: 'n' } },
        ['the cap that the benefit names: 6 USD'],
      ],
    ]
  for (const [cells, mapping, notes] of cases) {
    const mapped = map({ texto: 'Menú', ...cells }, mapping)
    t.strictSame(mapped.notes, notes, JSON.stringify(cells))
    t.equal(mapped.benefit?.cap, null)
  }
})

t.test('each kind of column gives its kind and value', async (t) => {
  const cases: [as: BenefitMapping['worth'][number]['as'], n: Cell, benefit: object][] = [
    ['discount', '20%', { kind: 'percentage', value: 20, currency: null }],
    ['discount', '$ 500', { kind: 'amount', value: 500, currency: 'CLP' }],
    ['discount', '5% de reintegro', { kind: 'cashback', value: 5 }],
    ['multibuy', 1.5, { kind: 'multibuy', value: 1.5, currency: null }],
    ['installments', 2, { kind: 'installments', value: 2, currency: null }],
    ['multibuy', '6 cuotas sin interés', { kind: 'other', value: null }],
    ['installments', '3x2', { kind: 'other', value: null }],
    ['cashback', '$ 500', { kind: 'cashback', value: 500, currency: 'CLP' }],
    ['fixed_price', '$ 500', { kind: 'fixed_price', value: 500, currency: 'CLP' }],
  ]
  for (const [as, n, benefit] of cases)
    t.match(map({ n, texto: 'Menú' }, { worth: [{ as, column: 'n' }] }).benefit, benefit, `${as} ${n}`)
})

t.test('a cap in one of several sentences counts', async (t) => {
  const mapping: Partial<BenefitMapping> = {
    worth: [
      { as: 'percentage', column: 'pct' },
      { as: 'text', column: 'otro' },
    ],
  }
  const cells = { pct: 20, texto: '20% de descuento, tope $ 5.000', otro: '20% de descuento' }
  t.match(map(cells, mapping).benefit, { value: 20, cap: { value: 5000 } })
})

t.test('another text of the row that limits the same figure leaves no value', async (t) => {
  const amount = { worth: [{ as: 'amount', column: 'pct' }] } satisfies Partial<BenefitMapping>
  const limited: [pct: Cell, otro: string, mapping?: Partial<BenefitMapping>][] = [
    [40, 'Hasta 40% Sin Tope'],
    [40, 'hasta un 40 %'],
    [40, 'Hasta; 40% dcto.'],
    [20, 'Desde 20% dcto.'],
    [3600, 'Desde $3.600 en entradas', amount],
    [30, '30-50% en locales'],
    [20, '10–20 prosent'],
    [50, 'de 30% a 50%'],
    [30, 'Jusqu’à 30 %'],
    [40, 'Hasta 40 Sin Tope'],
    [50, 'Up tp 50%off'],
    [20, 'bis zu 20 %'],
    [30, "Jusqu'à 30%"],
    [30, 'fino al 30%'],
    [30, 'Até 30% OFF'],
    [12.5, 'hasta 12,5%'],
    [5000, 'Hasta $5.000 de descuento', amount],
    [5000, 'Up to $5.000/month', amount],
    [5000, 'a maximum of $5.000', amount],
    [5000, '$5.000/year', amount],
    [5000, '$3.000-$5.000', amount],
    [3000, '$3.000 – 5.000', amount],
    [20, 'Inntil 20 prosent på sko'],
    [50, 'hingga 50%'],
    [20, '20% hasta $10.000'],
    [5000, '$5.000 por persona', amount],
    [5000, 'Menu from QR 5000', amount],
    [655, 'Monitor ab 655,-$', amount],
  ]
  for (const [pct, otro, mapping = PERCENTAGE] of limited) {
    const { benefit, notes } = map({ pct, otro, texto: 'Sushi' }, mapping)
    t.match(benefit, { kind: 'other', value: null }, otro)
    t.match(notes, [/^a value that otro does not limit/], otro)
  }
  const others: [pct: Cell, otro: string, mapping?: Partial<BenefitMapping>][] = [
    [40, 'Hasta 50% en otros locales'],
    [20, 'Desde el 20 de marzo'],
    [40, '10-20% en otros locales'],
    [20, 'Hasta el 20 de marzo'],
    [31, 'hasta 31/12/2026'],
    [5000, '$4.000 - 6.000', amount],
    [5000, '$4.000 por mes', amount],
    [30, '30 por mes'],
    [31, 'hasta 31-12-2026'],
    [20, 'hasta 20 cuotas'],
    [20, 'Tope $20'],
    [5000, 'hasta 5000%', amount],
    [20, 'Zľava 20 % na všetko'],
    [20, 'OFERTA -20% ✅ PADEL SPEED 3'],
    [20, '20 % rabatt – mange klinikker'],
    [20, 'Café 2. 20% de descuento en locales'],
  ]
  for (const [pct, otro, mapping = PERCENTAGE] of others)
    t.equal(map({ pct, otro, texto: 'Sushi' }, mapping).benefit?.value, pct, otro)
})

t.test('a title whose figures are names does not veto a column of percentages', async (t) => {
  const value = (texto: string, pct = 10) => map({ pct, texto }, PERCENTAGE, 'texto').benefit?.value
  t.equal(value('Zapatos -34%', 34.01), 34.01, 'rounded')
  for (const texto of ['RTX 3060 2X', 'Leche 7 % fat', 'Pack 3x2 lts o 4 lts'])
    t.equal(value(texto), 10, texto)
  for (const [texto, pct] of [
    ['Café gratis', 10],
    ['2 cafés gratis', 10],
    ['20% o 30%', 20],
    ['Segunda unidad al 70%', 70],
    ['Hasta 40% de descuento', 40],
    ['Hasta 50% de descuento', 40],
    ['30% de descuento', 20],
    ['Zapatos -40%', 20],
    ['10% OFF', 20],
    ['2x1 en entradas', 20],
  ] as const)
    t.equal(value(texto, pct), null, texto)
  t.equal(map({ pct: 10, texto: 'Segunda unidad al 70%' }, PERCENTAGE).benefit?.value, null, 'no title')
})

t.test('a column that names another kind wins over a figure', async (t) => {
  const kind = { column: 'kind', lookup: { BOGO: 'multibuy', Percentage: 'percentage', x: 'other' } }
  const value = (text: string) => map({ pct: 15, kind: text, texto: 'Café' }, { ...PERCENTAGE, kind }).benefit
  t.match(value('Percentage'), { kind: 'percentage', value: 15 })
  for (const text of ['BOGO', 'x']) t.match(value(text), { kind: 'other', value: null }, text)
})
