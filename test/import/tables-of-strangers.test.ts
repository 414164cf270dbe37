// Tables of other people that were once published wrong without a word: each with what is said, and what is published.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

/** An import, with what it is expected to say and to publish. */
interface Import {
  /** Of a later day; the first table by default. */
  table?: string
  options?: readonly string[]
  code?: number
  says?: string | RegExp
  /** All offers, or members of them; not compared if not given. */
  offers?: readonly object[]
}

interface Case extends Import {
  title: string
  table: string
  country?: string
  /** Later imports into the same folder. */
  next?: readonly Import[]
}

const benefits = (...each: readonly object[]) => each.map((benefit) => ({ benefit }))
const list = (value: unknown) => JSON.stringify(value)

type Figures = readonly [
  table: string,
  options: readonly string[],
  benefits: readonly object[],
  country?: string,
]

/** What other columns say of a figure decides how it is read. */
const FIGURES: readonly Figures[] = [
  // A new price is paid, and one of an offer wins over the usual one.
  [
    'id;banco;que;antes;new price with discount\n1;B;a;$19.00;$15.00\n',
    ['--benefit', 'new price with discount'],
    [{ kind: 'fixed_price', value: 15 }],
  ],
  ...['precio_oferta', 'precioOferta', 'precio_promo', 'offer_price', 'precio_rebajado'].map(
    (name): Figures => [
      `id;banco;que;precio;${name}\n1;B;a;10.50;8.50\n`,
      [],
      [{ kind: 'fixed_price', value: 8.5 }],
    ],
  ),
  // The type of the value says more than that of the offer.
  [
    'id;banco;que;value;type;value type\n1;B;a;10;Amount Off;percentage\n2;B;b;5;Amount Off;fixed amount\n',
    [],
    [
      { kind: 'percentage', value: 10 },
      { kind: 'amount', value: 5 },
    ],
  ],
  [
    'id;banco;que;price;percentage\n1;B;a;$2.79 lb.;\n2;B;b;$2.79;41% Off\n3;B;c;$2.79;opptil 30%\n4;B;d;$2.79;12%\n',
    [],
    [{ value: null }, { kind: 'percentage', value: 41 }, { value: null }, { value: 12 }],
  ],
  // The texts of a column show that they are kinds, or currencies.
  [
    'id;banco;que;valor;modo\n1;B;a;15;percentage\n2;B;b;150;fixed_amount\n',
    ['--value', 'valor'],
    [
      { kind: 'percentage', value: 15 },
      { kind: 'amount', value: 150 },
    ],
  ],
  [
    'id;banco;que;precio;幣別\n1;B;a;15;TWD\n2;B;b;20;TWD\n',
    [],
    [
      { value: 15, currency: 'TWD' },
      { value: 20, currency: 'TWD' },
    ],
  ],
  [
    'id;banco;que;tipo;beneficio\n1;B;a;monto;$100 mil\n2;B;b;monto;$100\n',
    [],
    [{ value: null }, { kind: 'amount', value: 100 }],
  ],
  [
    'id;banco;que;tipo;beneficio\n1;B;a;Porcentual;0.2\n2;B;b;Absoluta;46\n3;B;c;Porcentual;15\n',
    [],
    [{ value: null }, { value: null }, { kind: 'percentage', value: 15 }],
  ],
  // Cash back without a sign is one or the other, never by its size.
  [
    'id;banco;que;cashback\n1;B;a;50\n2;B;b;100\n3;B;c;200\n',
    [],
    [{ value: null }, { value: null }, { value: 200 }],
    'CL',
  ],
  // "Discount" may be money, if a person says so.
  [
    'id;banco;que;offer_type;reward\n1;B;a;discount;5\n2;B;b;bogo;10\n3;B;c;informational;1\n',
    ['--value', 'reward as amount'],
    [{ kind: 'amount', value: 5 }, { value: null }, { value: 1 }],
  ],
  ['id;banco;que;cashback\n1;B;a;5\n2;B;b;10\n', [], [{ kind: 'cashback', value: 5 }, { value: 10 }]],
  // Shops write what is taken off with a minus.
  ...[[], ['--value', 'discount as percentage']].map((answers): [string, string[], object[]] => [
    'id;banco;que;price;discount\n1;B;a;$54.90;-11%\n2;B;b;$39.00;−35 %\n3;B;c;$20.00;-50\n',
    answers,
    [{ kind: 'percentage', value: 11 }, { value: 35 }, { value: null }],
  ]),
  // Some of the types name kinds: those must agree.
  [
    'id;banco;que;value type;amount\n1;B;a;percentage;100\n2;B;b;credits;50\n3;B;c;free plan;9\n4;B;d;any;7\n',
    ['--value', 'amount as amount'],
    [{ value: null }, { kind: 'amount', value: 50 }, { value: 9 }, { value: 7 }],
  ],
  // A size is no bundle, and "Q3" no money.
  [
    'id;banco;productName;price\n1;B;Rug 6x4;9.50\n2;B;2x1;9.50\n3;B;Mug;9.50\n',
    [],
    [{ value: 9.5 }, { kind: 'multibuy', value: 2 }, { kind: 'fixed_price', value: 9.5 }],
  ],
  [
    'id;banco;beneficio\n1;B;Talent discount Q3!\n2;B;10% off\n',
    [],
    [{ value: null }, { kind: 'percentage', value: 10 }],
  ],
  // What programs write next to a figure decides its kind, its currency and its unit.
  [
    'id;banco;que;discountAmount;isPercentage\n1;B;a;10;true\n2;B;b;5;false\n',
    ['--value', 'discountAmount'],
    [{ kind: 'percentage' }, { kind: 'amount' }],
  ],
  [
    'id;banco;que;discount_amount;discount_unit\n1;B;a;10;percent\n2;B;b;5;GBP\n',
    [],
    [{ kind: 'percentage' }, { kind: 'amount' }],
  ],
  [
    'id;banco;que;simple_action;discount_amount\n1;B;a;by_percent;20.0000\n2;B;b;cart_fixed;10.0000\n',
    [],
    [
      { kind: 'percentage', value: 20 },
      { kind: 'amount', value: 10 },
    ],
  ],
  [
    'id;banco;que;type;amount\n1;B;a;percentage_discount;10\n2;B;b;per_total_discount;5\n3;B;c;shipping_discount;4\n',
    [],
    [{ kind: 'percentage' }, { kind: 'amount' }, { kind: 'other', value: null }],
  ],
  [
    'id;banco;que;amount;unit;price\n1;B;a;500;g;$12\n',
    ['--ignore', 'amount'],
    [{ kind: 'fixed_price', value: 12 }],
  ],
  ['id;banco;que;sale_price;currency\n1;B;a;25.00;eur\n', [], [{ value: 25, currency: 'EUR' }]],
  [
    'id;banco;que;discount_pct;Discount Class\n1;B;a;100%;Shipping\n2;B;b;10%;Order\n',
    [],
    [{ value: null }, { value: 10 }],
  ],
  ['id;banco;que;price;price_after\n1;B;a;$24;$38\n', ['--ignore', 'price_after'], [{ value: 24 }]],
  ['id;banco;que;price;member price\n1;B;a;$24;$18\n', [], [{ value: 18 }]],
  [
    'id;banco;que;tope;descuento\n1;B;a;2;20%\n2;B;b;$90;20%\n',
    [],
    [{ value: 20, cap: null }, { cap: { value: 90 } }],
  ],
  ['id;banco;promo\n1;B;Buy 2 get 3rd free\n2;B;Buy 2 get 1 free\n', [], [{ value: null }, { value: 1.5 }]],
  // Money is in the currency of its heading, and a price below 0 is a fault.
  [
    'id;banco;que;precio_usd\n1;B;a;100\n2;B;b;250\n',
    [],
    [{ value: 100, currency: 'USD' }, { value: 250 }],
    'CL',
  ],
  [
    'id;banco;que;Precio (CLP)\n1;B;a;100\n2;B;b;250\n',
    [],
    [{ value: 100, currency: 'CLP' }, { value: 250 }],
    'CL',
  ],
  [
    'id;banco;que;precio\n1;B;a;-500\n2;B;b;1000\n3;B;c;(500)\n',
    [],
    [{ value: null }, { value: 1000 }, { value: null }],
    'CL',
  ],
  [
    'id;banco;que;descuento;tope\n1;B;a;20%;-1\n2;B;b;20%;10000\n',
    [],
    [{ value: 20, cap: null }, { cap: { value: 10_000 } }],
    'CL',
  ],
]

