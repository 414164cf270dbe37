// Rows that lost cells or letters on their way: each is named, and none is withdrawn for it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { slugOf } from '../../import/cells/slug-of.ts'
import { splitJoined } from '../../import/tables/joined-cells.ts'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { fileOf, offersOf } from './import-table.ts'
import { changed, csvOf, firstDay, firstImport, HEADINGS, ROWS, refuses } from './two-days.ts'

t.setTimeout(BUSY_MS)

const lines = csvOf(ROWS).split('\r\n').slice(0, -1)
const csvWith = (change: (line: string, index: number) => string) =>
  lines.map((line, index) => `${index === 0 ? line : change(line, index - 1)}\r\n`).join('')

const rejectedIn = (source: string) =>
  readFileSync(join(source, 'rejected.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

t.test('a row whose cells are joined by another delimiter is rejected with its issuer and ref', async (t) => {
  for (const [name, delimiter] of [
    ['commas', ','],
    ['tabs', '\t'],
    ['strokes', '|'],
  ] as const)
    await t.test(name, async (t) => {
      const days = await firstDay(t)
      const join = (line: string) =>
        line.includes(',')
          ? line.replace(/[^;]*,[^;]*/, '"$&"').replaceAll(';', delimiter)
          : line.replaceAll(';', delimiter)
      writeFileSync(
        days.file,
        csvWith((line, index) => (index % 3 === 1 ? join(line) : line)) +
          'Válido hasta agotar stock, no acumulable, en tiendas\r\nTotal, 40\r\n',
      )
      const { code, stdout, stderr } = await days.importAgain()
      t.equal(code, 0, stderr)
      t.match(stdout, '13 × the row (cells): found line 3 "R-101')
      t.match(stdout, 'expected 9 cells, separated by ";", as in the heading; they are separated by')
      t.match(stdout, '27 offers from 42 rows, 13 rejected, 1 with totals, 1 with notes')
      t.strictSame(
        rejectedIn(days.source).map(({ issuer, ref }) => ({ issuer, ref })),
        ROWS.filter((_, index) => index % 3 === 1).map(({ Banco, Código }) => ({
          issuer: slugOf(Banco),
          ref: Código,
        })),
      )
      // By these two the build knows the offers of rejected rows, whatever has joined the cells.
      if (delimiter === ',') t.equal((await days.publish(12)).size, 40, 'none is withdrawn')
    })
})

t.test('a row of nothing but another delimiter is empty', async (t) => {
  const days = await firstDay(t)
  writeFileSync(days.file, `${csvOf(ROWS)}${','.repeat(8)}\r\n`)
  const { code, stdout, stderr } = await days.importAgain()
  t.equal(code, 0, stderr)
  t.match(stdout, '40 offers from 41 rows, 1 empty')
})

t.test('the joined cells of a row of a workbook are those of its only filled cell', async (t) => {
  const row = splitJoined([null, 'R-1;Banco Lenga;Local 1;20%'], 4, undefined)
  t.strictSame(row, { joinedBy: ';', cells: ['R-1', 'Banco Lenga', 'Local 1', '20%'] })
})

t.test('a row that ends before a column of the mapping is rejected, if the others are full', async (t) => {
  const days = await firstDay(t)
  const cut = (line: string, cells: number) => line.split(';').slice(0, cells).join(';')
  writeFileSync(
    days.file,
    csvWith((line, index) => (index % 4 === 1 ? cut(line, index === 1 ? 1 : 4) : line)),
  )
  const { code, stdout, stderr } = await days.importAgain()
  t.equal(code, 0, stderr)
  t.match(stdout, '9 × the row (cells): found line 7 "4 cells: R-105 …"')
  t.match(stdout, 'expected all cells: the row ends before Beneficio')
  t.match(
    stdout,
    '1 × the row (cells): found line 3 "1 cell: R-101 …"; expected all cells: the row ends before Banco',
  )
  t.match(stdout, '30 offers from 40 rows, ')
  t.equal((await days.publish(12)).size, 40)
})

t.test('if rows of a table end at their last filled cell, empty ends are null, and named', async (t) => {
  const short = (line: string, index: number) =>
    index % 4 === 1 ? line.split(';').slice(0, 8).join(';') : line
  const { stdout } = await (await firstImport(t, () => {}, csvWith(short))).importAgain()
  t.notMatch(stdout, 'rejected')
  t.match(
    stdout,
    /Cells not understood, published as null:\n {2}10 × the row \(cells\): found line 3 "8 cells: R-101 …"/,
  )
  t.match(stdout, 'expected all cells: the row ends before Comuna')
  const first = await offersBuild([
    ...[
      'import',
      fileOf(
        t,
        'first.csv',
        csvWith((line, index) => (index === 5 ? short(line, 1) : line)),
      ),
    ],
    ...['--source', join(t.testdirName, 'new'), '--country', 'CL', '--attribution', 'A'],
  ])
  t.match(first.stdout, '1 × the row (cells): found line 7 "8 cells: R-105 …"', 'on the first day, too')
})

t.test(
  'a second column of a heading that the mapping names is refused on the day when it appears',
  async (t) => {
    const days = await firstDay(t)
    const twice = csvOf(ROWS).replace(/^(R-\d+)?(.*?)(\r?)$/gm, (_, ref, rest, end) =>
      ref === undefined ? `Hasta;${rest}${end}` : `01/01/2027;${ref}${rest}${end}`,
    )
    await refuses(t, days, twice.replace(/^Hasta;\r?\n?$/gm, ''), [
      '"Hasta (2)" is new, and may say something of the offers',
      '--ignore "Hasta (2)" leaves it out, if the first is the right one',
    ])
  },
)

t.test('a heading that was there twice from the first day on is read as before', async (t) => {
  const text = `${HEADINGS.join(';')};Hasta\r\n${ROWS.map((row) => `${HEADINGS.map((heading) => row[heading]).join(';')};x\r\n`).join('')}`
  const days = await firstImport(t, () => {}, text)
  t.equal((await days.importAgain()).code, 0)
  await refuses(t, days, csvOf(ROWS), ['found 1 column "Hasta", expected 2, as the mapping knows'])
})

t.test('rows that only a return ends are rows', async (t) => {
  const text = lines.map((line, index) => line + (index % 3 === 2 ? '\r' : '\r\n')).join('')
  const days = await firstImport(t, () => {}, text)
  t.equal(offersOf(days.source).length, 40)
  const ofMac = await firstImport(t, () => {}, `${lines.join('\r')}\r`)
  t.equal(offersOf(ofMac.source).length, 40, 'as on an old Mac')
  // The returns begin after the sample by which line ends are detected.
  const many = changed(() => ({ Comercio: 'El Fogón'.padEnd(2000) }))
  const late = csvOf(many).replace(/\r\n(?=R-13[68])/g, '\r')
  const { stdout } = await offersBuild([
    ...['import', fileOf(t, 'late.csv', late), '--source', join(t.testdirName, 'late')],
    ...['--country', 'CL', '--attribution', 'A'],
  ])
  t.match(stdout, '40 offers from 40 rows')
})

const MISREAD: readonly (readonly [name: string, misread: (text: string) => string])[] = [
  ['UTF-8 as Windows-1252', (text) => new TextDecoder('windows-1252').decode(Buffer.from(text))],
  ['UTF-8 as Mac Roman', (text) => new TextDecoder('macintosh').decode(Buffer.from(text))],
  ['as ASCII', (text) => text.replace(/\P{ASCII}/gu, '\ufffd')],
]

t.test('text that was decoded in a wrong encoding is refused before it gets an id', async (t) => {
  const command = (file: string) => [
    ...['import', file, '--source', join(t.testdirName, 'none'), '--country', 'CL', '--attribution', 'A'],
  ]
  for (const [name, misread] of MISREAD) {
    const all = await offersBuild(command(fileOf(t, 'all.csv', misread(csvOf(ROWS)))))
    t.equal(all.code, 1, name)
    t.match(all.stderr, /all\.csv: found the heading ".*digo", decoded in a wrong encoding before/)
    const rows = csvWith((line, index) => (index % 2 === 1 ? misread(line) : line))
    const some = await offersBuild(command(fileOf(t, 'some.csv', rows)))
    t.equal(some.code, 1, name)
    t.match(some.stderr, /found text in a wrong encoding in 20 of 40 rows; nothing was written/)
    const one = csvWith((line, index) => (index === 3 ? misread(line) : line))
    const days = await firstImport(t, () => {}, one)
    t.equal(offersOf(days.source).length, 39, 'a row alone is rejected')
    t.match(rejectedIn(days.source), [{ issuer: null, ref: 'R-103', errors: [{ field: 'encoding' }] }])
  }
})

t.test('a file in two encodings is refused by name', async (t) => {
  const half = Buffer.concat(
    lines.map((line, index) => Buffer.from(`${line}\r\n`, index > 20 ? 'latin1' : 'utf8')),
  )
  const { stderr, code } = await offersBuild([
    ...['import', fileOf(t, 'half.csv', half), '--source', join(t.testdirName, 'half'), '--country', 'CL'],
  ])
  t.equal(code, 1)
  t.match(stderr, 'half.csv: found the heading "CÃ³digo", UTF-8 in a file that is Windows-1252 elsewhere')
})

t.test('a lost letter in a title is only ugly', async (t) => {
  const days = await firstImport(
    t,
    () => {},
    csvOf(changed((_, n) => (n === 3 ? { Comercio: 'Jam\ufffdn' } : {}))),
  )
  t.equal(offersOf(days.source).length, 40)
})

t.test('letters and signs as people write them are no fault', async (t) => {
  const texts = [
    'MAÇÃ',
    '“AMANHÔ',
    'CAFÉ…',
    '„MENÜ“',
    '«ÁÉÍ»',
    'PŔ',
    '€ 5',
    'ÎLE',
    '√',
    'Ñandú',
    'Скидка',
    '割引',
  ]
  const root = t.testdir({})
  for (const [index, text] of texts.entries()) {
    const table = csvOf(changed(() => ({ Categoría: text })).slice(0, 4))
    const source = join(root, `${index}`)
    const { code, stderr } = await offersBuild([
      ...['import', fileOf(t, `${index}.csv`, table), '--source', source],
      ...['--country', 'CL', '--attribution', 'A'],
    ])
    t.equal(code, 0, stderr)
    t.equal(offersOf(source).length, 4, text)
  }
  const all = changed((_, index) => ({ Categoría: texts[index % texts.length] ?? '' }))
  const days = await firstImport(t, () => {}, csvOf(all))
  t.equal((await days.publish(11)).size, 40, 'and they are published')
})
