// A column of kinds, units or yes and no next to the value: a row whose cells contradict each other has no value.

import t, { type Test } from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { makeReady } from '../../../import/mapping/load-mapping.ts'
import { createMapRow } from '../../../import/mapping/map-row.ts'
import type { Mapping, WorthSource } from '../../../import/mapping/mapping.ts'
import { type Row, rowOf } from '../../../import/tables/table.ts'

type As = WorthSource['as']
/** The value, the cell next to it, and whether the value is read. */
type Pair = readonly [value: Cell, next: Cell, isRead: boolean]

/** Maps rows of a value, which the heading names, and a cell under another heading. */
function mapped(
  as: As,
  heading: string,
  pairs: readonly Pair[],
  more: Partial<Mapping['offer']> = {},
  value = 'valor',
) {
  const columns = ['id', 'que', value, heading]
  const mapping: Mapping = {
    catalogue: { attribution: 'Datos', country: 'CL', time_zone: null },
    formats: { dates: [], decimal: null, currency: null },
    issuer_type: 'other',
    offer: {
      ref: { column: 'id' },
      issuer: { constant: 'B' },
      title: { column: 'que' },
      category: { constant: 'Ofertas' },
      benefit: { worth: [{ as, column: value }], summary: null },
      ...more,
    },
  }
  const rows = pairs.map(
    ([cell, next], at): Row =>
      rowOf(
        {
          at,
          filled: 4,

          isHeadings: false,
          width: 4,
          cells: [`${at}`, `Té ${at}`, cell, next],
        },
        columns,
      ),
  )
  return rows.map(createMapRow(makeReady(mapping, 'm.json'), columns, rows))
}

function expectRead(t: Test, results: ReturnType<typeof mapped>, pairs: readonly Pair[]) {
  for (const [index, [value, next, isRead]] of pairs.entries()) {
    const result = results[index]
    const offer = result && 'offer' in result ? result.offer : undefined
    t.equal(offer?.benefit.value !== null, isRead, `${value} · ${next}`)
  }
}