const PRICES_OF_MEASURES: readonly Case[] = (
  [
    ['1.19/kg', null],
    ['El kilo', 1.19],
    ['per kg', null],
    ['per person', null],
    ['/gal', 1.19],
    ['kg', 1.19],
    ['1.19/Monat', null],
    ['from 1.19:-', null],
    ['vanaf 1.19', null],
    ['desde', null],
    ['ab', null],
    ['Lilies from 1.19', null],
    ['from Monday', 1.19],
    ['Games GmbH & Co. KG', 1.19],
    ['10.49/LB', 1.19],
    ['BUY 1 GET 1 FREE', 1.19],
    ['Limit 2 per customer', 1.19],
  ] as const
).map(([says, value]) => ({
  title: `a price next to ${list(says)}`,
  table: `id;banco;que;price;says\n1;B;Ribs;1.19;${says}\n`,
  ...(value === null ? { says: 'no limit in says' } : {}),
  offers: benefits({ value }),
}))

const LIMITS: readonly Case[] = (
  [
    ['Max. 50% Rabatt', null],
    ['Now min. 50% off', null],
    ['upp till 50 %', null],
    ['50% off. Ends soon', 50],
  ] as const
).map(([says, value]) => ({
  title: `a percentage next to ${list(says)}`,
  table: `id;banco;que;discount_percent;says\n1;B;Te;50;${says}\n`,
  offers: benefits({ value }),
}))

