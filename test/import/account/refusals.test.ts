// Each refusal that says what to do: its answers are pasted or done, and the next run does what they say.

import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { REFUSALS, type RefusalName } from '../../../import/asking/refusals.ts'
import { offersBuild } from '../../build/support/program.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { bookOf, type Case, type Days, FACTS, followAnswers, type SheetRows } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const TABLE = `Código;Oferta;Descuento;Hasta;Nota
R-1;Té;5%;31/12/2026;a
R-2;Pan;6%;30/11/2026;b
R-3;Café;7%;31/12/2026;c
R-4;Mate;8%;30/11/2026;d
`
const VALUES = [5, 6, 7, 8].map((value) => ({ benefit: { value } }))
const ENDS = ['2026-12-31', '2026-11-30', '2026-12-31', '2026-11-30'].map((valid_until) => ({ valid_until }))
const WITHOUT_ENDS = VALUES.map((each) => ({ ...each, valid_until: null }))
const REFS = ['R-1', 'R-2', 'R-3', 'R-4'].map((ref) => ({ ref }))
const become = (content: string | Uint8Array) => (days: Days) => days.change(content)
const edited =
  (...replaced: Parameters<Days['editMapping']>) =>
  (days: Days) =>
    days.editMapping(...replaced)
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** The table with days that are not understood, but for the first ones, and with the right days in another column. */
const soon = (understood = 0) =>
  TABLE.split('\n')
    .map((line, n) => (n > understood ? line.replace(/;(\d\d\/\d\d\/2026);\w$/, ';pronto;$1') : line))
    .join('\n')

const orderedEnds = (...ends: string[]) =>
  `Código;Oferta;Descuento;Hasta\n${ends.map((end, n) => `R-${n};Té ${n};5%;${end}\n`).join('')}`
const DAY_FIRST = orderedEnds('31/12/2026', '05/11/2026', '10/11/2026', '15/11/2026')
const MONTH_FIRST = orderedEnds('12/31/2026', '11/05/2026', '11/10/2026', '11/15/2026')
const ORDERED = ['2026-12-31', '2026-11-05', '2026-11-10', '2026-11-15'].map((end) => ({ valid_until: end }))

const json = (members: (n: number) => object, at?: string) => {
  const records = [1, 2, 3].map((n) => ({
    id: `R-${n}`,
    title: `Menu ${n}`,
    discount: `${n}%`,
    ...members(n),
  }))
  return JSON.stringify(at === undefined ? records : { [at]: records })
}
const until = () => ({ until: '2026-12-31' })

const banks = (lenga: string) =>
  `id;banco;oferta;descuento\n${[lenga, lenga, lenga, lenga, 'Banco Raulí', 'Banco Raulí'].map((bank, n) => `${n};${bank};Té ${n};${n + 5}%\n`).join('')}`
const OF_BANKS = ['--country', 'CL', '--attribution', 'X']
const slugs = (lenga: string) =>
  [...Array(4).fill(lenga), 'banco-rauli', 'banco-rauli'].map((issuer) => ({ issuer }))

const month = (letter: string): SheetRows => [
  ['Código', 'Oferta', 'Comercio', 'Descuento', 'Hasta'],
  ...[0, 1].map((n) => [`${letter}-${n}`, `Menú ${letter}${n}`, `Local ${n}`, `${n + 5}%`, '31/12/2026']),
]
const MONTHS = ['May', 'June', 'July'].map((name) => ({ name, rows: month(name[2] ?? '') }))
const renamedMonths = (...names: string[]) =>
  bookOf(...MONTHS.map((each, n) => ({ ...each, name: names[n] ?? '' })))
const refsOf = (letters: string) =>
  [...letters].flatMap((letter) => [{ ref: `${letter}-0` }, { ref: `${letter}-1` }])
const ALL_MONTHS = [...FACTS, '--sheet', 'May + June + July']

const numbered = (headings: string, line: (n: number) => string) =>
  `${headings}\n${Array.from({ length: 12 }, (_, n) => `${line(n + 1)}\n`).join('')}`
const COUNTED = numbered('Código;Oferta;Descuento;SKU;Orden', (n) => `C-${n};Té ${n};${n}%;V-${n};C-${n}`)
const MOVED = numbered('Código;Oferta;Descuento;SKU;Orden', (n) => `C-${n};Té ${n};${n}%;V-${n};C-${n + 1}`)
const twelve = (ref: (n: number) => string) => Array.from({ length: 12 }, (_, n) => ({ ref: ref(n + 1) }))

const CODES: SheetRows = [
  ['Código', 'Oferta', 'Descuento'],
  ...[1001, 1005, 1009].map((code) => [code, `Té ${code}`, '20%']),
]
const shownAs = (numFmt?: string) =>
  writeXlsx({
    sheets: [
      {
        name: 'O',
        rows: CODES.map((row) => [...row]),
        ...(numFmt === undefined
          ? {}
          : { cells: new Map([1, 2, 3].map((row) => [`${row},0`, { style: { numFmt } }] as const)) }),
      },
    ],
  })

const FIGURES = 'id;oferta;Puntos\nR-1;Té;500\nR-2;Pan;300\nR-3;Café;250\n'
const WORDS = 'id;oferta;Descuento\nR-1;Té;20\nR-2;Pan;130%\nR-3;Café;140%\n'
const WITHOUT_VALUES = Array(3).fill({ benefit: { value: null } })
const WITH_STATUS =
  'Código;Oferta;Descuento;Estado\nR-1;Té;5%;activo\nR-2;Pan;6%;vencido\nR-3;Café;7%;activo\n'
const CURRENCIES =
  'Código;Oferta;Tipo;Valor;Moneda\nR-1;Té;porcentaje;5;CLP\nR-2;Pan;monto;6;USD\nR-3;Café;monto;7;CLP\n'

const LEFT_BY_02 = join(import.meta.dirname, '..', 'left-by-0.2')
const SENTENCES = readFileSync(join(LEFT_BY_02, 'ofertas.csv'))

const CASES: Readonly<Record<RefusalName, readonly Case[]>> = {
  columnsChanged: [
    {
      before: TABLE,
      content: soon(1),
      answers: [
        {
          remedy: 'replace',
          printed: 'if the table and the mapping are both right, import once with --replace',
          paste: '--replace',
          offers: [ENDS[0], ...WITHOUT_ENDS.slice(1)],
        },
      ],
    },
  ],
  cellsChanged: [
    {
      before: TABLE,
      content: soon(),
      answers: [
        { remedy: 'mapping', printed: 'put the cells back as they were', act: become(TABLE), offers: ENDS },
        {
          remedy: 'mapping',
          printed: 'or change /offer/valid_until in ',
          act: edited(['"column": "Hasta"', '"column": "Nota"']),
          offers: ENDS,
        },
      ],
    },
  ],
  daysInOtherOrder: (
    [
      [DAY_FIRST, MONTH_FIRST, 'DD/MM/YYYY', 'MM/DD/YYYY'],
      [MONTH_FIRST, DAY_FIRST, 'MM/DD/YYYY', 'DD/MM/YYYY'],
    ] as const
  ).map(([before, content, own, other]) => ({
    before,
    content,
    says: `2 days are in the order ${other}, such as "`,
    answers: [
      { remedy: 'mapping', printed: 'write the days as before', act: become(before), offers: ORDERED },
      {
        remedy: 'mapping',
        printed: `replace ${own} by ${other} in /formats/dates`,
        act: edited([own, other]),
        offers: ORDERED,
      },
    ],
  })),
  memberGone: [
    {
      name: 'a.json',
      before: json(until),
      content: json(() => ({ cierra: '2026-11-30' })),
      answers: [
        {
          remedy: 'mapping',
          printed: 'give the member its name back',
          act: become(json(until)),
          offers: Array(3).fill({ valid_until: '2026-12-31' }),
        },
        {
          remedy: 'mapping',
          printed: 'or change /offer/valid_until in ',
          act: edited(['/until"', '/cierra"']),
          offers: Array(3).fill({ valid_until: '2026-11-30' }),
        },
      ],
    },
  ],
  columnsGone: [
    {
      before: TABLE,
      content: TABLE.replace('Hasta', 'Cierre de caja'),
      answers: [
        {
          remedy: 'mapping',
          printed: 'put the row of headings back as it was',
          act: become(TABLE),
          offers: ENDS,
        },
        {
          remedy: 'mapping',
          printed: 'or change /offer/valid_until in ',
          act: edited(['"column": "Hasta"', '"column": "Cierre de caja"']),
          offers: ENDS,
        },
      ],
    },
    {
      before: TABLE,
      content: TABLE.replace('Código', 'N.º interno'),
      answers: [
        {
          remedy: 'ref',
          printed: '--ref COLUMN names another ref',
          paste: '--ref "N.º interno"',
          offers: REFS,
        },
      ],
    },
    {
      before: TABLE,
      content: TABLE.replaceAll(';', '\t'),
      answers: [
        {
          remedy: 'reading',
          printed: 'remove /read/encoding, /read/delimiter, /read/headings from ',
          act: edited([/"read": \{[^}]*\},/g, '']),
          offers: REFS,
        },
      ],
    },
  ],
  repeatedColumnGone: [
    {
      facts: [...FACTS, '--ignore', 'Descuento (2)'],
      before: 'Código;Oferta;Descuento;Descuento\nR-1;Té;5%;1%\nR-2;Pan;6%;2%\n',
      content: 'Código;Oferta;Descuento\nR-1;Té;1%\nR-2;Pan;2%\n',
      answers: [
        {
          remedy: 'heading',
          printed: 'give the other one its heading back',
          act: become('Código;Oferta;Descuento;Descuento\nR-1;Té;5%;1%\nR-2;Pan;6%;2%\n'),
          offers: [{ benefit: { value: 5 } }, { benefit: { value: 6 } }],
        },
        {
          remedy: 'heading',
          printed: 'if the first "Descuento" is the right one, import once with --replace',
          paste: '--replace',
          offers: [{ benefit: { value: 1 } }, { benefit: { value: 2 } }],
        },
      ],
    },
  ],
  sheetsGone: [
    {
      name: 'a.xlsx',
      before: await bookOf({ name: 'May', rows: month('M') }),
      content: await bookOf({ name: 'Mayo 2026', rows: month('M') }),
      says: 'found the sheets Mayo 2026, expected May',
      answers: [{ remedy: 'sheet', printed: '--sheet "Mayo 2026"', offers: refsOf('M') }],
    },
    ...(await Promise.all(
      (
        [
          [['May', 'Juni 2026', 'July'], 'May + Juni 2026 + July', 'ynl'],
          [['May', 'Juni', 'Juli'], 'May + Juni + Juli', 'ynl'],
          [['Mai', 'June', 'July'], 'Mai + June + July', 'ynl'],
          [['Mai', 'June', 'July'], 'June + July', 'nl'],
        ] as const
      ).map(async ([names, sheets, letters]) => ({
        name: 'a.xlsx',
        facts: ALL_MONTHS,
        before: await bookOf(...MONTHS),
        content: await renamedMonths(...names),
        answers: [
          {
            remedy: 'sheet',
            printed: `--sheet "${sheets}"`,
            // A month that is left out is a third of the offers, as if the file were cut off.
            paste: `--sheet "${sheets}"${letters === 'nl' ? ' --replace' : ''}`,
            offers: refsOf(letters === 'nl' ? 'nl' : 'ynl'),
          },
        ],
      })),
    )),
    {
      about: 'the new name comes first',
      name: 'a.xlsx',
      facts: [...FACTS, '--sheet', 'June'],
      before: await bookOf(...MONTHS),
      content: await renamedMonths('May', 'Juni 2026', 'July'),
      answers: [
        {
          remedy: 'sheet',
          printed: 'what to read:\noffers-build:   --sheet "Juni 2026" (2 rows)',
          paste: '--sheet "Juni 2026"',
          offers: refsOf('n'),
        },
      ],
    },
  ],
  sheetsDiffer: [
    {
      name: 'a.xlsx',
      content: await bookOf(
        { name: 'May', rows: month('M') },
        { name: 'June', rows: [...month('J').map((row, n) => [...row, n === 0 ? 'Tope' : '$ 9.000'])] },
      ),
      given: ['--sheet', 'May + June'],
      answers: [
        { remedy: 'sheet', printed: '--sheet "May"', offers: refsOf('M') },
        {
          remedy: 'sheet',
          printed: '--sheet "June" with another --source',
          paste: '--sheet "June"',
          offers: refsOf('J'),
        },
      ],
    },
  ],
  otherEncoding: [
    {
      before: latin1(TABLE),
      content: TABLE,
      answers: [
        {
          remedy: 'mapping',
          printed: 'change /read/encoding in the mapping',
          act: edited(['windows-1252', 'utf-8']),
          offers: REFS,
        },
        {
          remedy: 'mapping',
          printed: 'or remove it',
          act: edited([/"encoding": "windows-1252",?/g, '']),
          offers: REFS,
        },
      ],
    },
  ],
  wrongBytes: [
    {
      before: TABLE,
      content: latin1(TABLE),
      answers: [
        { remedy: 'export', printed: 'export it as CSV in UTF-8', act: become(TABLE), offers: REFS },
        {
          remedy: 'mapping',
          printed: 'or remove /read/encoding from the mapping',
          act: edited([/"encoding": "utf-8",?/g, '']),
          offers: REFS,
        },
      ],
    },
  ],
  cutOff: [
    {
      before: COUNTED,
      content: COUNTED.slice(0, COUNTED.indexOf('\nC-6')),
      answers: [
        {
          remedy: 'replace',
          printed: 'get it again',
          act: become(COUNTED),
          offers: twelve((n) => `C-${n}`),
        },
        {
          remedy: 'replace',
          printed: 'use --replace once if it is whole',
          paste: '--replace',
          offers: twelve((n) => `C-${n}`).slice(0, 5),
        },
      ],
    },
  ],
  issuerRenamed: [
    {
      facts: OF_BANKS,
      before: banks('Banco Lenga'),
      content: banks('Lenga S.A.'),
      says: 'found 4 of the 4 offers of "Banco Lenga" under "Lenga S.A."',
      answers: [
        {
          remedy: 'lookup',
          printed: 'add "lookup": { "Lenga S.A.": "Banco Lenga" } to /offer/issuer in mapping.json',
          act: edited(['"column": "banco"', '"column": "banco", "lookup": { "Lenga S.A.": "Banco Lenga" }']),
          offers: slugs('banco-lenga'),
        },
        {
          remedy: 'replace',
          printed: 'if it is another issuer, import once with --replace',
          paste: '--replace',
          offers: slugs('lenga-s-a'),
        },
      ],
    },
  ],
  valuesLost: [
    {
      name: 'ofertas.csv',
      facts: [],
      content: SENTENCES,
      prepare: ({ source }) => cpSync(join(LEFT_BY_02, 'source'), source, { recursive: true }),
      answers: [
        {
          remedy: 'cells',
          printed:
            'a value is read from a cell whose whole text is understood, such as "20% de descuento": write it so',
          act: become(
            SENTENCES.toString()
              .split('\n')
              .map((line, n) =>
                n === 0 ? line : line.replace(/^((?:[^;]*;){3})[^;]*/, '$120% de descuento'),
              )
              .join('\n'),
          ),
          offers: Array(14).fill({ benefit: { value: 20 } }),
        },
        {
          remedy: 'replace',
          printed: 'to publish these offers without a value, import once with --replace',
          paste: '--replace',
          offers: Array(14).fill({}),
        },
      ],
    },
  ],
  refsShownOtherwise: [
    {
      name: 'a.xlsx',
      before: await shownAs(),
      content: await shownAs('\\R\\-0'),
      says: 'the workbook shows "R-1001" where the ref of the last import is "1001"',
      answers: [
        {
          remedy: 'format',
          printed: 'format the cells of "Código" as before',
          act: become(await shownAs()),
          offers: ['1001', '1005', '1009'].map((ref) => ({ ref })),
        },
        {
          remedy: 'ref',
          printed: '--ref "Código" --replace',
          offers: ['R-1001', 'R-1005', 'R-1009'].map((ref) => ({ ref })),
        },
      ],
    },
  ],
  offersNotImported: [
    {
      before: TABLE,
      content: TABLE,
      prepare: ({ source }) => appendFileSync(join(source, 'offers.ndjson'), '\n'),
      answers: [{ remedy: 'replace', printed: 'use --replace', paste: '--replace', offers: REFS }],
    },
  ],

  columnsNotUnderstood: [
    {
      content: soon(),
      given: ['--from', 'none'],
      answers: [{ printed: 'correct the cells', act: become(TABLE), offers: ENDS }],
    },
  ],
  noCellUnderstood: [
    {
      about: 'a member with an option',
      content: soon(),
      given: ['--from', 'none'],
      answers: [
        { remedy: 'column', printed: 'correct the cells', act: become(TABLE), offers: ENDS },
        {
          remedy: 'column',
          printed: 'or name another column with --until',
          paste: '--until "Nota"',
          offers: ENDS,
        },
        { remedy: 'column', printed: '"none" leaves it out', paste: '--until none', offers: WITHOUT_ENDS },
      ],
    },
    {
      about: 'figures that are no percentages',
      content: FIGURES,
      given: ['--value', 'Puntos as percentage'],
      answers: [
        {
          remedy: 'none',
          printed: '--benefit "none" and --value "none" leave it out',
          paste: '--benefit "none" --value "none"',
          offers: WITHOUT_VALUES,
        },
      ],
    },
    {
      about: 'bare numbers',
      content: WORDS,
      answers: [
        {
          remedy: 'value',
          printed: 'say what the column is with --value "Descuento as percentage"',
          paste: '--value "Descuento as percentage"',
          offers: [{ benefit: { value: 20 } }, ...WITHOUT_VALUES.slice(1)],
        },
        {
          remedy: 'value',
          printed: '--benefit "none" and --value "none" leave it out',
          paste: '--benefit "none" --value "none"',
          offers: WITHOUT_VALUES,
        },
      ],
    },
    {
      about: 'a kept mapping',
      before: TABLE,
      content: soon(),
      given: ['--replace'],
      answers: [
        {
          remedy: 'mapping',
          printed: 'or change /offer/valid_until in ',
          act: edited(['"column": "Hasta"', '"column": "Nota"']),
          offers: ENDS,
        },
      ],
    },
  ],
  severalLists: [
    {
      name: 'a.json',
      content: JSON.stringify({ offers: JSON.parse(json(until)), tags: [{ name: 'x' }] }),
      answers: [{ remedy: 'records', printed: '--records "/offers"', offers: REFS.slice(0, 3) }],
    },
  ],
  listGone: [
    {
      name: 'a.json',
      before: json(until, 'offers'),
      content: json(until, 'deals'),
      answers: [
        {
          remedy: 'records',
          printed: '--records "/deals"',
          offers: REFS.slice(0, 3),
        },
        {
          remedy: 'records',
          printed: 'or as read.records of the mapping',
          act: edited(['"/offers"', '"/deals"']),
          offers: REFS.slice(0, 3),
        },
      ],
    },
    {
      name: 'a.json',
      before: json(until, 'offers'),
      content: '{"deals":3}',
      answers: [
        {
          remedy: 'list',
          printed: 'write the offers as one list of objects',
          act: become(json(until, 'offers')),
          offers: REFS.slice(0, 3),
        },
      ],
    },
  ],
  otherRef: [
    {
      before: COUNTED,
      content: COUNTED,
      given: ['--ref', 'SKU'],
      answers: [
        {
          remedy: 'replace',
          printed: 'to change it, give the same command with --replace',
          paste: '--ref SKU --replace',
          offers: twelve((n) => `V-${n}`),
        },
      ],
    },
  ],
  refOfOtherOffers: [
    {
      before: COUNTED,
      content: MOVED,
      given: ['--ref', 'Orden'],
      answers: [
        {
          remedy: 'join',
          printed:
            'join a column to it that makes its texts differ from those before, such as --ref "Orden + …"',
          paste: '--ref "Orden + SKU" --replace',
          offers: twelve((n) => `C-${n + 1} | V-${n}`),
        },
      ],
    },
  ],
  refOfIssuer: [
    {
      facts: OF_BANKS,
      content: banks('Banco Lenga'),
      given: ['--ref', 'banco + oferta'],
      answers: [
        {
          remedy: 'others',
          printed: 'name "oferta"',
          paste: '--ref "oferta"',
          offers: Array(6).fill({ ref: /^Té / }),
        },
      ],
    },
  ],
  otherAnswers: [
    {
      before: TABLE,
      content: TABLE.replace(/(;\d\d\/\d\d\/2026);\w$/gm, '$1$1'),
      given: ['--until', 'Nota', '--from', 'none'],
      answers: [
        {
          remedy: 'remove',
          printed: 'edit it',
          act: edited(['"column": "Hasta"', '"column": "Nota"']),
          paste: '--until "Nota"',
          offers: ENDS,
        },
        {
          remedy: 'remove',
          printed: 'or remove it to start again',
          act: ({ source }) => rmSync(join(source, 'mapping.json')),
          paste: `--until "Nota" ${FACTS.map((word) => JSON.stringify(word)).join(' ')}`.replaceAll(
            /"(--[a-z]+)"/g,
            '$1',
          ),
          offers: ENDS,
        },
      ],
    },
  ],
  misspeltIssuer: [
    {
      facts: OF_BANKS,
      content: banks('Banco Lenga'),
      given: ['--issuer', 'banca'],
      answers: [
        {
          remedy: 'column',
          printed: '"banco" is; name that column',
          paste: '--issuer "banco"',
          offers: slugs('banco-lenga'),
        },
        {
          remedy: 'column',
          printed: 'or, if "banca" issues all offers, add a word to the name',
          paste: '--issuer "banca nacional"',
          offers: Array(6).fill({ issuer: 'banca-nacional' }),
        },
      ],
    },
  ],
  noSuchColumn: [
    {
      content: TABLE,
      given: ['--until', 'Fin'],
      answers: [
        {
          remedy: 'columns',
          printed: 'the columns are "Código", "Oferta", "Descuento", "Hasta", "Nota"',
          paste: '--until "Hasta"',
          offers: ENDS,
        },
      ],
    },
  ],
  noSuchStatus: [
    {
      content: WITH_STATUS,
      given: ['--skip-status', 'pausado'],
      answers: [
        {
          remedy: 'statuses',
          printed: 'found in the table: "vencido"',
          paste: '--skip-status "vencido"',
          offers: [REFS[0], REFS[2]],
        },
      ],
    },
  ],
  joinedFigures: [
    {
      content: 'id;oferta;Descuento;Forma\nR-1;Té;10%;de cashback\nR-2;Pan;20%;de cashback\n',
      given: ['--value', 'Descuento + Forma'],
      answers: [
        {
          remedy: 'benefit',
          printed: '--benefit "Descuento + Forma"',
          isInstead: true,
          offers: [
            { benefit: { kind: 'cashback', value: 10 } },
            { benefit: { kind: 'cashback', value: 20 } },
          ],
        },
      ],
    },
  ],
  unknownKind: [
    ...(
      [
        ['amount,', 'amount', 500, 'CL'],
        ['cashback', 'cashback', 500, 'CL'],
        ['fixed_price', 'fixed_price', 500, 'CL'],
        ['installments', 'installments', 500, 'CL'],
        ['such as "Puntos as amount in cents"', 'amount in cents', 5, 'PE'],
      ] as const
    ).map(([printed, as, value, country]) => ({
      facts: ['--country', country, '--issuer', 'Shop'],
      content: FIGURES,
      given: ['--value', 'Puntos'],
      answers: [
        {
          remedy: 'kind',
          printed,
          paste: `--value "Puntos as ${as}"`,
          offers: [{ benefit: { kind: as.split(' ')[0], value } }, {}, {}],
        },
      ],
    })),
    {
      content: FIGURES.replace(/[05]0$/gm, ''),
      given: ['--value', 'Puntos'],
      answers: [
        {
          remedy: 'kind',
          printed: '--value "Puntos as percentage"',
          offers: [5, 3, 2].map((value) => ({ benefit: { kind: 'percentage', value } })),
        },
      ],
    },
  ],
  severalCurrencies: [
    {
      content: CURRENCIES,
      given: ['--value', 'Valor'],
      answers: [
        {
          remedy: 'kind',
          printed: '--value "Valor as percentage"',
          offers: [{ benefit: { value: 5 } }, { benefit: { value: null } }, { benefit: { value: null } }],
        },
        {
          remedy: 'signs',
          printed: 'add the signs',
          act: become(CURRENCIES.replace(';6', ';US$ 6').replace(';7', ';CLP 7')),
          offers: [{ benefit: { value: null } }, { benefit: { value: 6 } }, { benefit: { value: 7 } }],
        },
      ],
    },
  ],
  noCells: [
    {
      name: 'a.json',
      content: json((n) => ({ ...until(), more: [{ a: n }] })),
      given: ['--benefit', '/more'],
      answers: [
        {
          remedy: 'column',
          printed: 'name another column',
          paste: '--benefit "/discount"',
          offers: REFS.slice(0, 3),
        },
      ],
    },
  ],
  mappingMissing: [
    {
      content: TABLE,
      given: ['--mapping', 'SOURCE.json'],
      answers: [
        {
          remedy: 'propose',
          printed: 'import FILE --propose SOURCE.json writes a proposal',
          act: ({ file, source }) => offersBuild(['import', file, '--propose', `${source}.json`, ...FACTS]),
          paste: '--mapping SOURCE.json',
          isDaily: true,
          offers: REFS,
        },
      ],
    },
  ],
  mappingThere: [
    {
      before: TABLE,
      content: TABLE,
      given: ['--propose', 'SOURCE/mapping.json'],
      answers: [
        {
          remedy: 'replace',
          printed: 'use --replace',
          paste: '--propose SOURCE/mapping.json --replace --country CL --issuer "Banco Lenga"',
          isOnce: true,
          offers: REFS,
        },
        {
          remedy: 'replace',
          printed: 'or another name',
          paste: '--propose SOURCE.json',
          isOnce: true,
          offers: REFS,
        },
      ],
    },
  ],
}

/** A message of a row, whatever its facts are. */
function formOf(says: string): RegExp {
  const parts = says.split(/\{\w+\}|\n/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[^]*?'))
}

for (const [name, { code, says, remedies }] of Object.entries(REFUSALS)) {
  t.test(`${name}: what it prints works`, async (t) => {
    const cases = CASES[name as RefusalName]
    t.ok(cases.length > 0, `${name} has a case`)
    const followed = cases.flatMap((each) => each.answers.map(({ remedy }) => remedy))
    for (const remedy of Object.keys(remedies))
      t.ok(followed.includes(remedy), `${name} has a case for its remedy ${remedy}`)
    for (const each of cases)
      await followAnswers(t, each, { says: formOf(says), code: code === 'usage' ? 2 : 1 })
  })
}
