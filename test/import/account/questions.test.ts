// Each question of import: every alternative that it prints is pasted, and the next run does what it says.

import t from 'tap'
import { ANSWERS, type Answers } from '../../../import/asking/answers.ts'
import { BUSY_MS, inFullOnCI } from '../../helpers/slow-suite.ts'
import { bookOf, type Case, FACTS, followAnswers, type SheetRows, textOf } from './follow-through.ts'
import { BY_KIND, CAPS, HEADINGS, KINDS, month, PRICES } from './tables.ts'

t.setTimeout(BUSY_MS)

const refs = (...all: string[]) => all.map((ref) => ({ ref }))
const titles = (...all: string[]) => all.map((title) => ({ title }))
const values = (...all: (number | null)[]) => all.map((value) => ({ benefit: { value } }))
const benefits = (kind: string, ...all: (number | null)[]) =>
  all.map((value) => ({ benefit: { kind, value } }))

const TABLE =
  'Código;Oferta;Descuento;Hasta\nR-1;Té;5%;31/12/2026\nR-2;Pan;6%;31/12/2026\nR-3;Café;7%;31/12/2026\nR-4;Mate;8%;31/12/2026\n'
const BANKS = 'Código;Banco;Oferta;Descuento\nR-1;Lenga;Té;5%\nR-2;Raulí;Pan;6%\nR-3;Lenga;Café;7%\n'
const MOMENTS =
  'Code,Offer,Discount,Ends\nR-1,Tea,5%,2026-12-31T23:00:00Z\nR-2,Bread,6%,2026-12-30T02:00:00Z\n'

/** The table with a column of which the second row has a cell. */
const withMark = (heading: string, cell: string) =>
  TABLE.split('\n')
    .map((line, n) => (line === '' ? line : `${line};${n === 0 ? heading : n === 2 ? cell : ''}`))
    .join('\n')
const withColumn = (heading: string, ...cells: string[]) =>
  TABLE.split('\n')
    .map((line, n) => (line === '' ? line : `${line};${n === 0 ? heading : (cells[n - 1] ?? '')}`))
    .join('\n')

const [MAY, JUNE] = [
  { name: 'May', rows: month('M', 2) },
  { name: 'June', rows: month('J', 3) },
]
const SHEETS: Case['answers'] = [
  { printed: '--sheet "June"', offers: refs('J-0', 'J-1', 'J-2') },
  { printed: '--sheet "May"', offers: refs('M-0', 'M-1') },
  { printed: '--sheet "June + May"', offers: refs('J-0', 'J-1', 'J-2', 'M-0', 'M-1') },
]

const WIDER: SheetRows = [
  [...HEADINGS, 'Compra mínima'],
  ['V-1', 'Pasajes', 'Bus', '15%', '30/11/2026', '$ 9.000'],
  ['V-2', 'Noches', 'Hotel', '25%', '30/11/2026', '$ 9.000'],
]
const [FEW, MANY] = [month('R', 3), month('R', 45)]
const manyRefs = refs(...MANY.slice(1).map(([ref]) => String(ref)))
const [HEAD = [], ...ROWS] = month('R', 5)

const LIST = ['a', 'b', 'c'].map((id) => ({ id, title: `Menu ${id}`, discount: '10%', until: '2026-12-31' }))
const MORE = LIST.map((each) => ({ ...each, id: `${each.id}2` }))

const ONE_CELL = `codigo;comercio;beneficio;descuento\n${Array.from(
  { length: 40 },
  (_, n) =>
    `R${n};Local ${n};${n === 7 ? '20% dcto' : `Algo rico en el local ${n} hoy`};${(n % 4) * 5 + 10} %\n`,
).join('')}`
const everyRow = (value: (n: number) => number | null) =>
  values(...Array.from({ length: 40 }, (_, n) => value(n)))

const PERIODS = [
  '31/12/2026',
  '31/12/2026',
  '31/12/2026',
  '30-11-2026',
  'hasta el 15/11/2026',
  'Hasta agotar stock',
]
const OF_PERIODS = `Código;Oferta;Descuento;Vigencia\n${PERIODS.map((each, n) => `R-${n};Té ${n};5%;${each}\n`).join('')}`