const TABLES: readonly (readonly [name: string, as: As, heading: string, pairs: readonly Pair[]])[] = [
  [
    'words behind the value',
    'discount',
    'texto',
    [
      ['10%', 'de descuento', true],
      ['10%', 'de descuento, sin tope', true],
      ['10%', 'de cashback', false],
      ['$ 750', 'bonificación en saldo', false],
      ['$ 750', 'en monedero electrónico', false],
      ['15%', 'en pase anual', false],
      ['15%', 'Zapatería Uno', true],
      ['15%', 'en tienda online', true],
      ['15%', '', true],
    ],
  ],
  [
    'words of another kind',
    'discount',
    'text',
    [
      ['5%', 'off', true],
      ['5%', 'cash back', false],
      ['5%', 'store credit', false],
      ['5%', 'on your next visit', false],
    ],
  ],
  [
    'the unit with the words',
    'percentage',
    'Detail',
    [
      [20, '% off', true],
      [20, '% cashback', false],
      [20, 'pesos de descuento', false],
    ],
  ],
  [
    'German',
    'discount',
    'Zusatz',
    [
      ['10%', 'Rabatt', true],
      ['10%', 'auf alles', false],
      ['10%', 'Sonntag', true],
    ],
  ],
  [
    'French',
    'discount',
    'suite',
    [
      ['10%', 'de remise', true],
      ['10%', "d'avoir", false],
      ['10%', 'sur le menu', false],
    ],
  ],
  [
    'Portuguese',
    'discount',
    'complemento',
    [
      ['10%', 'de desconto', true],
      ['10%', 'de volta', false],
      ['10%', 'na segunda unidade', false],
    ],
  ],
  [
    'Italian',
    'discount',
    'dettaglio',
    [
      ['10%', 'di sconto', true],
      ['10%', 'di cashback', false],
      ['10%', 'sul secondo', false],
    ],
  ],
  [
    'Russian',
    'discount',
    'ещё',
    [
      ['10%', 'cashback', false],
      ['10%', 'discount', true],
      ['10%', 'на баланс', false],
    ],
  ],
  [
    'units',
    'percentage',
    'unidad',
    [
      [20, '%', true],
      [20, '$', false],
      [20, 'pesos', false],
      [20, 'percent', true],
    ],
  ],
  [
    'a number and its unit are one text',
    'percentage',
    'unidad',
    [
      [20, '%', true],
      [25, '% de descuento', true],
      [30, '% off', true],
      [35, '', true],
      [10, '£ off', false],
      [10, '€ off', false],
      [50, 'up to % off', false],
      [50, '% máx', false],
      [100, '$/litro', false],
      [3, 'UF', false],
      [12, 'precio final', false],
      [31, '2x1', false],
      ['15%', 'Zapatería Uno', true],
    ],
  ],
  [
    'units of money',
    'amount',
    'unit',
    [
      [500, '%', false],
      [500, '$', true],
      [500, 'CLP', true],
      [500, 'USD', false],
    ],
  ],
  [
    'kinds',
    'percentage',
    'clase',
    [
      [20, 'porcentaje', true],
      [20, 'monto fijo', false],
      [20, 'cuotas', false],
      [20, 'descuento', true],
      [20, 'otro', true],
    ],
  ],
  [
    'kinds under their heading',
    'percentage',
    'tipo_beneficio',
    [
      [20, '2x1', false],
      [20, 'envío gratis', false],
      [20, 'puntos', false],
      [20, 'voucher', true],
    ],
  ],
  [
    'a kind in a column of other words',
    'discount',
    'type',
    [
      ['20%', 'voucher', true],
      ['20%', 'cashback', false],
      ['20%', 'deal', true],
      ['20%', 'sale', true],
    ],
  ],
  [
    'instalments',
    'installments',
    'nota',
    [
      [6, 'sin interés', true],
      [6, 'cuotas sin interés', true],
      [6, 'de descuento', false],
    ],
  ],
  [
    'a price',
    'fixed_price',
    'texto',
    [
      [990, 'de descuento', false],
      [990, 'pesos', true],
      [990, 'cashback', false],
    ],
  ],
  [
    'an amount flag',
    'percentage',
    'is_amount_discount',
    [
      [20, 'false', true],
      [10, 'true', false],
      [10, true, false],
      [10, '', true],
    ],
  ],
  [
    'an amount flag in figures',
    'percentage',
    'isAmount',
    [
      [20, 0, true],
      [10, 1, false],
    ],
  ],
  [
    'a Spanish flag',
    'percentage',
    'Es monto',
    [
      [20, 'no', true],
      [10, 'sí', false],
    ],
  ],
  [
    'a percent flag',
    'amount',
    'es_porcentaje',
    [
      [2000, 'N', true],
      [10, 'S', false],
    ],
  ],
  [
    'a German flag',
    'amount',
    'ist Prozent',
    [
      [2000, 'nein', true],
      [10, 'ja', false],
    ],
  ],
  [
    'a member of JSON',
    'percentage',
    '/discount/isPercent',
    [
      [20, true, true],
      [10, false, false],
    ],
  ],
  [
    'a flag of cash back',
    'percentage',
    'cashback',
    [
      [20, 'no', true],
      [10, 'yes', false],
    ],
  ],
]

for (const [name, as, heading, pairs] of TABLES)
  t.test(`${name}: "${heading}"`, async (t) => expectRead(t, mapped(as, heading, pairs), pairs))

t.test('other columns take no value away', async (t) => {
  const others: (readonly [heading: string, texts: readonly string[]])[] = [
    ['deal_type', ['Drink', 'Food', 'Flat white']],
    ['modalidad', ['delivery', 'local', 'en local']],
    ['moneda', ['CLP', 'USD', '$']],
    ['código', ['CASHBACK', 'REINTEGRO', '2x1']],
    ['comercio', ['Cashback', 'De cashback', 'En Vivo']],
    ['ciudad', ['De Cashback', 'En Maipú', 'La Serena']],
    ['min_amount_reached', ['yes', 'no', 'no']],
    ['is_exclusive', ['yes', 'no', 'no']],
    ['promo', ['2x1', '3x2', '50% de descuento']],
    ['donde', ['en Providencia', 'de Maipú', 'con reserva']],
    ['extra', ['sin tope', 'online', 'en tienda online']],
  ]
  for (const [heading, texts] of others) {
    const pairs = texts.map((text): Pair => ['20%', text, true])
    expectRead(t, mapped('discount', heading, pairs), pairs)
  }
})

