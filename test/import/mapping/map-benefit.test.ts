// The benefit of a row: the first column that states a value, the kind and the cap in other columns, and texts that limit it.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { mapBenefit } from '../../../import/mapping/map-benefit.ts'
import type { Mapping } from '../../../import/mapping/mapping.ts'
import { createOtherCurrency } from '../../../import/mapping/row-currency.ts'
import { RowReader } from '../../../import/mapping/row-reader.ts'
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
    values: [],
    columns: [],
  }
  const reader = new RowReader(row)
  const columns = Object.keys(cells)
  const summary = { column: 'texto' }
  const benefit = mapBenefit(
    reader,
    { worth: [], ...mapping, summary },
    {
      ...{ style: STYLE, limiting: columns, title: { column: title } },
      otherCurrency: createOtherCurrency(columns, 'CLP'),
      contradiction: () => undefined,
    },
  )
  return { benefit, notes: reader.notes.map(({ expected }) => expected), cells: reader.cells }
}

const PERCENTAGE = { worth: [{ as: 'percentage', column: 'pct' }] } satisfies Partial<BenefitMapping>

t.test('the named column counts; no other figure or word of the row takes its value away', async (t) => {
  for (const texto of [
    'Sushi Coigüe',
    '20% en toda la carta',
    '30% de descuento',
    '-37%',
    '2x1 en entradas',
    'Segunda unidad al 70%',
    'Café gratis',
    'Piso 40',
    'Bonus Gluten Free',
    'RTX 3060 2X',
    'Pieza de 250 g aprox.',
  ]) {
    const { benefit, notes } = map({ pct: 20, texto }, PERCENTAGE)
    t.match(benefit, { kind: 'percentage', value: 20, summary: texto }, texto)
    t.strictSame(notes, [], texto)
  }
})

t.test('another text of the row that limits the same figure leaves no value', async (t) => {
  const amount = { worth: [{ as: 'amount', column: 'pct' }] } satisfies Partial<BenefitMapping>
  const limited: [pct: Cell, otro: Cell, mapping?: Partial<BenefitMapping>][] = [
    [40, 'Hasta 40% Sin Tope'],
    [40, 'hasta un 40 %'],
    [40, 'Hasta; 40% dcto.'],
    [40, ['Los lunes', 'hasta 40%']],
    [20, 'Desde 20% dcto.'],
    [30, 'Jusqu’à 30 %'],
    [30, "Jusqu'à 30%"],
    [40, 'Hasta 40 Sin Tope'],
    [20, 'bis zu 20 %'],
    [30, 'fino al 30%'],
    [30, 'Até 30% OFF'],
    [12.5, 'hasta 12,5%'],
    [20, 'Inntil 20 prosent på sko'],
    [50, 'hingga 50%'],
    [50, 'до 50%'],
    [3600, 'Desde $3.600 en entradas', amount],
    [5000, 'Hasta $5.000 de descuento', amount],
    [5000, 'Up to $5.000/month', amount],
    [5000, 'a maximum of $5.000', amount],
    [5000, '$5.000/year', amount],
    [5000, '$5.000 por persona', amount],
    [5000, '5.000 pesos al mes', amount],
    [5000, 'Menu from QR 5000', amount],
    [655, 'Monitor ab 655,-$', amount],
    [20, 'hasta en un 20%'],
    [20, 'hasta:20%'],
    [20, 'hasta por 20%'],
    [20, '20% o más'],
    [20, '20% de descuento y más'],
    [20, '20%+ en toda la tienda'],
    [4990, '$4.990 cada uno', amount],
    [4990, '$4.990 cada unidad', amount],
    [4990, '$4.990 /u', amount],
    [4990, '$4.990 kg', amount],
    [4990, '$4.990 por porción', amount],
    [4990, 'por porción', amount],
    [100, '$100 de descuento por litro', amount],
    [100, '$100 dcto. el litro', amount],
  ]
  for (const [pct, otro, mapping = PERCENTAGE] of limited) {
    const { benefit, notes } = map({ pct, otro, texto: 'Sushi' }, mapping)
    t.match(benefit, { kind: 'other', value: null, currency: null }, String(otro))
    t.match(notes, [/^no limit in otro/], String(otro))
  }
  const others: [pct: Cell, otro: string, mapping?: Partial<BenefitMapping>][] = [
    [40, 'Hasta 50% en otros locales'],
    [20, 'Desde el 20 de marzo'],
    [20, 'Hasta el 20 de marzo'],
    [31, 'hasta 31/12/2026'],
    [31, 'hasta 31-12-2026'],
    [20, 'https://banco.example/hasta 20%'],
    [5000, '$4.000 por mes', amount],
    [30, '30 por mes'],
    [20, 'Tope $20'],
    [20, '20% + envío gratis'],
    [250, 'Pieza 250 g', amount],
    [4990, '$4.990 por una pizza', amount],
    [20, 'OFERTA -20% ✅ PADEL SPEED 3'],
    [20, 'Café 2. 20% de descuento en locales'],
  ]
  for (const [pct, otro, mapping = PERCENTAGE] of others)
    t.equal(map({ pct, otro, texto: 'Sushi' }, mapping).benefit?.value, pct, otro)
})