const IN_DOLLARS = ['--country', 'US', '--issuer', 'Shop', '--time-zone', 'America/New_York']
const CREDIT_AND_DEBIT = await bookOf({
  name: 'S',
  rows: [
    [null, null, 'Crédito', null, 'Débito', null, null],
    ['Código', 'Comercio', 'Descuento', 'Tope', 'Descuento', 'Tope', 'Hasta'],
    ['G0', 'Local 0', '30%', '$ 10.000', '15%', '$ 5.000', '31/12/2026'],
    ['G1', 'Local 1', '40%', '$ 20.000', '20%', '$ 8.000', '31/12/2026'],
    ['G2', 'Local 2', null, null, '10%', '$ 4.000', '31/12/2026'],
  ],
})
const PRICED =
  'N°;Código;Oferta;Precio oferta;Precio;Descuento;Máx descuento\n1;R-1;Té;$ 990;$ 1.990;5%;20\n2;R-2;Pan;$ 490;$ 890;;30\n3;R-3;Café;$ 290;$ 390;9%;40\n'

const SUMS = 'Oferta;Precio\nTé;5.000\nPan;7.000\nMate;8.000\n'
const AFTER = 'Flan;1.500\nSopa;2.500\n'
const MARKS: readonly (readonly [heading: string, cell: string, are: string])[] = [
  ['Verwijderd op', '15/10/2026', 'are not'],
  ['Fecha de baja', '15/10/2026', 'are not'],
  ['Törölve', '15/10/2026', 'may not be'],
  ['Opm.', 'päättynyt', 'may not be'],
  ['備考', '終了', 'may not be'],
  ['Poznámka', 'ukončeno', 'may not be'],
]
const WITH_STATUSES = withColumn('Estado', 'activo', 'vencido', 'activo', 'activo')

/** Options that only name a column: nothing asks for one, since a member that is not found is null. */
const NEVER_ASKED = ['comunas', 'category', 'merchant', 'summaryColumn'] as const