t.test('a price under its heading needs no kind', async (t) => {
  const pairs: Pair[] = [
    ['$ 990', 'porcentaje', true],
    ['$ 990', 'monto', true],
    ['$ 990', 'cashback', false],
  ]
  expectRead(t, mapped('fixed_price', 'clase', pairs, {}, 'precio'), pairs)
})

t.test('a title of two columns may have the kind, a title alone takes nothing away', async (t) => {
  const pairs: Pair[] = [
    ['20%', 'de descuento', true],
    ['20%', 'cashback', false],
  ]
  expectRead(t, mapped('discount', 'texto', pairs, { title: { columns: ['valor', 'texto'] } }), pairs)
  const alone = pairs.map(([value, next]): Pair => [value, next, true])
  expectRead(t, mapped('discount', 'texto', alone, { title: { column: 'texto' } }), alone)
  expectRead(t, mapped('discount', 'texto', alone, { merchant: { column: 'texto' } }), alone)
})

t.test('a row without its value for that is named, and no sign of a changed column', async (t) => {
  const [result] = mapped('discount', 'texto', [['10%', 'de cashback', false]])
  t.match(result, {
    notes: [
      {
        column: 'valor',
        member: 'benefit.value',
        found: '10%',
        expected:
          'a value that agrees with "texto", which says "de cashback"; --benefit "valor + texto" joins words',
      },
    ],
    cells: [{ member: 'benefit.value', isUnderstood: true }],
  })
})

t.test(
  'a preposition contradicts the value if at least one text in 20 of its column says more than it',
  async (t) => {
    const withOthers = (count: number, isRead: boolean): Pair[] => [
      ['20%', 'de cashback', false],
      ...Array.from({ length: count }, (): Pair => ['20%', 'en toda la tienda', isRead]),
    ]
    for (const pairs of [withOthers(19, false), withOthers(20, true)])
      expectRead(t, mapped('discount', 'texto', pairs), pairs)
  },
)

t.test(
  'numbers of a kind contradict another word than that of the kind, in a column of few short texts',
  async (t) => {
    const besides = (count: number, longest: number, isRead: boolean): Pair[] => [
      [20, 'percentage', true],
      ...Array.from(
        { length: count },
        (_, n): Pair => [20, String.fromCharCode(97 + n).repeat(longest), isRead],
      ),
    ]
    for (const pairs of [besides(11, 30, false), besides(12, 30, true), besides(2, 31, true)])
      expectRead(t, mapped('percentage', 'clase', pairs), pairs)
  },
)

t.test(
  'next to a number, any text but a unit contradicts it if half of the texts of its column are units',
  async (t) => {
    const besides = (others: number, isRead: boolean): Pair[] => [
      ...Array.from({ length: 3 }, (): Pair => [20, '%', true]),
      ...Array.from({ length: others }, (): Pair => [20, 'Mesa 4', isRead]),
    ]
    for (const pairs of [besides(3, false), besides(4, true)])
      expectRead(t, mapped('percentage', 'medida', pairs), pairs)
  },
)

t.test('a text of more than 60 characters is a sentence', async (t) => {
  const ending = ', online, sin tope, online, sin tope, online, online'
  const pairs: Pair[] = [
    ['20%', `cashback${ending}`, false],
    ['20%', `cash back${ending}`, true],
  ]
  t.strictSame(
    pairs.map(([, text]) => `${text}`.length),
    [60, 61],
  )
  expectRead(t, mapped('discount', 'texto', pairs), pairs)
})

t.test('a limiting word alone in the column next to the value limits it', async (t) => {
  const pairs: Pair[] = [
    ['40%', 'Hasta', false],
    ['40%', 'up to', false],
    ['40%', '', true],
    ['40%', 'Zapatos', true],
    ['$10 off', 'All', true],
    ['$10 off', '/kg', false],
    ['$10 off', 'por kilo', false],
  ]
  expectRead(t, mapped('discount', 'prefijo', pairs), pairs)
})