const STATUSES: readonly Case[] = (
  [
    ['statut', 'en cours', 'expirée'],
    ['situacao', 'ativa', 'encerrada'],
    ['archived', 'false', 'true'],
    ['sold_out', 'no', 'yes'],
    ['visible', 'true', 'false'],
    ['status', 'active', 'research'],
  ] as const
).map(([heading, running, stopped]) => ({
  title: `a status "${stopped}" is asked about`,
  table: `id;banco;que;${heading}\n1;B;10%;${running}\n2;B;20%;${stopped}\n`,
  code: 2,
  says: `by "${heading}", 1 of 2 rows `,
}))

const SHORT_YEARS: readonly Case[] = (
  [
    ['KR', '26.08.01'],
    ['JP', '26/08/01'],
    ['TH', '31/12/2567'],
  ] as const
).map(([country, day]) => ({
  title: `${day} in ${country}, which may begin with a short year or be of another calendar, is not read`,
  table: `id;banco;title;descuento;hasta\n1;B;a;10%;${day}\n`,
  country,
  says: `1 × hasta (valid_until): found line 2 "${day}"`,
  offers: [{ valid_until: null }],
}))

const OFFERS_OR_NOT: readonly Case[] = ['oferta', 'promo', 'descuento', 'deal'].map((heading) => ({
  title: `a column ${heading} of yes and no is no title; it says which rows are offers`,
  table: `id;banco;nombre;precio;${heading}\n1;B;Té;75;SI\n2;B;Mate;32;NO\n3;B;Pan;41;no\n`,
  code: 2,
  says: `by "${heading}", 2 of 3 rows are not running`,
  next: [{ options: ['--skip-status', 'NO'], offers: [{ title: 'Té', benefit: { value: 75 } }] }],
}))

const EVERYWHERE: readonly Case[] = ['Todo el país', 'Nacional', 'ONLINE'].map((place) => {
  const table = (last: string) => `id;banco;title;descuento;comuna\n1;B;a;10%;Maipú\n2;B;b;10%;${last}\n`
  return {
    title: `${place} is no place on a later day either`,
    table: table('Lota'),
    country: 'CL',
    next: [{ table: table(place), offers: [{ comunas: ['maipu'] }, { comunas: { length: 0 } }] }],
  }
})

const CASHBACK: readonly Case[] = ['--benefit', '--value'].map((option) => ({
  title: `a column of cash back that ${option} names stays one`,
  table: 'id;banco;que;cashback\n1;B;a;1.2%\n2;B;b;0.5%\n',
  options: [option, 'cashback'],
  offers: benefits({ kind: 'cashback', value: 1.2 }, {}),
}))

const OTHER_CURRENCIES: readonly Case[] = (
  [
    ['moneda', 'CLP', ['USD', 'UF', 'dólares', 'US$']],
    ['unidad', 'CLP', ['USD', 'EUR']],
    ['pais', 'Chile', ['Perú', 'PE']],
  ] as const
).map(([heading, first, others]) => {
  const table = (...said: string[]) =>
    `id;banco;que;precio;${heading}\n${said.map((each, n) => `${n};B;Té ${n};990;${each}\n`).join('')}`
  return {
    title: `a second ${heading} on a later day is not taken for the first`,
    table: table(first, first, first),
    country: 'CL',
    next: others.map((other) => ({
      table: table(first, other, ''),
      says: `such as 38 USD: ${heading} says ${list(other)}, not CLP`,
      offers: benefits({ value: 990, currency: 'CLP' }, { value: null }, { value: 990 }),
    })),
  }
})

const prices = (heading: string, column: string, ...said: string[]) =>
  `id;banco;que;${heading};${column}\n${said.map((each, n) => `${n};B;Té;5.50;${each}\n`).join('')}`
const DOLLARS = benefits({ value: 5.5, currency: 'USD' }, {})

const COUNTRIES: readonly Case[] = [
  {
    title: 'rows of several countries have no price in the currency of one',
    table: prices('price', 'country', 'US', 'Canada', 'Deutschland'),
    says: '"country" has several currencies (USD, CAD, EUR)',
    offers: benefits({ value: null }, {}, {}),
  },
  {
    title: 'a country that is not known is one of several',
    table: prices('price', 'country', 'Qatar', 'UAE'),
    says: '"country" has several currencies (QAR, UAE)',
  },
  {
    title: 'a country in two spellings is one',
    table: prices('price', 'country', 'Germany', 'DE'),
    says: '"country" is EUR in every row',
    offers: benefits({ value: 5.5, currency: 'EUR' }, {}),
  },
  {
    title: 'countries of journeys are no currencies',
    table: prices('price_usd', 'country', 'DE', 'CN'),
    offers: DOLLARS,
  },
  {
    title: 'countries of makers are no currencies',
    table: prices('price', 'country of origin', 'DE', 'CN'),
    offers: DOLLARS,
  },
  {
    title: 'currencies that are not known are never those of the country',
    table: 'id;banco;que;precio;moneda\n1;B;a;100;UF\n2;B;b;200;UF\n',
    country: 'CL',
    says: '"moneda" has "UF", which is no code of a currency',
    offers: benefits({ value: null }, { value: null }),
  },
  {
    title: 'a currency in words and one that is not known are several',
    table: 'id;banco;que;precio;moneda\n1;B;a;100;dólares\n2;B;b;200;UF\n',
    country: 'CL',
    says: '"moneda" has several currencies (USD, UF)',
    offers: benefits({ value: null }, { value: null }),
  },
  {
    title: 'headings may name several currencies',
    table: 'id;banco;que;precio_usd;tope_eur;rebaja\n1;B;a;10;50;20%\n2;B;b;20;50;\n',
    country: 'CL',
    says: 'headings name USD, EUR',
    offers: benefits({ value: 20, cap: null }, { value: null }),
  },
]

