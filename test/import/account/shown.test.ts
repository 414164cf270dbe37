// What a workbook or a text file shows of a cell beyond its letters: raised and struck runs, links, formulas of text.

import { type CellStyle, writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

interface Run {
  text: string
  font?: { strikethrough?: boolean; vertAlign?: 'superscript' | 'subscript' }
}

interface Look {
  richText?: Run[]
  style?: CellStyle
  hyperlink?: { target: string }
}

/** A workbook of texts, some of which look otherwise: `row,column`, counted from 0. */
async function bookOf(rows: (string | null)[][], looks: Readonly<Record<string, Look>> = {}) {
  const cells = new Map(
    Object.entries(looks).map(([place, look]) => {
      const [row = 0, column = 0] = place.split(',').map(Number)
      return [place, { value: rows[row]?.[column] ?? null, ...look }]
    }),
  )
  return writeXlsx({ sheets: [{ name: 'S', rows, cells }] })
}

const raised = (
  text: string,
  mark: string,
  vertAlign: 'superscript' | 'subscript' = 'superscript',
): Look => ({
  richText: [{ text }, { text: mark, font: { vertAlign } }],
})
const struck: CellStyle = { font: { strikethrough: true } }
const HEADINGS = ['Código', 'Oferta', 'Precio', 'Tope', 'Hasta']
const row = (code: string, title: string, price: string, cap = '') => [code, title, price, cap, '31/12/2026']

t.test('raised, lowered and struck digits are no part of a number', async (t) => {
  const rows = [
    HEADINGS,
    row('P1', 'Leche', '199'),
    row('P2', 'Pan', '95'),
    row('P3', 'Té', '$ 2.990'),
    row('P4', 'Miel', '$ 52'),
  ]
  const looks = {
    '1,2': raised('1', '99'),
    '2,2': { richText: [{ text: '9', font: { strikethrough: true } }, { text: '5' }] },
    '4,2': raised('$ 5', '2', 'subscript'),
    '3,1': raised('Té', '1'),
  }
  const days = daysOf(t, 'a.xlsx', await bookOf(rows, looks))
  const { code, stdout, stderr } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  for (const found of ['"1⁹⁹"', '"~~9~~5"', '"$ 5₂"']) t.match(stdout, found)
  t.match(days.offers(), [
    { benefit: { value: null } },
    { benefit: { value: null } },
    { title: 'Té¹', benefit: { value: 2990 } },
    { benefit: { value: null } },
  ])
  const typed = daysOf(
    t,
    'a.csv',
    `${HEADINGS.join(';')}\nP1;Leche;1⁹⁹;;31/12/2026\nP2;Pan;5;$ 500²;31/12/2026\n`,
  )
  t.equal((await typed.run(...FACTS)).code, 0)
  t.match(typed.offers(), [{ benefit: { value: null } }, { benefit: { value: 5 } }])
})

t.test('a row that is struck through is asked about like a status', async (t) => {
  const rows = [
    HEADINGS,
    row('P1', 'Leche', '$ 990'),
    row('P2', 'Pan', '$ 4.990'),
    row('P3', 'Té', '$ 2.990'),
  ]
  const isStruck = Object.fromEntries([0, 1, 2, 4].map((column) => [`2,${column}`, { style: struck }]))
  const content = await bookOf(rows, isStruck)
  const asked = await daysOf(t, 'a.xlsx', content).run(...FACTS)
  t.equal(asked.code, 2)
  t.match(asked.stderr, 'by "struck through", 1 of 3 rows are not running')
  const answers: [answer: string, refs: string[]][] = [
    ['"struck"', ['P1', 'P3']],
    ['"none"', ['P1', 'P2', 'P3']],
  ]
  for (const [answer, refs] of answers) {
    const days = daysOf(t, 'a.xlsx', content)
    t.equal((await days.run(...FACTS, '--skip-status', ...pasted(t, asked.stderr, answer))).code, 0)
    t.strictSame(
      (days.offers() as { ref: string }[]).map(({ ref }) => ref),
      refs,
    )
    days.change(await bookOf(rows))
    t.equal((await days.run()).code, 0, 'a day without such a row')
  }
  const later = daysOf(t, 'a.xlsx', await bookOf(rows))
  t.equal((await later.run(...FACTS)).code, 0)
  later.change(content)
  const refused = await later.run()
  t.equal(refused.code, 1)
  t.match(refused.stderr, '"struck through" is new')
})

t.test('an address behind a text is read if no column shows addresses', async (t) => {
  const link = (n: number) => ({ hyperlink: { target: `https://shop.example/${n}` } })
  const rows = [
    ['Deal ID', 'Deal', 'Discount', 'Ends', 'Link'],
    ...[1, 2, 3].map((n) => [`D${n}`, `Menu of day ${n}`, '5%', '12/31/2026', 'see offer']),
  ]
  const facts = ['--country', 'US', '--issuer', 'Club', '--time-zone', 'America/New_York']
  const own = daysOf(t, 'a.xlsx', await bookOf(rows, { '1,4': link(1), '2,4': link(2), '3,4': link(3) }))
  const first = await own.run(...facts)
  t.equal(first.code, 0)
  t.notMatch(first.stdout, '(link)', 'no other column has them')
  t.match(
    own.offers(),
    [1, 2, 3].map((n) => ({ url: `https://shop.example/${n}` })),
  )
  const bare = rows.map((cells) => cells.slice(0, 4))
  const titles = daysOf(t, 'a.xlsx', await bookOf(bare, { '1,1': link(1), '3,1': link(3) }))
  t.equal((await titles.run(...facts)).code, 0)
  t.match(titles.offers(), [
    { title: 'Menu of day 1', url: 'https://shop.example/1' },
    { url: null },
    { title: 'Menu of day 3', url: 'https://shop.example/3' },
  ])
  const shown = rows.map((cells, n) =>
    n === 0 ? cells : [...cells.slice(0, 4), `https://other.example/${n}`],
  )
  const both = daysOf(t, 'a.xlsx', await bookOf(shown, { '1,1': link(1) }))
  t.equal((await both.run(...facts)).code, 0)
  t.match(both.offers()[0], { url: 'https://other.example/1' })
})

t.test('a text that is written as a formula is what Excel shows', async (t) => {
  const days = daysOf(
    t,
    'a.csv',
    '="Código";Oferta;Descuento;Hasta\n="0101";="Café ""Sur""";="20%";31/12/2026\n="0107";=1+1;15%;31/12/2026\n',
  )
  const { code, stderr } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  t.match(days.offers(), [
    { ref: '0101', title: 'Café "Sur"', benefit: { value: 20 } },
    { ref: '0107', title: '=1+1' },
  ])
})

t.test('formats of numbers decide nothing about typed amounts', async (t) => {
  const rows = [
    ['Nr', 'Angebot', 'Rabatt', 'Höchstbetrag', 'Gültig bis'],
    ['P0', 'Kinokarte', 0.125, '1.500 €', '31.12.2026'],
    ['P1', 'Therme', 0.175, '850 €', '31.12.2026'],
  ]
  const cells = new Map(['1,2', '2,2'].map((place) => [place, { style: { numFmt: '0.0%' } }]))
  const days = daysOf(t, 'a.xlsx', await writeXlsx({ sheets: [{ name: 'S', rows, cells }] }))
  t.equal((await days.run('--country', 'DE', '--issuer', 'Club')).code, 0)
  t.match(days.offers(), [
    { benefit: { value: 12.5, cap: { value: 1500 } } },
    { benefit: { value: 17.5, cap: { value: 850 } } },
  ])
})
