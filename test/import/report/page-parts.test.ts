// The parts of the page that `--report` writes: their texts and bounds.

import t from 'tap'
import { makeReady, type ReadyMapping } from '../../../import/mapping/load-mapping.ts'
import type { Mapping } from '../../../import/mapping/mapping.ts'
import type { OfferChanges } from '../../../import/report/changes-since.ts'
import { emptyImportReport, ImportCauses } from '../../../import/report/import-report.ts'
import { adviceFor, MEMBER_WORDS } from '../../../import/report/page/advice.ts'
import { type PageFacts, reportPage } from '../../../import/report/page/report-page.ts'
import { OperatorError } from '../../../lib/errors.ts'

const NOW = Date.parse('2026-09-10T08:30:59Z')

type Cell = [effect: 'rejected' | 'null', column: string, member: string, at: number, found: string]

/** A page of 5 rows and 3 offers, with these cells. */
function pageOf(cells: readonly Cell[], more: Partial<PageFacts> = {}): string {
  const causes = new ImportCauses()
  for (const [effect, column, member, at, found] of cells) {
    const expected = found === 'other' ? 'another text' : 'a text'
    causes.add(effect, { column, member, expected, found }, { file: at > 5000 ? 'b.csv' : 'a.csv', at })
  }
  const rejected = cells.filter(([effect]) => effect === 'rejected').length
  const counts = { unit: 'line', rows: 1234, offers: 3, rejected, causes: causes.list(), more: causes.more }
  const report = { ...emptyImportReport('source'), files: ['a.csv: CSV', 'UTF-8'], ...counts }
  return reportPage({
    report,
    cells: causes.cells(),
    failure: undefined,
    files: ['a.csv'],
    now: NOW,
    ...more,
  })
}

/** The visible text, with a space for each tag. */
function words(page: string): string {
  return page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text between header and footer. */
const main = (page: string) => words(/<main>.*<\/main>/s.exec(page)?.[0] ?? '')

t.test('the header names the files, the moment and the next step', async (t) => {
  const cases: [page: string, verdict: string, tone: string][] = [
    [pageOf([]), '3 offers imported, all cells understood. Nothing to do.', 'verdict good'],
    [
      pageOf([['null', 'Tope', 'benefit.cap', 2, 'x']]),
      '3 offers imported. Please check the cells below.',
      'verdict',
    ],
    [
      pageOf([['rejected', 'Banco', 'issuer', 2, 'nothing']]),
      '3 offers imported, 1 row left out. Please check the cells below.',
      'verdict',
    ],
    [
      pageOf([], { failure: new OperatorError('bad-source', 'a\n  b') }),
      'Nothing was imported. The published offers stay unchanged.',
      'verdict bad',
    ],
  ]
  for (const [page, verdict, tone] of cases) {
    const header = /<header>.*<\/header>/s.exec(page)?.[0] ?? ''
    t.equal(words(header), `Import report · 2026-09-10 08:30 UTC a.csv ${verdict}`)
    t.match(header, `<p class="${tone}">`)
  }
  const two = pageOf([], { files: ['a.csv', 'b.csv'] })
  t.match(two, '<title>Import of a.csv, b.csv</title>')
  t.match(two, '<h1>a.csv, b.csv</h1>')
  t.match(
    words(/<footer>.*<\/footer>/s.exec(two)?.[0] ?? ''),
    /^Offers Catalogue \d[^ ]*\. a\.csv: CSV\. UTF-8$/,
  )
})

t.test('counts stand out if something is left out or not understood', async (t) => {
  const tiles = (page: string) =>
    Array.from(
      page.matchAll(/<div class="tile ([^"]*)"><dd>([^<]*)<\/dd><dt>([^<]*)</g),
      ([, tone, count, what]) => [tone, count, what].join(' '),
    )
  t.strictSame(tiles(pageOf([])), [
    ' 1,234 rows read',
    ' 3 offers',
    ' 0 rows left out',
    ' 0 cells not understood',
  ])
  const bad = pageOf([
    ['rejected', 'Banco', 'issuer', 2, 'nothing'],
    ['null', 'Tope', 'benefit.cap', 3, 'x'],
    ['null', 'Tope', 'benefit.cap', 4, 'y'],
  ])
  t.strictSame(tiles(bad).slice(2), ['bad 1 row left out', 'warn 2 cells not understood'])
  const others = Array.from({ length: 101 }, (_, n): Cell => ['null', `${n}`, 'url', 2, 'x'])
  t.strictSame(tiles(pageOf(others)).slice(2), [' 0 rows left out', 'warn 101 cells not understood'])
  t.strictSame(
    tiles(pageOf([], { failure: new OperatorError('bad-source', 'a') })),
    [],
    'a refused import has no counts',
  )
})