const deletions = (heading: string, ...said: string[]) =>
  `id;banco;title;descuento;active;${heading}\n${said.map((each, n) => `${n};B;Té ${n};10%;yes;${each}\n`).join('')}`

/** A column in which some rows have a text because they are gone. */
const DELETIONS: readonly Case[] = ['deleted_at', 'removed_on', 'archived', 'Fecha de eliminación'].flatMap(
  (heading) => {
    const table = deletions(heading, '2026-01-01', '', '-')
    return [
      {
        title: `any text under ${heading} is asked about, and skips rows as the answer says, also tomorrow's`,
        table,
        code: 2,
        says: `by "${heading}", 1 of 3 rows are not running, the other 2 may be: "${heading}" skips those rows, "none" publishes them`,
        next: [
          { options: ['--skip-status', heading], offers: [{ ref: '1' }, { ref: '2' }] },
          {
            table: deletions(heading, '2026-01-01', '', 'ayer'),
            options: ['--skip-status', heading],
            offers: [{ ref: '1' }],
          },
        ],
      },
      {
        title: `rows with a text under ${heading} are published if that is the answer, also tomorrow's`,
        table,
        options: ['--skip-status', 'none'],
        offers: [{}, {}, {}],
        next: [{ table: deletions(heading, '2026-01-01', '2026-01-02', ''), offers: [{}, {}, {}] }],
      },
    ]
  },
)

const days = (heading: string, ...said: string[]) =>
  `id;banco;title;descuento;${heading}\n${said.map((each, n) => `${n};B;Té ${n};10%;${each}\n`).join('')}`

/** Columns of days that no heading explains. */
const DAYS: readonly Case[] = [
  ...['Vigencia', 'Validez', 'Best before', 'redeem_by', 'Geçerlilik'].map((heading) => ({
    title: `the days under ${heading} are asked about, and read or left out as the answer says`,
    table: days(heading, '31/12/2026', '30/11/2026 18:00', ''),
    country: 'CL',
    code: 2,
    says: `--until COLUMN: which column has the last days? These hold nothing but days: "${heading}"; "none" publishes the offers without an end`,
    next: [
      {
        options: ['--until', heading],
        offers: [{ valid_until: '2026-12-31' }, { valid_until: '2026-11-30' }, { valid_until: null }],
      },
    ],
  })),
  {
    title: 'no column of last or first days is an answer that is kept',
    table: days('Vigencia', '2026-12-31'),
    options: ['--until', 'none', '--from', 'none'],
    offers: [{ valid_from: null, valid_until: null }],
    next: [
      { offers: [{ valid_until: null }] },
      { options: ['--until', 'none'], offers: [{ valid_until: null }] },
    ],
  },
  {
    title: 'a column of days that is not the last ones may be the first ones',
    table: days('Vigencia', '2026-12-31'),
    options: ['--until', 'none'],
    code: 2,
    says: '--from COLUMN: which column has the first days? These hold nothing but days: "Vigencia"',
  },
  {
    title: 'a day without a year shows what its column is for, and days of deletions are no ends',
    table: days('Validade;Excluído em', '31/12/2026;', '31/12;02/09/2026', '31/12/2026;'),
    code: 2,
    says: /--until COLUMN: .* days: "Validade"; /,
  },
  {
    title: 'several columns of days are listed',
    table: days('promo_a;promo_b', '2026-12-01;2026-12-31', '2026-12-02;2026-12-31'),
    code: 2,
    says: /--until COLUMN: .*: "promo_a", "promo_b"; .*\n.*--from COLUMN: .*: "promo_a", "promo_b"; /,
  },
  {
    title: 'the first days are asked about next to an end',
    table: days('hasta;lanzamiento', '2026-12-31;2026-12-01'),
    code: 2,
    says: '--from COLUMN: which column has the first days? These hold nothing but days: "lanzamiento"',
  },
  ...[
    ...[
      'created_at',
      'Fecha de creación',
      'updatedAt',
      'last_modified',
      'date added',
      'scraped_on',
      'published',
    ],
    ...['Fecha de publicación', 'joined', 'birth_date', 'Nacimiento', 'deleted_at'],
  ].map((heading) => ({
    title: `the days under ${heading} are those of a record, and not asked about`,
    table: days(heading, '2026-12-31', '2026-12-30'),
    offers: [{ valid_until: null }, { valid_until: null }],
  })),
  {
    title: 'times with seconds are those of a program, and not asked about',
    table: days('momento', '2026-12-31T10:12:33Z', '2026-12-31T10:00:00Z'),
    offers: [{ valid_until: null }, { valid_until: null }],
  },
  {
    title: 'a column of days and other texts is not asked about',
    table: days('nota', '2026-12-31', 'pronto', '2026-12-30'),
    offers: [{}, {}, {}],
  },
]