t.test('a value that its row limits is read: it is no sign of a changed column', async (t) => {
  const { cells } = map({ pct: 40, texto: 'Hasta 40%' }, PERCENTAGE)
  t.match(cells, [{ member: 'benefit.value', isUnderstood: true }])
  t.match(map({ pct: 'x', texto: 'Sushi' }, PERCENTAGE).cells, [{ isUnderstood: false }])
})

t.test('a value that limits itself is no sign of a changed column either', async (t) => {
  for (const pct of ['Hasta 40%', 'desde 20% dcto.', '20% o más', '$100 por litro', 'hasta en un 20%']) {
    const { cells, notes, benefit } = map({ pct, texto: 'Sushi' }, PERCENTAGE)
    t.match({ cells, benefit }, { cells: [{ isUnderstood: true }], benefit: { value: null } }, pct)
    t.equal(notes.length, 1, pct)
  }
  for (const pct of ['20% en sushi', 'según banco'])
    t.match(map({ pct, texto: 'Sushi' }, PERCENTAGE).cells, [{ isUnderstood: false }], pct)
})

t.test('a cell that is not understood leaves no value to a column of another kind', async (t) => {
  const after = (as: 'text' | 'discount' | 'percentage', beneficio: Cell, title?: string) =>
    map(
      { beneficio, precio: 10_000, texto: 'Sushi' },
      {
        worth: [
          { as, column: 'beneficio' },
          { as: 'fixed_price', column: 'precio' },
        ],
      },
      title,
    ).benefit
  const stopped = [
    '50 % en sushi',
    '50% o más',
    '2x1 en pastas',
    '6 cuotas sin interés en todo',
    '$500 menos',
  ]
  for (const beneficio of [...stopped, 'Hasta 30 por ciento'])
    for (const as of ['text', 'discount', 'percentage'] as const)
      t.match(after(as, beneficio), { kind: 'other', value: null }, `${as} ${beneficio}`)
  for (const beneficio of ['Mitad en sushi', 'Consultar', 'Gratis'])
    t.match(after('percentage', beneficio), { value: null }, beneficio)
  for (const beneficio of ['No', '0%', 'Sin descuento', '-', null])
    t.match(after('discount', beneficio), { kind: 'fixed_price', value: 10_000 }, String(beneficio))
  for (const beneficio of ['Pack 3 x 200 g', 'Notebook 15', 'Leche 6x1 lt'])
    t.match(after('text', beneficio), { value: 10_000 }, beneficio)
  t.match(after('text', 'Chocolate 70% cacao', 'beneficio'), { value: 10_000 }, 'a title')
})