t.test('a refusal is explained line by line, with the cells that led to it', async (t) => {
  const failure = new OperatorError('bad-source', 'first\n  1 < 2')
  const page = pageOf([['rejected', 'Banco', 'issuer', 2, 'nothing']], { failure })
  t.match(page, '<p>first</p><p>1 &lt; 2</p></section>')
  t.equal(
    main(page),
    'Why first 1 &lt; 2 Rows left out These rows are not published. An offer that was published before stays unchanged for some days. Banco 1 cell, read as the issuer Fill in the cell: every offer needs one. Expected: a text. Line Content 2 nothing',
  )
  t.match(
    main(pageOf([['null', 'Hasta', 'valid_until', 2, 'x']], { failure })),
    'Cells not understood These cells were not understood. Hasta',
    'nothing of a refused table is published',
  )
})

t.test('cells are grouped by column, rejected rows first, each text with its places', async (t) => {
  const page = pageOf([
    ['null', 'Tope', 'benefit.cap', 2, 'x'],
    ['null', 'Tope', 'benefit.cap', 1300, 'x'],
    ['null', 'Tope', 'benefit.cap', 4, 'y'],
    ['null', 'Otra', 'weird', 4, 'z'],
    ['rejected', 'Banco', 'issuer', 5, 'nothing'],
  ])
  const tiles = '1,234 rows read 3 offers 1 row left out 4 cells not understood'
  t.equal(
    main(page),
    `${tiles} Rows left out These rows are not published. An offer that was published before stays unchanged for some days. Banco 1 cell, read as the issuer Fill in the cell: every offer needs one. Expected: a text. Line Content 5 nothing Cells not understood These offers are published without the values of these cells. Nothing is guessed. Tope 3 cells, read as the maximum of the benefit Write one amount of money, or leave the cell empty if there is no maximum. Expected: a text. Line Content 2, 1,300 x 4 y Otra 1 cell, read as the weird Expected: a text. Line Content 4 z`,
  )
  t.match(page, '<td class="places">5</td><td><i>nothing</i> </td>')
  t.match(page, '<section aria-labelledby="rejected"><h2 id="rejected">')
  t.match(page, '<section aria-labelledby="null"><h2 id="null">')
})

t.test('several causes of one column are grouped, each with its expected value', async (t) => {
  const page = pageOf([
    ['null', 'Tope', 'benefit.cap', 2, 'x'],
    ['null', 'Tope', 'benefit.cap', 3, 'other'],
    ['null', 'Tope', 'url', 4, 'x'],
  ])
  t.match(
    main(page),
    'Tope 2 cells, read as the maximum of the benefit Write one amount of money, or leave the cell empty if there is no maximum. Line Content 2 x Expected: a text. 3 other Expected: another text. Tope 1 cell, read as the link Write an address that begins with https://, or leave the cell empty. Expected: a text. Line Content 4 x',
  )
})

t.test('if there are several files, each place names its file', async (t) => {
  const page = pageOf(
    [
      ['null', 'Tope', 'benefit.cap', 2, 'x'],
      ['null', 'Tope', 'benefit.cap', 5001, 'x'],
    ],
    { files: ['a.csv', 'b.csv'] },
  )
  t.match(main(page), 'Line Content a.csv 2, b.csv 5,001 x')
})

t.test('places and cells are bounded, and the others are counted', async (t) => {
  const same = Array.from({ length: 25 }, (_, n): Cell => ['null', 'Tope', 'benefit.cap', n + 1, 'x'])
  t.match(main(pageOf(same)), /Content 1, .*, 20 and 5 more x$/)
  t.match(main(pageOf(same.slice(0, 20))), /, 19, 20 x$/)
  const many = Array.from({ length: 12 }, (_, column) =>
    Array.from({ length: 250 }, (_, n): Cell => ['null', `c${column}`, 'url', n + 1, `x${n}`]),
  ).flat()
  const page = pageOf(many)
  t.equal(page.match(/class="places"/g)?.length, 2000)
  t.match(main(page), /c0 250 cells, .* and 50 more c1 250 cells/)
  t.match(main(page), /c11 250 cells, read as the link .* and 250 more$/)
})

const OFFER = { title: 'Menú', issuer: 'banco', ref: 'A-1' }
const none = { count: 0, listed: [] }

