// Text with delimiters as rows.

import t from 'tap'
import { readTable } from './read-table.ts'

t.test('each row has the number of the line on which it begins', async (t) => {
  const text = 'Banco Ñandú\n\nid;oferta\n1;"Menú\ndel día"\n\n2;Cine\n'
  const { table, rows } = await readTable(t, 'a.csv', text)
  t.strictSame(rows, [
    [4, '1', 'Menú\ndel día'],
    [7, '2', 'Cine'],
  ])
  t.strictSame(table, {
    file: 'a.csv',
    about: ['a.csv: CSV, UTF-8, cells separated by ;'],
    unit: 'line',
    columns: ['id', 'oferta'],
    heads: ['id', 'oferta'],
    above: [],
    repeated: {},
    headingCells: 2,
    usualCells: 2,
    delimiter: ';',
    reading: { encoding: 'utf-8', delimiter: ';', headings: 3 },
  })
})

t.test('a line break of two characters within a cell is one line break', async (t) => {
  const text = 'id;oferta\r\n1;"Menú\r\ndel día"\r\n2;"a\nb\rc"\r\n3;Cine\r\n'
  const { rows } = await readTable(t, 'a.csv', text)
  t.strictSame(
    rows.map(([at]) => at),
    [2, 4, 7],
  )
  await t.rejects(readTable(t, 'a.csv', `${text}4;"`), { message: 'in or after line 8' })
})

t.test('a line that declares the delimiter counts as a line', async (t) => {
  const { rows, table } = await readTable(t, 'a.csv', 'sep=|\r\nid|oferta;\r\n1|Menú;\r\n')
  t.strictSame(rows, [[3, '1', 'Menú;']])
  t.match(table, { columns: ['id', 'oferta;'], delimiter: '|' })
})

t.test(
  'a line may end with two returns and a line feed, also where the file is read in pieces',
  async (t) => {
    const long = 'x'.repeat(70_000)
    for (const shift of ['', 'x', 'xx']) {
      const { rows } = await readTable(
        t,
        'a.csv',
        `id,oferta\r\r\n"1","a ""b"", c"\r\r\n${`2,${shift}${long}\r\r\n`.repeat(3)}"3",d\r\r\n`,
      )
      t.strictSame(rows[0], [2, '1', 'a "b", c'])
      t.strictSame(rows.at(-1), [6, '3', 'd'])
      t.equal(rows.length, 5)
    }
  },
)

t.test('a quotation mark within a text is an ordinary character', async (t) => {
  const { rows } = await readTable(t, 'a.csv', 'id;oferta\n1;Pizza 12" grande\n2;"Menú ""del día"""\n')
  t.strictSame(rows, [
    [2, '1', 'Pizza 12" grande'],
    [3, '2', 'Menú "del día"'],
  ])
})

t.test('a large file is read in batches, of some hundred rows each', async (t) => {
  const text = `id;oferta\n${Array.from({ length: 1200 }, (_, index) => `${index};Menú\n`).join('')}`
  const { rows, batches } = await readTable(t, 'a.csv', text)
  t.strictSame([rows.length, rows[0], rows.at(-1)], [1200, [2, '0', 'Menú'], [1201, '1199', 'Menú']])
  t.equal(batches, 3)
})

t.test('the delimiter that gives the largest share of rows of equal width is used', async (t) => {
  const cases: [text: string, delimiter: string][] = [
    ['id;oferta\n1;10%, 20%\n2;5%, 15%\n', ';'],
    ['id,oferta\n1,Menú; té\n2,Cine; té\n3,Pan\n', ','],
    ['id\toferta\n1\tMenú, té\n2\tCine, té\n', '\t'],
    ['id|oferta|banco\n1|a;b|c\n2|d;e|f\n', '|'],
    ['id;oferta;banco\n1;a, b;c\n2;a, b;c\n', ';'],
    ['oferta,banco\nMenú\nCine\nPan\n', ','],
    ['SEP=|\nid|a;b;c\n1|d;e;f\n', '|'],
    [`id;oferta\n1;${'a,'.repeat(30)}\n${'2;Té\n'.repeat(4)}`, ';'],
    [`id,oferta,texto\n${'1,10%,"<ul>\n<li a;b;c;d>\n</ul>"\n'.repeat(2)}`, ','],
    ['id| oferta\n1| "Té ""a|b"""\n', '|'],
    // The sample ends within the last cell.
    [`id,oferta\n${'1,Té\n'.repeat(9)}2,"${'x; '.repeat(30_000)}"\n`, ','],
  ]
  for (const [text, delimiter] of cases) {
    const { table } = await readTable(t, 'a.csv', text)
    t.equal(table.delimiter, delimiter, JSON.stringify(text.slice(0, 100)))
    t.match(table.about[0], delimiter === '\t' ? /cells separated by tabs$/ : `separated by ${delimiter}`)
  }
})