t.test('an amount without a sign is in the currency of its row, or is none', async (t) => {
  const worth = (column: string) => ({ worth: [{ as: 'fixed_price' as const, column }] })
  const cases: [cells: Record<string, Cell>, value: number | null][] = [
    [{ precio: 100, moneda: 'CLP' }, 100],
    [{ precio: 100, moneda: '$' }, 100],
    [{ precio: 100, moneda: 'pesos' }, 100],
    [{ precio: 100, moneda: '' }, 100],
    [{ precio: 100, moneda: 'UF' }, null],
    [{ precio: 100, moneda: 'dólares' }, null],
    [{ precio: '$ 100', moneda: 'US$' }, null],
    [{ precio: 'US$ 100', moneda: 'US$' }, 100],
    [{ precio: '100 EUR', moneda: 'UF' }, 100],
    [{ precio: 100, 'Moneda de pago': 'usd' }, null],
    [{ precio: 100, precio_moneda: 'CLP', envio_moneda: 'USD' }, 100],
    [{ precio: 100, precio_moneda: 'USD', envio_moneda: 'CLP' }, null],
    [{ precio: 100, moneda: 'CLP', country: 'PE' }, 100],
    [{ precio: 100, pais: 'Chile' }, 100],
    [{ precio: 100, pais: 'Perú' }, null],
    [{ precio: 100, pais: 'Todo el país' }, 100],
    [{ precio: 100, pais: 'PE', envio_usd: 1 }, 100],
  ]
  for (const [cells, value] of cases) {
    const { benefit, notes } = map({ texto: 'Sushi', ...cells }, worth('precio'))
    t.equal(benefit.value, value, JSON.stringify(cells))
    if (value === null)
      t.match(notes, [/^an amount with its currency, such as 38 USD: .+ says ".+", not CLP$/])
  }
  const ofObjects = { '/price/amount': 100, '/shipping/currency': 'USD', '/price/currency': 'CLP' }
  t.match(map({ ...ofObjects, texto: 'Sushi' }, worth('/price/amount')), { benefit: { value: 100 } })
  const inDollars = map({ precio_usd: 100, texto: 'Sushi' }, worth('precio_usd'))
  t.match(inDollars, { benefit: { value: null }, notes: [/the heading names USD, not CLP/] })
  t.match(map({ pct: 20, moneda: 'USD', texto: 'Sushi' }, PERCENTAGE).benefit, { value: 20 })
  const capped = map(
    { pct: 20, tope: 5000, moneda: 'UF', texto: 'Sushi' },
    { ...PERCENTAGE, cap: { column: 'tope' } },
  )
  t.match(capped, { benefit: { value: 20, cap: null }, notes: [/moneda says "UF", not CLP/] })
})

t.test('the first column that states a value gives it', async (t) => {
  const worth: BenefitMapping['worth'] = [
    { as: 'text', column: 'texto' },
    { as: 'fixed_price', column: 'precio' },
  ]
  const cases: [texto: Cell, precio: Cell, benefit: object, notes: RegExp[]][] = [
    ['20% off', 990, { kind: 'percentage', value: 20 }, []],
    ['Zapatos', 990, { kind: 'fixed_price', value: 990 }, []],
    ['Notebook 15', 990, { kind: 'fixed_price', value: 990 }, []],
    ['Zapatos', 'Consultar', { kind: 'other', value: null }, [/an amount/]],
    ['Hasta 20% off', 'Consultar', { kind: 'other', value: null }, [/one value and nothing else/]],
    ['Zapatos', null, { kind: 'other', value: null }, [/one value and nothing else/]],
    [null, null, { kind: 'other', value: null, summary: '' }, []],
  ]
  for (const [texto, precio, benefit, expected] of cases) {
    const { notes, ...mapped } = map({ precio, texto }, { worth })
    t.match(mapped.benefit, benefit, `${precio}, ${texto}`)
    t.match(notes, expected, `${precio}, ${texto}`)
    t.equal(notes.length, expected.length)
  }
  const passed = map({ precio: 'No', texto: '20% off' }, { worth: [...worth].reverse() })
  t.match(passed, { benefit: { value: 20 }, notes: { length: 0 } })
  t.equal(passed.cells.filter(({ isUnderstood }) => !isUnderstood).length, 1, 'counted')
})

t.test('a column of kinds decides; a kind that is not known leaves it to the form of the cell', async (t) => {
  const kind = {
    column: 'tipo',
    lookup: { pct: 'percentage', fijo: 'amount', vuelto: 'cashback', envio: 'other', bogo: 'multibuy' },
  }
  const cases: [as: 'value' | 'text' | 'discount' | 'percentage', n: Cell, tipo: string, benefit: object][] =
    [
      ['value', 20, 'pct', { kind: 'percentage', value: 20 }],
      ['value', 20, 'fijo', { kind: 'amount', value: 20, currency: 'CLP' }],
      ['value', '20% off', 'fijo', { kind: 'other', value: null }],
      ['value', 15, 'bogo', { kind: 'other', value: null }],
      ['value', '2x1', 'bogo', { kind: 'multibuy', value: 2 }],
      ['value', 15, 'envio', { kind: 'other', value: null }],
      ['value', 20, 'sorpresa', { kind: 'other', value: null }],
      ['value', '20%', 'sorpresa', { kind: 'percentage', value: 20 }],
      ['text', '15%', 'vuelto', { kind: 'cashback', value: 15 }],
      ['text', '15%; 15% de reintegro', 'vuelto', { kind: 'cashback', value: 15 }],
      ['text', '15% de descuento', 'vuelto', { kind: 'other', value: null }],
      ['text', '$ 5.000', 'fijo', { kind: 'amount', value: 5000 }],
      ['text', '15', 'pct', { kind: 'other', value: null }],
      ['discount', '20%', 'sorpresa', { kind: 'percentage', value: 20 }],
      ['percentage', 15, 'pct', { kind: 'percentage', value: 15 }],
      ['percentage', 15, 'set menu', { kind: 'percentage', value: 15 }],
      ['percentage', 15, 'bogo', { kind: 'other', value: null }],
      ['percentage', 15, 'envio', { kind: 'other', value: null }],
    ]
  for (const [as, n, tipo, benefit] of cases) {
    const mapped = map({ n, tipo, texto: 'Zapatos' }, { worth: [{ as, column: 'n' }], kind })
    t.match(mapped.benefit, benefit, `${as} ${n} ${tipo}`)
  }
})