t.test('changes are listed in groups; short ones are open', async (t) => {
  const few: OfferChanges = {
    added: { count: 10, listed: [OFFER] },
    changed: { count: 1, listed: [{ ...OFFER, members: [{ name: 'title', before: 'Té', after: 'Menú' }] }] },
    gone: { count: 11, listed: [] },
  }
  const page = pageOf([], { changes: few })
  t.match(
    main(page),
    /Since the last import New 10 Menú banco · A-1 and 9 more Changed 1 Menú banco · A-1 title Té → Menú Gone 11 and 11 more$/,
  )
  t.strictSame(
    Array.from(page.matchAll(/<details class="card"( open)?>\n<summary>(\w+)/g), ([, open, name]) => [
      name,
      open !== undefined,
    ]),
    [
      ['New', true],
      ['Changed', true],
      ['Gone', false],
    ],
  )
  t.match(page, '<dd><del>Té</del> <span aria-hidden="true">→</span> <ins>Menú</ins></dd>')
  const gone = pageOf([], { changes: { added: none, changed: none, gone: { count: 1, listed: [OFFER] } } })
  t.match(main(gone), /Since the last import Gone 1 Menú banco · A-1$/)
  const same = pageOf([], { changes: { added: none, changed: none, gone: none } })
  t.match(main(same), /Since the last import No offer is new, changed or gone\.$/)
})

t.test('unused columns are listed with an example', async (t) => {
  const page = pageOf([], {
    unused: [
      { column: 'Notas', sample: 'llamar' },
      { column: 'Vacía', sample: '' },
    ],
  })
  t.match(
    main(page),
    /Columns not used These columns are not published\. Column Example Notas llamar Vacía empty$/,
  )
  t.match(page, '<th scope="row">Vacía</th><td><i>empty</i></td>')
  t.notMatch(pageOf([], { unused: [] }), 'Columns not used')
})

const mappingWith = (...dates: Mapping['formats']['dates']): ReadyMapping =>
  makeReady(
    {
      catalogue: { attribution: 'x', country: 'CL', time_zone: null },
      formats: { dates, decimal: null, currency: null },
      issuer_type: 'other',
      offer: {
        ...{ ref: { column: 'a' }, title: { column: 'b' }, issuer: { column: 'c' } },
        ...{ category: { constant: 'x' }, benefit: { worth: [], summary: null } },
      },
    },
    'm.json',
  )

t.test('each member has its advice', async (t) => {
  const fill = 'Fill in the cell: every offer needs one.'
  const cases: [member: string, advice: string | undefined][] = [
    ['ref', 'Fill in the cell with a text that no other row has.'],
    ...['title', 'issuer', 'category', 'benefit.summary'].map((name): [string, string] => [name, fill]),
    [
      'benefit.value',
      'Write one benefit with its figure, such as 20%, 2x1 or $ 5.000 off. A benefit without a single figure can stay: it is published as text, without a value.',
    ],
    ['benefit.cap', 'Write one amount of money, or leave the cell empty if there is no maximum.'],
    ['weekdays', 'Write only days of the week, or leave the cell empty if they are unknown.'],
    ['url', 'Write an address that begins with https://, or leave the cell empty.'],
    ['comunas', 'Write a name from the list of places, or leave the cell empty.'],
    ['cells', 'Delete this row.'],
    ['valid_from', 'Write a day, or leave the cell empty if there is none.'],
    ['number of cells', undefined],
  ]
  for (const [member, advice] of cases) t.equal(adviceFor(member, undefined), advice, member)
  const days: [ReadyMapping, such: string][] = [
    [mappingWith('DD/MM/YYYY'), ' such as 31/12/2026'],
    [mappingWith('MM/DD/YYYY', 'instant'), ' such as 12/31/2026'],
    [mappingWith('YYYY-MM-DD', 'YYYYMMDD'), ' such as 2026-12-31 or 20261231'],
    [mappingWith('excel'), ''],
  ]
  for (const [mapping, such] of days)
    t.equal(
      adviceFor('valid_until', mapping),
      `Write a day${such}, or leave the cell empty if there is none.`,
    )
  t.strictSame(MEMBER_WORDS, {
    ref: 'reference of the offer',
    'benefit.kind': 'kind of benefit',
    'benefit.currency': 'currency of the benefit',
    'benefit.summary': 'benefit as text',
    'benefit.value': 'value of the benefit',
    'benefit.cap': 'maximum of the benefit',
    'benefit.cap.value': 'maximum of the benefit',
    'benefit.cap.currency': 'currency of the maximum',
    weekdays: 'days of the week',
    url: 'link',
    comunas: 'places',
    valid_from: 'first day',
    valid_until: 'last day',
  })
})
