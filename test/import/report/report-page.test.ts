// The report of an import as a page: its texts and its accessibility.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import t, { type Test } from 'tap'
import { knownOffers } from '../../../import/report/changes-since.ts'
import { offersBuild } from '../../build/support/program.ts'
import { openTab, startChromium, withoutChromium } from '../../helpers/chromium.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { csvText, HEADINGS, offersOf, ROWS } from '../import-table.ts'

t.setTimeout(MINUTE_MS)

const ANSWERS = ['--country', 'CL', '--attribution', 'Ñandú']
/** An incomplete tag, because complete tags are removed when a cell is read. */
const MARKUP = "1 < 2 & '3' <script src=x "

function withNotes(rows: readonly (readonly string[])[], note: string): string {
  return [[...HEADINGS, 'Notas'], ...rows.map((row) => [...row, note])]
    .map((row) => `${row.join(';')}\n`)
    .join('')
}

/** Imports tables, one after the other, into the same source. */
async function pagesOf(t: Test, ...tables: string[]) {
  const root = t.testdir({})
  const page = join(root, 'report.html')
  const pages: string[] = []
  const codes: number[] = []
  for (const table of tables) {
    writeFileSync(join(root, 'a.csv'), table)
    const words = [
      'import',
      join(root, 'a.csv'),
      '--source',
      join(root, 'source'),
      '--quiet',
      '--report',
      page,
    ]
    const { code } = await offersBuild([...words, ...ANSWERS], Date.parse('2026-09-10T08:30:00Z'))
    codes.push(code)
    pages.push(readFileSync(page, 'utf8'))
  }
  return { pages, codes, page, source: join(root, 'source') }
}

/** The visible text, with a space for each tag. */
function words(page: string | undefined): string {
  return (page ?? '')
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const blankIssuer = (row: readonly string[] | undefined) => (row ?? []).with(1, '')

t.test('lists cells by row and column, with their content and what to write instead', async (t) => {
  const { pages, codes } = await pagesOf(t, withNotes([...ROWS, blankIssuer(ROWS[0])], 'llamar'))
  t.same(codes, [0])
  const text = words(pages[0])
  t.match(text, 'Import report · 2026-09-10 08:30 UTC a.csv 3 offers imported, 1 row left out.')
  t.match(text, 'Banco 1 cell, read as the issuer Fill in the cell: every offer needs one.')
  t.match(text, 'Line Content 5 nothing')
  t.match(
    text,
    'Hasta 1 cell, read as the last day Write a day such as 31/12/2026, or leave the cell empty if there is none. Expected: a day (DD/MM/YYYY). Line Content 4 pronto',
  )
  t.match(text, 'Columns not used These columns are not published. Column Example Notas llamar')
  t.notMatch(text, 'Since the last import', 'the first import has nothing to compare with')
  t.match(pages[0], '<html lang="en">')
  t.notMatch(pages[0], /<script|<link|<img|src=|href=|url\(/, 'the page needs no other file')
})

t.test('lists new, changed and gone offers since the last import', async (t) => {
  const [first = [], second = [], third = []] = ROWS
  const changed = second.with(4, '3x2').with(7, '31/10/2026')
  const { pages } = await pagesOf(
    t,
    csvText([first, second]),
    csvText([first, second]),
    csvText([changed, third]),
  )
  t.match(words(pages[1]), 'Since the last import No offer is new, changed or gone.')
  t.match(words(pages[1]), '2 offers imported, all cells understood. Nothing to do.')
  const text = words(pages[2])
  t.match(text, 'New 1 $ 5.000 de descuento · Óptica Raulí banco-nandu · A-3')
  t.match(text, 'Changed 1 3x2 · Cine Pehuén banco-nandu · A-2 title 2x1 · Cine Pehuén → 3x2 · Cine Pehuén')
  t.match(text, 'value of the benefit 2 → 1.5')
  t.match(text, 'last day 2026-10-15 → 2026-10-31')
  t.match(text, 'Gone 1 20% · El Fogón banco-nandu · A-1')
})

t.test('is also written if the import is refused', async (t) => {
  const bad = [ROWS[0] ?? [], blankIssuer(ROWS[1]), blankIssuer(ROWS[2])]
  const { pages, codes } = await pagesOf(t, csvText(bad), '<html>')
  t.same(codes, [1, 1])
  t.match(
    words(pages[0]),
    'Nothing was imported. The published offers stay unchanged. Why 2 of 3 rows are rejected',
  )
  t.match(words(pages[0]), 'Line Content 3, 4 nothing')
  t.match(words(pages[1]), 'found an HTML page, expected a table')
})

t.test('the content of a table is text, and its length is bounded', async (t) => {
  const [first = [], second = []] = ROWS
  const rows = Array.from({ length: 3000 }, (_, row) => {
    const text = `${MARKUP} \u202e ${row} ${'x'.repeat(500)}`
    return (row % 2 === 0 ? first : second)
      .with(0, `B-${row}`)
      .with(7, text)
      .with(5, text)
      .with(9, `\u009b${row}`)
  })
  const { pages, codes } = await pagesOf(t, withNotes(rows, MARKUP))
  t.same(codes, [0])
  const [page = ''] = pages
  t.notMatch(page, /<script/)
  t.notMatch(page, /[\u202e\u009b]/)
  t.match(page, '1 &lt; 2 &amp; &#39;3&#39; &lt;script src=x')
  t.match(words(page), /Hasta 3,000 cells, read as the last day .* and 2,800 more/)
  t.ok(page.length < 1_000_000, `${page.length} characters`)
})

t.test('offers that are too large, or not made by an import, are not compared', async (t) => {
  const { source } = await pagesOf(t, csvText(ROWS))
  t.equal((await knownOffers(source))?.size, offersOf(source).length)
  t.equal(await knownOffers(source, 100), undefined)
  writeFileSync(join(source, 'offers.ndjson'), '[1]\n')
  t.equal(await knownOffers(source), undefined)
  t.equal(await knownOffers(join(source, 'none')), undefined)
})

t.test(
  'browser and axe find no faults; a phone does not scroll sideways',
  { skip: withoutChromium },
  async (t) => {
    const long = ROWS.map((row) => row.with(7, 'x'.repeat(150)))
    const { page: path } = await pagesOf(
      t,
      withNotes(ROWS, 'n'),
      withNotes([...long, blankIssuer(ROWS[0])], 'n'),
    )
    const browser = await startChromium(t)
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width: 360, height: 740 }
      const { page, complaints } = await openTab(browser, t, { colorScheme, viewport })
      await page.goto(`file://${path}`)
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      await page.evaluate(axe.source)
      const violations =
        await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 120)).join('\\n')))`)
      t.same(violations, [], colorScheme)
      t.same(complaints, [])
    }
  },
)