const CASES: Readonly<Record<Exclude<keyof Answers, (typeof NEVER_ASKED)[number]>, readonly Case[]>> = {
  country: [
    {
      facts: ['--issuer', 'Banco Lenga'],
      content: TABLE,
      answers: [{ printed: 'such as "CL"', paste: '--country "CL"', offers: values(5, 6, 7, 8) }],
    },
  ],
  timeZone: [
    {
      facts: ['--country', 'US', '--issuer', 'Bank'],
      content: MOMENTS,
      answers: [
        {
          printed: 'such as "America/Santiago"',
          paste: '--time-zone "America/New_York"',
          offers: [{ valid_until: '2026-12-31' }, { valid_until: '2026-12-29' }],
        },
      ],
    },
  ],
  issuer: [
    {
      facts: ['--country', 'CL'],
      content: TABLE.replace('Hasta', 'Tienda').replaceAll('31/12/2026', 'Lenga'),
      answers: [
        { printed: 'A name or', paste: '--issuer "Club"', offers: Array(4).fill({ issuer: 'club' }) },
        {
          printed: '"Tienda" if each place issues its own',
          paste: '--issuer "Tienda" --attribution X',
          offers: Array(4).fill({ issuer: 'lenga' }),
        },
      ],
    },
  ],
  attribution: [
    {
      facts: ['--country', 'CL'],
      content: BANKS,
      answers: [
        {
          printed: '"Name · name.example"',
          paste: '--attribution "Name · name.example"',
          offers: values(5, 6, 7),
        },
      ],
    },
  ],
  title: [
    {
      content: 'Porcentaje;Sala\n20;A\n30;B\n',
      given: ['--ref', 'Sala', '--value', 'Porcentaje as percentage'],
      answers: [
        { printed: 'Its heading', paste: '--title "Sala"', offers: titles('A', 'B') },
        {
          printed: 'or several as "One + Other"',
          paste: '--title "Porcentaje + Sala"',
          offers: titles('20 · A', '30 · B'),
        },
      ],
    },
  ],
  ref: [
    {
      content: 'Oferta;Local;Turno\n10% en té;Uno;noche\n10% en té;Uno;tarde\n10% en pan;Dos;noche\n',
      answers: [
        {
          printed: '--ref COLUMN',
          paste: '--ref "Oferta + Turno"',
          offers: refs('10% en té | noche', '10% en té | tarde', '10% en pan | noche'),
        },
      ],
    },
  ],
  benefit: [
    {
      content: ONE_CELL,
      says: '1 of 40 cells of "beneficio" are understood, 40 of 40 of "descuento"',
      answers: [
        { printed: '--benefit "descuento"', offers: everyRow((n) => (n % 4) * 5 + 10) },
        { printed: '--benefit "beneficio"', offers: everyRow((n) => (n === 7 ? 20 : null)) },
      ],
    },
    {
      about: 'rows that may be no offers',
      content: 'id;name;points\n1;Ana;20\n2;Eva;30\n',
      answers: [
        { printed: '"none" publishes 2 rows', paste: '--benefit none', offers: values(null, null) },
        {
          printed: '--value "points as percentage"',
          offers: values(20, 30),
        },
      ],
    },
  ],
  value: [
    ...(
      [
        ['a.json', JSON.stringify(KINDS), '/value', [15, 5], [1500, 500], [20, 12.5]],
        ['a.json', JSON.stringify(BY_KIND), '/amount_off', [15, 5], [1500, 500], [20, 12.5]],
        ['a.csv', PRICES, 'sale price', [4.99, 12.99], [499, 1299], [15]],
        [
          'a.csv',
          'id,title,cashback\nA1,Tea,250\nA2,Pan,500\nA3,Mug,99\n',
          'cashback',
          [2.5, 5, 0.99],
          [250, 500, null],
          [],
        ],
      ] as const
    ).map(([name, content, column, cents, units, others]) => ({
      name,
      facts: IN_DOLLARS,
      content,
      says: `are the whole numbers of "${column}" cents?`,
      answers: [
        {
          printed: `"${column} as cents"`,
          paste: `--value "${column} as cents"`,
          offers: values(...cents, ...others),
        },
        {
          printed: `"${column} as units"`,
          paste: `--value "${column} as units"`,
          offers: values(...units, ...others),
        },
      ],
    })),
    {
      about: 'bare numbers of a benefit',
      content: 'Code;Angebot;Rabatt\nR-1;Tee;20\nR-2;Brot;30\n',
      answers: [
        ...(
          [
            ['"Rabatt as percentage"', 'percentage'],
            ['amount', 'amount'],
            ['cashback', 'cashback'],
            ['fixed_price', 'fixed_price'],
            ['installments', 'installments'],
          ] as const
        ).map(([printed, kind]) => ({
          printed,
          paste: `--value "Rabatt as ${kind}"`,
          offers: benefits(kind, 20, 30),
        })),
        { printed: '"none" leaves it out', paste: '--value none', offers: benefits('other', null, null) },
      ],
    },
    {
      about: 'figures that are not read',
      content: 'Code;Angebot;Menge\nR-1;Tee;20\nR-2;Brot;30\n',
      answers: [
        {
          printed: '"Menge as percentage"',
          paste: '--value "Menge as percentage"',
          offers: benefits('percentage', 20, 30),
        },
        {
          printed: '"none" publishes the offers without one',
          paste: '--value none',
          offers: values(null, null),
        },
      ],
    },
    {
      about: 'an amount that is taken off or paid',
      content: 'Código;Oferta;Monto\nR-1;Té;$ 500\nR-2;Pan;$ 300\n',
      answers: [
        {
          printed: '"Monto as amount"',
          paste: '--value "Monto as amount"',
          offers: benefits('amount', 500, 300),
        },
        {
          printed: '"Monto as fixed_price"',
          paste: '--value "Monto as fixed_price"',
          offers: benefits('fixed_price', 500, 300),
        },
      ],
    },
    ...[
      'reward_cents',
      'Preis (Cent)',
      'Rabatt in Cent',
      'prix_centimes',
      'monto_centavos',
      'cashback (grosze)',
    ].flatMap((heading, n) => {
      const kind = ['cashback', 'fixed_price', 'amount', 'fixed_price', 'amount', 'cashback'][n] ?? ''
      // Both titles go with any heading, so outside of CI each heading has one of them.
      const titled = ['headline', 'Angebot'].filter((_, index) => inFullOnCI || index === n % 2)
      return titled.map((title) => ({
        facts: ['--country', 'DE', '--issuer', 'Bank'],
        content: `id;store;${title};${heading}\nR-1;Oak;Tee;500\nR-2;Elm;Brot;1250\nR-4;Ash;Käse;2000\n`,
        answers: [
          {
            printed: `"${heading} as ${kind} in cents"`,
            paste: `--value "${heading} as ${kind} in cents"`,
            offers: benefits(kind, 5, 12.5, 20),
          },
        ],
      }))
    }),
  ],
  cap: [
    {
      facts: IN_DOLLARS,
      content: CAPS,
      says: '--cap COLUMN: are the whole numbers of "cap" cents?',
      answers: (
        [
          ['cents', [15, 20.5, 7.5]],
          ['units', [1500, 2050, 750]],
        ] as const
      ).map(([unit, caps]) => ({
        printed: `"cap as ${unit}"`,
        paste: `--cap "cap as ${unit}"`,
        offers: caps.map((value) => ({ benefit: { kind: 'percentage', cap: { value, currency: 'USD' } } })),
      })),
    },
  ],
  weekdays: [
    {
      content:
        'Código;Oferta;Descuento;Días;Días de la semana\nR-1;Té;5%;según local;lunes\nR-2;Pan;6%;según local;martes\nR-3;Café;7%;viernes;viernes\n',
      answers: [
        {
          printed: '--weekdays "Días de la semana"',
          offers: [{ weekdays: ['monday'] }, { weekdays: ['tuesday'] }, { weekdays: ['friday'] }],
        },
        {
          printed: '--weekdays "Días"',
          offers: [{ weekdays: null }, { weekdays: null }, { weekdays: ['friday'] }],
        },
      ],
    },
  ],
  from: [
    {
      content: OF_PERIODS,
      says: '4 of 6 cells of "Vigencia" are single days',
      answers: [
        {
          printed: '--from "Vigencia"',
          offers: ['2026-12-31', '2026-12-31', '2026-12-31', '2026-11-30', null, null].map((valid_from) => ({
            valid_from,
            valid_until: null,
          })),
        },
      ],
    },
    {
      about: 'days that are not read',
      content: withColumn('Nota', '01/10/2026', '02/10/2026', '03/10/2026', '04/10/2026'),
      answers: [
        {
          printed: '"Nota"',
          paste: '--from "Nota"',
          offers: ['01', '02', '03', '04'].map((day) => ({ valid_from: `2026-10-${day}` })),
        },
        {
          printed: '"none" publishes the offers without a start',
          paste: '--from none',
          offers: Array(4).fill({ valid_from: null }),
        },
      ],
    },
  ],
  until: [
    {
      content: OF_PERIODS,
      answers: [
        {
          printed: '--until "Vigencia"',
          offers: ['2026-12-31', '2026-12-31', '2026-12-31', '2026-11-30', '2026-11-15', null].map(
            (valid_until) => ({ valid_from: null, valid_until }),
          ),
        },
      ],
    },
    {
      about: 'days that are not read',
      content: TABLE.replace('Hasta', 'Nota'),
      answers: [
        { printed: '"Nota"', paste: '--until "Nota"', offers: Array(4).fill({ valid_until: '2026-12-31' }) },
        {
          printed: '"none" publishes the offers without an end',
          paste: '--until none --from none',
          offers: Array(4).fill({ valid_until: null }),
        },
      ],
    },
  ],
  url: [
    {
      content:
        'Código;Oferta;Descuento;URL;Link\nR-1;Té;5%;ver;https://a.example/1\nR-2;Pan;6%;ver;https://a.example/2\nR-3;Café;7%;https://b.example/3;https://a.example/3\n',
      answers: [
        { printed: '--url "Link"', offers: [1, 2, 3].map((n) => ({ url: `https://a.example/${n}` })) },
        { printed: '--url "URL"', offers: [{ url: null }, { url: null }, { url: 'https://b.example/3' }] },
      ],
    },
  ],
  skipStatus: [
    {
      about: 'statuses',
      content: WITH_STATUSES,
      answers: [
        {
          printed: '"vencido" skips those rows',
          paste: '--skip-status "vencido"',
          offers: titles('Té', 'Café', 'Mate'),
        },
        {
          printed: '"none" publishes them',
          paste: '--skip-status none',
          offers: titles('Té', 'Pan', 'Café', 'Mate'),
        },
      ],
    },
    ...MARKS.map(([heading, cell, are]) => ({
      content: withMark(heading, cell),
      says: `by "${heading}", 1 of 4 rows ${are} running`,
      answers: [
        {
          printed: `"${heading}" skips those rows`,
          paste: `--skip-status "${heading}"`,
          offers: titles('Té', 'Café', 'Mate'),
        },
        {
          printed: '"none" publishes them',
          paste: '--skip-status none',
          offers: titles('Té', 'Pan', 'Café', 'Mate'),
        },
      ],
    })),
    ...['deleted_at', 'Verwijderd op'].map((heading) => ({
      about: 'deletions on a later day',
      before: withMark('Nota', ''),
      content: withMark(heading, '15/10/2026'),
      answers: [
        { printed: `--skip-status "${heading}"`, offers: titles('Té', 'Café', 'Mate') },
        { printed: `--ignore "${heading}"`, offers: titles('Té', 'Pan', 'Café', 'Mate') },
      ],
    })),
    ...['Törölve', 'Pois, mikor', '取消日', 'Fecha de baja'].map((heading) => ({
      about: 'days next to known statuses on a later day',
      facts: [...FACTS, '--skip-status', 'vencido'],
      before: WITH_STATUSES,
      content: WITH_STATUSES.split('\n')
        .map((line, n) => (line === '' ? line : `${line};${n === 0 ? heading : n === 1 ? '15/10/2026' : ''}`))
        .join('\n'),
      answers: [
        { printed: `--skip-status "${heading}"`, offers: titles('Café', 'Mate') },
        { printed: `--ignore "${heading}"`, offers: titles('Té', 'Café', 'Mate') },
      ],
    })),
    ...['Celkem', '合計'].map((name) => ({
      about: 'a row with the sum of all',
      content: `${SUMS}${name};20.000\n`,
      says: `the figures of "${name}" are sums of the rows above`,
      answers: [
        {
          printed: `"${name}" skips those rows`,
          paste: `--skip-status "${name}"`,
          offers: titles('Té', 'Pan', 'Mate'),
        },
        {
          printed: '"none" publishes them',
          paste: '--skip-status none',
          offers: titles('Té', 'Pan', 'Mate', name),
        },
      ],
    })),
    ...['Celkem', '合計', 'Σ: Všetko, spolu'].map((name) => ({
      about: 'a sum between offers on a later day',
      before: SUMS,
      content: `${SUMS}${name};20.000\n${AFTER}`,
      says: `the figures of "${name}" (line 5) are sums of the rows above`,
      answers: [
        { printed: `--skip-status "${name}"`, offers: Array(5).fill({}) },
        { printed: '--skip-status "none"', offers: Array(6).fill({}) },
      ],
    })),
  ],
  sheet: [
    { name: 'a.xlsx', content: await bookOf(JUNE, MAY), answers: SHEETS },
    {
      about: 'on a later day',
      name: 'a.xlsx',
      before: await bookOf(MAY),
      content: await bookOf(JUNE, MAY),
      answers: SHEETS.map((each) => ({
        ...each,
        // The headings of a sheet that replaces another one are accepted as well.
        paste: `${each.printed}${each.printed.includes('"May"') ? '' : ' --replace'}`,
      })),
    },
    {
      about: 'a hidden sheet',
      name: 'a.xlsx',
      before: await bookOf(MAY),
      content: await bookOf(MAY, { name: 'Old', rows: month('O', 1), hidden: true }),
      says: '--sheet "Old" (1 row, hidden)',
      answers: [{ printed: '--sheet "May"', offers: refs('M-0', 'M-1') }],
    },
  ],
  headings: [
    ...(
      [
        ['a.csv', textOf(FEW) + textOf(WIDER), 1, 5, FEW],
        ['a.csv', textOf(MANY) + textOf(WIDER), 1, 47, MANY],
        ['a.tsv', textOf([['Ofertas'], ...WIDER, ...FEW], '\t'), 5, 2, FEW],
        ['a.xlsx', await bookOf({ name: 'S', rows: [...FEW, [], ['Viajes'], ...WIDER] }), 1, 7, FEW],
      ] as const
    ).map(([name, content, line, other, [, ...rows]]) => ({
      name,
      content,
      answers: [
        {
          printed: `--headings ${line} (${rows.length} rows`,
          paste: `--headings ${line}`,
          offers: rows.length > 5 ? manyRefs : refs('R-0', 'R-1', 'R-2'),
        },
        { printed: `--headings ${other} (2 rows`, paste: `--headings ${other}`, offers: refs('V-1', 'V-2') },
      ],
    })),
    {
      about: 'on a later day',
      before: textOf(FEW),
      content: textOf(FEW) + textOf(WIDER),
      answers: [{ printed: '--headings 1', offers: refs('R-0', 'R-1', 'R-2') }],
    },
    {
      about: 'rows above the headings',
      content: textOf([...ROWS.slice(0, 3), HEAD, ...ROWS.slice(3)]),
      says: '3 rows from line 1 on, above all headings',
      answers: [{ printed: '--headings 4', offers: refs('R-3', 'R-4') }],
    },
  ],
  ignore: [
    {
      name: 'a.xlsx',
      content: CREDIT_AND_DEBIT,
      answers: [
        {
          printed: '--ignore "Descuento (2) + Tope (2)"',
          offers: [{ benefit: { value: 30, cap: { value: 10_000 } } }, ...values(40, null)],
        },
        {
          printed: '--benefit "Descuento (2)" --cap "Tope (2)"',
          offers: [{ benefit: { value: 15, cap: { value: 5000 } } }, ...values(20, 10)],
        },
      ],
    },
    {
      about: 'ids and prices before are not asked about',
      content: PRICED,
      says: '--ignore COLUMN: "Máx descuento" has figures or days that are not read',
      answers: [
        { printed: '--ignore "Máx descuento"', offers: [{ benefit: { value: 5, cap: null } }, {}, {}] },
        {
          printed: '--cap "Máx descuento"',
          offers: [{ benefit: { cap: { value: 20, currency: 'CLP' } } }, {}, {}],
        },
      ],
    },
    ...(
      [
        ['Tetto massimo', '5000', '7000', '5000', '9000'],
        ['Maks rabatt', '$ 5.000', '$ 7.000', '$ 8.000', '$ 9.000'],
        ['Strop', '5.000', '', '7.000', ''],
      ] as const
    ).map(([heading, ...cells]) => ({
      content: withColumn(heading, ...cells),
      says: `"${heading}" has amounts that are not read`,
      answers: [
        { printed: `--cap "${heading}"`, offers: [{ benefit: { cap: { value: 5000 } } }, {}, {}, {}] },
        { printed: `--ignore "${heading}"`, offers: Array(4).fill({ benefit: { cap: null } }) },
      ],
    })),
    ...(
      [
        ['Modalidad', '2x1', 'multibuy', 2],
        ['Extra', '3x2', 'multibuy', 1.5],
        ['Pago', '6 cuotas sin interés', 'installments', 6],
        ['Además', '10% de reintegro', 'cashback', 10],
      ] as const
    ).map(([heading, form, kind, value]) => ({
      content: `id;titulo;Descuento;${heading}\nR-1;Té;20%;${form}\nR-3;Pan;15%;\nR-4;Mate;;${form}\n`,
      answers: [
        { printed: `--ignore "${heading}"`, offers: values(20, 15, null) },
        {
          printed: `--benefit "Descuento + ${heading}"`,
          offers: [...values(null, 15), { benefit: { kind, value } }],
        },
      ],
    })),
    {
      about: 'a new column',
      before: TABLE,
      content: withColumn('Tope', '$ 9.000', '', '', ''),
      says: '"Tope" is new, and may say something of the offers',
      answers: [{ printed: '--ignore "Tope"', offers: Array(4).fill({ benefit: { cap: null } }) }],
    },
  ],
  records: [
    {
      name: 'a.json',
      before: JSON.stringify({ offers: LIST }),
      content: JSON.stringify({ extra: MORE, offers: LIST }),
      answers: [
        { printed: '--records "/*"', offers: refs('a2', 'b2', 'c2', 'a', 'b', 'c') },
        { printed: '--records "/offers"', offers: refs('a', 'b', 'c') },
      ],
    },
  ],
}

for (const key of Object.keys(ANSWERS)) {
  if (NEVER_ASKED.some((each) => each === key)) continue
  const cases = CASES[key as keyof typeof CASES] as readonly Case[] | undefined
  t.test(`${key}: each answer that is printed works`, async (t) => {
    t.ok(cases && cases.length > 0, `${key} has a case`)
    for (const each of cases ?? []) await followAnswers(t, each)
  })
}