t.test('an unclosed quotation mark, or a row without end, is reported with its line', async (t) => {
  const many = Array.from({ length: 2000 }, (_, index) => `${index};Menú\n`).join('')
  const cases: [text: string, line: number, isLong?: boolean][] = [
    ['id;oferta\n1;Menú\n2;Cine\n3;"Pan\n4;Té\n', 4],
    ['"id;oferta\n1;Menú\n', 1],
    ['id;oferta\n1;"Menú\ndel día"\n2;"Cine', 4],
    [`id;oferta\n${many}x;"Pan\n`, 2002],
    [`id;oferta\n1;Menú\n2;"${'x'.repeat(1_100_000)}"\n3;Té\n`, 3, true],
    [`id;oferta\n1;Menú\n2;${'x'.repeat(1_100_000)}\n3;Té\n`, 3, true],
  ]
  const unclosed = 'a quotation mark that is opened and never closed'
  for (const [text, line, isLong] of cases) {
    const [found, advice] = isLong
      ? [`a row of more than 1000000 characters, or ${unclosed}`, '']
      : [unclosed, '; if the file is cut off there, get it again']
    const message = `a.csv: found ${found}, in or after line ${line}; expected rows of cells${advice}`
    const failure = { code: 'bad-source', message }
    await t.rejects(readTable(t, 'a.csv', text), failure)
  }
})