const CASES: readonly Case[] = [
  ...PRICES_OF_MEASURES,
  ...LIMITS,
  ...STATUSES,
  ...SHORT_YEARS,
  ...OFFERS_OR_NOT,
  ...EVERYWHERE,
  ...CASHBACK,
  ...OTHER_CURRENCIES,
  ...COUNTRIES,
  {
    title: 'the first category of a list is used',
    table: list([
      { id: 1, title: 'Fan', discount: '10%', categories: ['daily'] },
      { id: 2, title: 'Desk', discount: '20%', categories: ['home', 'daily'] },
    ]),
    offers: [{ category: 'daily' }, { category: 'home' }],
  },
  {
    title: 'what may be money off or a price is asked about',
    table: 'id;title;amount\n1;Burger;$11.00\n2;Pizza;$13.99\n',
    code: 2,
    says: '--value COLUMN: what is "$11.00" in "amount"? "amount as amount" if it is taken off, "amount as fixed_price" if it is the price to pay',
    next: [
      {
        options: ['--value', 'amount as fixed_price'],
        offers: benefits({ kind: 'fixed_price', value: 11 }, { value: 13.99 }),
      },
    ],
  },
  {
    title: 'what may be no promotion is asked about',
    table:
      'id;product;price;promo\n1;Milk;1.20;No promo\n2;Bread;0.90;No promo\n3;Butter;2.50;20% off\n4;Jam;3.50;no\n',
    code: 2,
    says: 'by "promo", 2 of 4 rows are not running, the other 2 may be: "No promo" skips those rows',
    next: [
      {
        options: ['--title', 'product', '--skip-status', 'No promo'],
        offers: [{ title: 'Butter', benefit: { value: 20 } }, { title: 'Jam' }],
      },
    ],
  },
  {
    title: 'a status that is only changed is asked about as well',
    table: 'id;title;discount;status\n1;a;10%;abolished\n2;b;20%;changed\n3;c;30%;active\n',
    code: 2,
    says: 'by "status", 2 of 3 rows may not be running, the other 1 may be: "abolished, changed" skips',
    next: [{ options: ['--skip-status', 'abolished'], offers: [{ title: 'b' }, { title: 'c' }] }],
  },
  {
    title: 'the text that says the benefit is its summary, and one that is only in a ref is "not used"',
    table: 'id;title;description;hours\n1;Books;20% off every Wednesday;3pm\n2;Gym;$5 off;9am\n',
    options: ['--ref', 'title + hours'],
    says: /\nNot used: id, hours\n/,
    offers: benefits({ value: 20, summary: '20% off every Wednesday' }, {}),
  },
  {
    title: 'rows without the value that a person names have none',
    table: 'id;title;discount;price\n1;a;10;5.50\n2;b;;7.50\n',
    options: ['--value', 'discount as percentage'],
    offers: benefits({ kind: 'percentage', value: 10 }, { value: null }),
  },
  {
    title: 'a list of objects is no benefit',
    table: list([{ Id: 1, Name: 'Bar', Specials: [{ Name: 'Wings', DealValue: 1 }] }]),
    options: ['--benefit', '/Specials', '--records', ''],
    code: 2,
    says: '--benefit: "/Specials" has no texts and no numbers',
  },
  {
    title: 'a title that is no sentence refuses nothing',
    table: 'id;title;offer text\n1;AGS;Té\n2;TKP;Pan\n3;MTG;Ron\n',
    options: ['--benefit', 'offer text'],
  },
  {
    title: 'a decimal mark that is not that of the country is named',
    table: 'id;titulo;beneficio\n1;Té;5.5% de descuento\n',
    country: 'AR',
    says: 'numbers show that "." begins the decimals, though "," does in AR',
  },
  {
    title: 'a range of prices is named',
    table: 'id;title;price;price_max\n1;Box;3.5;12.5\n',
    says: '"price" may be the lowest of several prices, since there is "price_max"',
  },
  {
    title: 'a code may be a word for "unknown", if one column holds it',
    table: `id;banco;title;discount\n${['A-1', 'NA', 'ND', 's-i', 'none', '-'].map((code, n) => `${code};B;que ${n};10%\n`).join('')}`,
    says: '5 offers from 6 rows, 1 rejected',
    offers: ['A-1', 'NA', 'ND', 's-i', 'none'].map((ref) => ({ ref })),
  },
  {
    title: 'a copy of a row is no fault, however many there are',
    table: `id;title;discount\n${'1;Café;10%\n'.repeat(3)}${'2;Cine;20%\n'.repeat(3)}`,
    says: '2 offers from 6 rows, 4 with the same offer as an earlier row',
    offers: [{}, {}],
  },
  ...['', '--value none'].map((options) => ({
    title: `a heading less than cells is named ${options}`,
    table: 'banco;que;descuento\n0;Lenga;Uno;20%\n1;Lenga;Dos;30%\n2;Lenga;Tres;30%\n',
    options: options.split(' ').filter(Boolean),
    code: 1,
    says: 'the line of headings has 3 cells, but most rows have 4: give each column a heading, also the first',
  })),
  {
    title: 'so is one that is missing on a later day',
    table: 'id;banco;que;descuento\n1;Lenga;Uno;20%\n2;Lenga;Dos;30%\n',
    next: [
      {
        table: 'banco;que;id;descuento\n1;Lenga;Uno;20%;5\n2;Lenga;Dos;30%;5\n',
        code: 1,
        says: 'expected 4, as in the heading (put quotes around a text that contains ";", or, as rows have 5, give each column a heading)',
      },
    ],
  },
  {
    title: 'a kind that has no value names the lookup that gives it another',
    table: 'id;banco;que;value;value type\n1;B;a;10;percentage\n2;B;b;5;other\n3;B;c;7;percentage\n',
    says: 'the column of kinds says other; "lookup" in /offer/benefit/kind of mapping.json',
    offers: benefits({ value: 10 }, { value: null }, { value: 7 }),
  },
  {
    title: 'an offer that closes soon runs, and a deadline is its last day',
    table:
      'id;title;discount;status;deadline\n1;a;10%;open;2026-12-01\n2;b;20%;closing_soon;2026-11-30\n3;c;30%;expiring;\n',
    offers: [{ valid_until: '2026-12-01' }, { valid_until: '2026-11-30' }, {}],
  },
  {
    title: 'a list of offers within each row says that the row is none',
    table: list([{ id: 1, city: 'Espoo', offers: [{ id: 2, px: 1, to: 'Vantaa' }] }]),
    country: 'FI',
    options: ['--title', '/city', '--ref', '/id'],
    code: 2,
    says: '--records "/*/offers" (1 record, such as "Vantaa")',
  },
  {
    title: 'a column of numbers under its own heading is refused in several currencies, with the way out',
    table: 'id;banco;promo;descuento;Es monto;moneda\n1;B;a;15;No;MXN\n2;B;b;50;Sí;USD\n',
    options: ['--value', 'descuento'],
    code: 2,
    says: 'say what the numbers are, such as --value "descuento as percentage"\noffers-build: add the signs, or import without that column',
  },
  {
    title: '--value refuses amounts without a sign next to several currencies',
    table: 'id;banco;que;price;currency;price_twd\n1;B;a;469;USD;14920\n2;B;b;8050;TWD;8050\n',
    options: ['--value', 'price_twd as fixed_price'],
    code: 2,
    says: '--value: "price_twd" holds amounts without a sign, expected signs, as "currency" has several currencies (USD, TWD); add the signs, or import without that column',
  },
  ...['Publicar', 'Mostrar', 'Listing status'].map((heading) => ({
    title: `rows that are not to be published are asked about under ${heading}`,
    table: `id;banco;promo;${heading}\n1;B;20% off;Sí\n2;B;10% off;NO\n`,
    code: 2,
    says: '--skip-status',
  })),
  {
    title: 'a status is one in any case, and running if it begins so',
    table:
      'id;banco;title;descuento;estado\n1;B;a;10%;Vencido\n2;B;b;10%;VENCIDO\n3;B;c;10%;vigente hasta agotar stock\n4;B;d;10%;Vigente\n',
    code: 2,
    says: 'by "estado", 2 of 4 rows are not running, the other 2 may be: "VENCIDO" skips',
    next: [{ options: ['--skip-status', 'vencido'], offers: [{ ref: '3' }, { ref: '4' }] }],
  },
  {
    title: 'a status in words that are not understood is named',
    table: 'id;banco;title;descuento;status\n1;B;a;10%;품절\n2;B;b;10%;판매중\n',
    says: 'may say which rows run, in words that are not understood',
  },
  ...DELETIONS,
  ...DAYS,
  {
    title: 'what comes before a named price is said',
    table: 'id;banco;Name;Price;Discount\n1;B;Té;$5;20%\n',
    options: ['--value', 'Price'],
    says: '--value: Price is read in rows without a value in Discount',
  },
  {
    title: 'one column of periods may be named for both ends',
    table: 'id;banco;que;oferta;cuando\n1;B;Té;10%;2026-08-20 - 2026-08-23\n',
    options: ['--from', 'cuando', '--until', 'cuando'],
    offers: [{ valid_from: '2026-08-20', valid_until: '2026-08-23' }],
  },
  {
    title: 'a cap of 0 is none, and a row without its benefit has the title for summary',
    table: 'id;banco;titulo;beneficio;tope\n1;B;Té;10%;0\n2;B;Mate;;$ 5\n',
    offers: benefits({ value: 10, cap: null }, { kind: 'other', summary: 'Mate', cap: { value: 5 } }),
  },
  {
    title: 'lists of offers within the items that --records names are said not to be read',
    table: list({
      items: [
        { name: 'TVs', deals: [{ product: 'A', price: 10 }] },
        { name: 'Fans', deals: [{ product: 'B', price: 9 }] },
      ],
      months: [{ n: 6 }],
    }),
    options: ['--benefit', 'none'],
    code: 2,
    says: '--records "/items/*/deals" (2 records, such as "A")',
    next: [
      {
        options: ['--benefit', 'none', '--records', '/items'],
        says: 'not read: --records "/items/*/deals" (2 records',
      },
    ],
  },
  {
    title: 'a text of the row may name one day of a month',
    table:
      'id;banco;que;descuento;dias;detalle\n1;B;a;5%;jueves;Último jueves del mes\n2;B;b;5%;jueves;1er piso, todos los jueves\n',
    says: 'no text of the row that names one of them',
    offers: [{ weekdays: null }, { weekdays: ['thursday'] }],
  },
  {
    title: 'a member for each language is no heading',
    table: '[{"id":1,"title":{"nl":"Gratis","de":"Kostenlos"},"discount":"10%"}]',
    country: 'NL',
    code: 2,
    says: '--title COLUMN',
  },
  {
    title: 'a person may know a status that is not understood',
    table: 'id;banco;que;descuento;status\n1;B;a;5%;Verified\n2;B;b;5%;Unverified\n3;B;c;5%;Rescinded\n',
    options: ['--skip-status', 'Rescinded'],
    says: '1 skipped by the mapping',
    offers: [{}, {}],
  },
  {
    title: 'a remark that a row has ended is asked about, whatever its heading',
    table: 'id;banco;que;descuento;flair\n1;B;a;5%;\n2;B;b;5%;[EXPIRED]\n3;B;c;5%;Hot\n',
    code: 2,
    says: 'by "flair", 1 of 3 rows are not running',
    next: [{ options: ['--skip-status', '[EXPIRED]'], offers: [{}, {}] }],
  },
  {
    title: 'money under a heading that says nothing may be a price',
    table: 'id;banco;que;preco_vista\n1;B;a;$2.00\n2;B;b;$3.00\n3;B;c;$4.00\n',
    options: ['--value', 'preco_vista'],
    code: 2,
    says: 'holds figures that may be taken off or paid',
    next: [
      {
        options: ['--value', 'preco_vista as fixed_price'],
        offers: benefits({ kind: 'fixed_price', value: 2 }, {}, {}),
      },
    ],
  },
  {
    title: 'a column of objects has no values',
    table: '[{"id":1,"que":"Té","precios":[{"valor":20}]}]',
    country: 'CL',
    options: ['--records', '', '--title', '/que', '--value', '/precios as percentage'],
    code: 2,
    says: '--value: "/precios" has no texts and no numbers',
  },
  {
    title: 'a currency that is written in letters is no sentence',
    table: 'id;titulo;descuento\n0;a;S/ 20 de cashback\n1;b;S/ 20\n2;c;S/ 20 de descuento\n',
    country: 'PE',
    offers: benefits(
      { kind: 'cashback', value: 20 },
      { kind: 'amount', value: 20 },
      { kind: 'amount', value: 20 },
    ),
  },
  {
    title: 'a heading that is a sentence hides none of the headings',
    table: 'id;banco;que;price;what is on offer, as the flyer shows it\n1;B;Té;5.50;foo\n2;B;Mate;7.50;bar\n',
    says: 'Not used: what is on offer, as the flyer shows it',
    offers: [{ title: 'Té' }, { title: 'Mate' }],
  },
  {
    title: 'a column of offers may have a mark and nothing else',
    table: 'id;banco;nombre;precio;oferta\n1;B;Té;75;X\n2;B;Mate;32;\n',
    offers: [{ title: 'Té' }, { title: 'Mate' }],
  },
  {
    title: 'a figure next to a kind that is not known is named',
    table: 'id;banco;que;tipo_beneficio;valor\n1;B;a;descuento;10\n2;B;b;por caja;10\n',
    options: ['--value', 'valor'],
    says: 'found line 3 "10"; expected a known kind of benefit next to it',
  },
  {
    title: 'a price per piece is a price',
    table: 'id;banco;que;precio;unidad\n1;B;Té;23.63;/ud.\n2;B;Mate;9.50;/kg\n',
    offers: benefits({ value: 23.63 }, { value: null }),
  },
  {
    title: 'a sign of several currencies is named as the trouble',
    table: 'id;banco;que;precio\n1;B;a;$38\n2;B;b;$124\n3;B;c;$90\n',
    country: 'VE',
    code: 1,
    says: 'such as 38 USD, as its sign may stand for several',
  },
  {
    title: 'a column of days that is empty today is read tomorrow',
    table: 'id;banco;promo;expires\n1;B;20% off;\n2;B;30% off;\n',
    says: '"expires" has no day yet: YYYY-MM-DD and MM/DD/YYYY are expected',
    next: [
      {
        table: 'id;banco;promo;expires\n1;B;20% off;12/31/2026\n2;B;30% off;2026-11-30\n',
        offers: [{ valid_until: '2026-12-31' }, { valid_until: '2026-11-30' }],
      },
    ],
  },
  {
    title: 'rows on special are known by a column of yes and no, and lakhs are read',
    table: 'id;banco;que;precio;is_on_special\n1;B;a;₹1,20,999;True\n2;B;b;₹12,50,000.50;False\n',
    country: 'IN',
    code: 2,
    says: 'by "is_on_special", 1 of 2 rows are not running',
    next: [
      {
        options: ['--skip-status', 'none'],
        offers: benefits({ value: 120_999 }, { value: 1_250_000.5 }),
      },
    ],
  },
  {
    title: 'a deal that recurs is no title of the things that it is on',
    table:
      'id;banco;deal;product;price\n1;B;1+1 gratis;Thee;$4\n2;B;1+1 gratis;Koek;$5\n3;B;20% off;Melk;$6\n',
    offers: [
      { title: 'Thee', benefit: { kind: 'fixed_price', value: 4 } },
      { title: 'Koek' },
      { title: 'Melk', benefit: { kind: 'percentage', value: 20, summary: '20% off' } },
    ],
  },
  {
    title: 'cents of amounts are asked about',
    table: 'id;banco;que;amount_off;currency\n1;B;a;500;usd\n2;B;b;1250;usd\n',
    code: 2,
    says: '"amount_off as cents" if 500 is 5.00, "amount_off as units" if 500 is 500',
    next: [
      {
        options: ['--value', 'amount_off as cents'],
        offers: benefits({ kind: 'amount', value: 5 }, { value: 12.5 }),
      },
    ],
  },
  {
    title: 'a price that may be in cents is not read next to another value',
    table: 'id;banco;que;price;discount\n1;B;a;1249;50%\n2;B;b;1499;10%\n3;B;c;1499;0\n',
    options: ['--value', 'discount'],
    says: '"price" may be in cents, and is not read',
    offers: benefits({ value: 50 }, { value: 10 }, { value: null }),
  },
  {
    title: 'so is one whose heading only begins that of the value',
    table: 'id;banco;que;price;price drop\n1;B;a;1249;50%\n2;B;b;1499;20%\n',
    options: ['--value', 'price drop'],
    says: '"price" may be in cents, and is not read',
    offers: benefits({ value: 50 }, { value: 20 }),
  },
  {
    title: 'an exception of days is said',
    table: 'id;banco;promo;dias;nota\n1;B;20% off;lunes a viernes;Excepto viernes\n2;B;9% off;lunes;\n',
    says: '1 × dias (weekdays)',
    offers: [{ weekdays: null }, { weekdays: ['monday'] }],
  },
  {
    title: 'an end that another text names is asked about',
    table: 'id;banco;promo;nota\n1;B;20% off;Suspendido\n2;B;9% off;ok\n',
    code: 2,
    says: 'by "nota", 1 of 2 rows are not running',
  },
  {
    title: 'a cell that may be merged with the one above is said',
    table: 'id;banco;promo;comercio\n1;B;20% off;Uno\n2;B;9% off;\n',
    says: '1 of 2 rows have no "comercio"',
  },
  {
    title: 'money in Korean, and what is no price',
    table: 'id;banco;que;price\n1;B;a;39,500원\n2;B;b;9,500원\n3;B;c;12 apples\n',
    country: 'KR',
    says: '1 × price (benefit.value): found line 4 "12 apples"',
    offers: benefits({ value: 39_500, currency: 'KRW' }, {}, { value: null }),
  },
  {
    title: 'an address without a number is one place, and a slash is between two',
    table: 'id;banco;promo;location\n1;B;20% off;Muelle 1 S/N - Centro\n2;B;9% off;Uno / Dos\n',
    offers: [{ comunas: ['muelle-1-s-n-centro'] }, { comunas: ['uno', 'dos'] }],
  },
]

const OF_FIGURES = FIGURES.map(
  ([table, options, each, country]): Case => ({
    title: `figures under ${table.slice(0, table.indexOf('\n'))}`,
    table,
    options,
    offers: benefits(...each),
    ...(country ? { country } : {}),
  }),
)

for (const { title, country = 'US', next = [], ...first } of [...OF_FIGURES, ...CASES]) {
  t.test(title, async (t) => {
    const root = t.testdir({})
    const [file, source] = [join(root, 'a.csv'), join(root, 'source')]
    const zone = country === 'US' ? ['--time-zone', 'America/New_York'] : []
    const column = first.table.includes(';que;') ? ['--title', 'que'] : []
    const answers = ['--country', country, ...zone, '--attribution', 'X', '--issuer', 'banco', ...column]
    for (const { table = first.table, options = [], code = 0, says, offers } of [first, ...next]) {
      writeFileSync(file, table)
      const ended = await offersBuild(['import', file, '--source', source, ...answers, ...options])
      const said = ended.stdout + ended.stderr
      t.equal(ended.code, code, said)
      if (says !== undefined) t.match(said, says)
      if (offers && ended.code === 0) t.match([...offersOf(source), 'end'], [...offers, 'end'])
    }
  })
}