t.test(
  'the cap comes from its column or stands behind the value; if they differ, there is none',
  async (t) => {
    const text = { worth: [{ as: 'text', column: 'texto' }] } satisfies Partial<BenefitMapping>
    const texto = '20% de descuento, tope $10.000'
    const stated = { value: 10_000, currency: 'CLP' }
    const expected = 'the cap next to the value: 10000 CLP'
    const cases: [tope: Cell, cap: object | null, notes: string[]][] = [
      [null, stated, []],
      ['$ 10.000', stated, []],
      ['$ 15.000', null, [expected]],
      ['Sin tope', null, [expected]],
      ['x', null, ['an amount such as $ 10.000 or 9,90 EUR, above 0']],
    ]
    for (const [tope, cap, notes] of cases) {
      const mapped = map({ texto, tope }, { ...text, cap: { column: 'tope' } })
      t.match(mapped, { benefit: { value: 20, cap }, notes }, String(tope))
      t.equal(mapped.notes.length, notes.length)
    }
    t.match(map({ texto }, text).benefit, { value: 20, cap: stated })
    t.match(map({ texto: 'Hasta 20%, tope $10.000' }, text).benefit, { value: null, cap: null })
  },
)

t.test('the word for a cap may stand before its amount', async (t) => {
  const capOf = (tope: Cell) => map({ pct: 20, tope }, { ...PERCENTAGE, cap: { column: 'tope' } }).benefit.cap
  for (const tope of ['tope $5.000', 'Tope de $ 5.000', 'con tope $5.000'])
    t.strictSame(capOf(tope), { value: 5000, currency: 'CLP' }, tope)
  for (const tope of ['tope 3', 'tope $5.000 por mes', 'tope de compra $5.000', 'desde $5.000'])
    t.equal(capOf(tope), null, tope)
})

t.test('a cell that says that there is no cap is understood', async (t) => {
  const cap = { cap: { column: 'tope' } }
  for (const tope of ['Sin tope', 'sin límite', 'No cap', 'Sem limite', 'SIN TOPE.', 0, '0']) {
    const { benefit, notes } = map({ pct: 20, texto: 'Sushi', tope }, { ...PERCENTAGE, ...cap })
    t.match(benefit, { value: 20, cap: null }, String(tope))
    t.strictSame(notes, [], String(tope))
  }
  for (const tope of ['según banco', 3])
    t.equal(map({ pct: 20, texto: 'Sushi', tope }, { ...PERCENTAGE, ...cap }).notes.length, 1)
})

t.test('a column that says that there is no cap puts it into the summary, in its words', async (t) => {
  const cap = { cap: { column: 'tope' } }
  const long = 'x'.repeat(1995)
  const cases: [texto: string, tope: Cell, summary: string][] = [
    ['20% en sushi', 'Sin tope', '20% en sushi, Sin tope'],
    ['20% en sushi', 'sin límite', '20% en sushi, sin límite'],
    ['20% SIN TOPE', 'Sin tope', '20% SIN TOPE'],
    ['20% en sushi', '$ 5.000', '20% en sushi'],
    ['20% en sushi', 0, '20% en sushi'],
    ['20% en sushi', 'según banco', '20% en sushi'],
    ['20% en sushi', null, '20% en sushi'],
    [long, 'Sin tope', long],
  ]
  for (const [texto, tope, summary] of cases)
    t.equal(
      map({ pct: 20, texto, tope }, { ...PERCENTAGE, ...cap }).benefit.summary,
      summary,
      `${texto} ${tope}`,
    )
})