t.test('encodings', async (t) => {
  const text = 'id;oferta\n1;Ñandú\n'
  const cases: [bytes: Buffer, encoding: string, name: string][] = [
    [Buffer.from(text), 'utf-8', 'UTF-8'],
    [Buffer.from(`\uFEFF${text}`), 'utf-8', 'UTF-8'],
    [Buffer.from(text, 'latin1'), 'windows-1252', 'Windows-1252'],
    [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le', 'UTF-16'],
    [Buffer.from(text, 'utf16le'), 'utf-16le', 'UTF-16'],
    [Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'utf-16be', 'UTF-16 (big-endian)'],
    [Buffer.from(text, 'utf16le').swap16(), 'utf-16be', 'UTF-16 (big-endian)'],
  ]
  for (const [bytes, encoding, name] of cases) {
    const { table, rows } = await readTable(t, 'a.csv', bytes)
    t.strictSame(rows, [[2, '1', 'Ñandú']], name)
    t.equal(table.reading.encoding, encoding)
    t.strictSame(table.about, [`a.csv: CSV, ${name}, cells separated by ;`])
  }
  // A mark decides, even if the bytes have no zeros, or are broken.
  const wide = Buffer.from(`\uFEFF${'ñ日'.repeat(20)}`, 'utf16le')
  t.match((await readTable(t, 'a.csv', wide, { headings: 0 })).table.about[0], /UTF-16/)
  const broken = Buffer.concat([Buffer.from('\uFEFFid;oferta\n1;'), Buffer.from('Ñ', 'latin1')])
  await t.rejects(readTable(t, 'a.csv', broken), { message: /not text in UTF-8/ })
  const latin = await readTable(t, 'a.csv', Buffer.from('id;oferta\n1;Café', 'latin1'))
  t.strictSame(latin.rows, [[2, '1', 'Café']], 'a last byte that would start a character of UTF-8')
  const plain = await readTable(t, 'a.csv', 'id;oferta\n1;Menu\n', { encoding: 'windows-1252' })
  t.strictSame(plain.rows, [[2, '1', 'Menu']], 'ASCII is the same in both')
  const misread: [text: string, encoding: string, message: RegExp][] = [
    [
      text,
      'windows-1252',
      /^\/.*a\.csv: found UTF-8, expected Windows-1252; change \/read\/encoding in the mapping, or remove it$/,
    ],
    ['id;oferta\n1;Me\0nú\n', 'utf-8', /a\.csv: found a NUL byte in line 2; a NUL is no text/],
    [
      text.slice(0, 11),
      'utf-16le',
      /found bytes that are not text in UTF-16 in line 1\nexport it as CSV in UTF-8\nor remove/,
    ],
  ]
  for (const [bytes, encoding, message] of misread)
    await t.rejects(readTable(t, 'a.csv', bytes, { encoding }), { code: 'bad-source', message })
  // "glänzend" and "Grün" in a code page of DOS.
  for (const dos of ['gl\u0084nzend', 'Gr\u0081n'])
    await t.rejects(readTable(t, 'a.csv', Buffer.from(`id;oferta\n1;${dos}\n`, 'latin1')), {
      message:
        /found letters such as .{3}, which are not text in Windows-1252, in line 2; export it as CSV in UTF-8/,
    })
  await t.rejects(readTable(t, 'a.csv', Buffer.from(text, 'latin1'), { encoding: 'utf-8' }), {
    message:
      /a\.csv: found bytes that are not text in UTF-8 in line 2\nexport it as CSV in UTF-8\nor remove \/read\/encoding from the mapping: it is detected then$/,
  })
})

t.test('a file that ends in the middle of a row is cut off', async (t) => {
  const advice = 'the file is cut off; get it again, or end its last line if it is whole'
  const cases: [text: string, found: string][] = [
    ['id;oferta;banco\n1;Menú;A\n2;Ci', 'line 3: found 2 cells without a line end, "2 | Ci"'],
    ['id;oferta;banco\r\n1;Menú;A\r\n\r\n2', 'line 4: found 1 cells without a line end, "2"'],
    ['id;oferta;banco\n1;Me', 'line 2: found 2 cells without a line end, "1 | Me"'],
    [
      `id;oferta;banco\n${'1;Menú;A\n'.repeat(500)}2;C`,
      'line 502: found 2 cells without a line end, "2 | C"',
    ],
    [
      `id;oferta;banco\n${'1;Menú;A\n'.repeat(498)}2;C`,
      'line 500: found 2 cells without a line end, "2 | C"',
    ],
    ['id;oferta;banco\n1;Menú;A\n2;Cine;B\n;x', 'line 4: found 2 cells without a line end, " | x"'],
    ['A-1;5;A\nA-2;6;B\nA-3;7', 'line 3: found 2 cells without a line end, "A-3 | 7"'],
  ]
  for (const [text, found] of cases) {
    const message = `a.csv, ${found}, expected 3: ${advice}`
    const reading = text.startsWith('A') ? { headings: 0 } : {}
    await t.rejects(readTable(t, 'a.csv', text, reading), { code: 'bad-source', message })
  }
})

t.test('a file is not cut off if its last row is whole, or as short as all others', async (t) => {
  const whole = [
    'id;oferta;banco\n1;Menú\n2;Cine\n3;Té',
    'id;oferta;banco\n1;Menú;A\n2;Cine;B\n;',
    'Ofertas\n\nid;oferta;banco',
    'id;oferta;banco\n1;Menú;A\n2;Cine;',
    'id;oferta;banco\n1;Menú;A\n2;Cine\n',
    'id;oferta;banco\n1;Menú\n2;Cine',
    'id;oferta;banco\n1;Menú;A\n2;Cine;B\n \u001A',
    'id;oferta;banco',
    'oferta\nMenú',
  ]
  for (const text of whole) t.ok(await readTable(t, 'a.csv', text), text)
})

t.test('headings longer than the sample by which a file is detected are a row', async (t) => {
  const headings = Array.from({ length: 2500 }, (_, n) => `columna ${n} de una tabla ancha`).join(';')
  for (const end of ['\n', '\r\n']) {
    const { table, rows } = await readTable(
      t,
      'a.csv',
      `${headings}${end}${headings.replaceAll('columna', 'x')}${end}`,
    )
    t.strictSame([table.columns.length, rows.length], [2500, 1])
  }
})

t.test('a row with more cells than any sheet has is refused with its line', async (t) => {
  await t.rejects(readTable(t, 'a.csv', `id;oferta\n1;Menú\n"\r\n"${';'.repeat(16_384)}\n`), {
    code: 'bad-source',
    message: 'a.csv, line 3: found 16385 cells, expected at most 16384; is it a table?',
  })
  const { table } = await readTable(t, 'a.csv', `id;oferta\n1;Menú\n${';'.repeat(16_383)}\n`)
  t.equal(table.columns.length, 16_384)
})
