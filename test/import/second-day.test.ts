// The second day of a table: however it has changed, no offer is lost or published with a wrong value.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { fileOf } from './import-table.ts'
import {
  changed,
  csvOf,
  editMapping,
  firstDay,
  firstImport,
  HEADINGS,
  ROWS,
  type Row,
  refuses,
} from './two-days.ts'

t.setTimeout(BUSY_MS)

const iso = (day: string) => day.split('/').reverse().join('-')
const american = (day: string) => {
  const [date = '', month = '', year = ''] = day.split('/')
  return `${Number(month)}/${Number(date)}/${year}`
}
const inWords = (day: string) => {
  const [date = '', month = '', year = ''] = day.split('/')
  const months = ['agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre']
  return `${Number(date)} de ${months[Number(month) - 8]} de ${year}`
}
const serial = (day: string) => String(Date.parse(iso(day)) / 86_400_000 + 25_569)

const daysAs = (write: (day: string) => string) =>
  changed(({ Desde, Hasta }) => ({ Desde: write(Desde), Hasta: write(Hasta) }))

t.test('blank issuers: the offers of these rows stay as last known', async (t) => {
  const days = await firstDay(t)
  const isBlank = (index: number) => index % 4 === 0
  writeFileSync(days.file, csvOf(changed((_, index) => (isBlank(index) ? { Banco: '' } : {}))))
  const { code, stdout } = await days.importAgain()
  t.equal(code, 0)
  t.match(stdout, '10 × Banco (issuer): line 2 says nothing')
  t.match(stdout, '30 offers from 40 rows, 10 rejected')
  t.strictSame(await days.publish(12), days.first)

  await refuses(t, days, csvOf(changed(() => ({ Banco: '' }))), [
    'no offer in 40 rows: 40 × Banco (issuer), expected a text: every offer needs one',
  ])
})

t.test('an unquoted delimiter: the row is rejected, its offer stays', async (t) => {
  const days = await firstDay(t)
  const rows = changed(({ Comercio }, index) => (index < 3 ? { Comercio: `${Comercio}; del Muelle` } : {}))
  writeFileSync(days.file, csvOf(rows))
  const { code, stdout } = await days.importAgain()
  t.equal(code, 0)
  t.match(stdout, '3 × the row (number of cells): found line 2 "10"')
  t.strictSame(await days.publish(12), days.first)
})

t.test('a member of JSON with another name, and one that some records lack', async (t) => {
  const root = t.testdir({})
  const [file, source] = [join(root, 'ofertas.ndjson'), join(root, 'source')]
  const day = async (records: readonly object[], ...more: string[]) => {
    writeFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''))
    return offersBuild(['import', file, '--source', source, ...more])
  }
  const records = ['Sushi', 'Pizza', 'Vinos', 'Té', 'Pan'].map((titulo, index) => ({
    ...{ id: `a${index}`, titulo, descuento: `${index + 10}%`, vigencia: { hasta: '2026-12-31' } },
    ...(index < 2 && { local: 'Centro' }),
  }))
  const renamed = records.map(({ vigencia, ...each }) => ({ ...each, vigencia: { fin: vigencia.hasta } }))
  const first = await day(records, '--country', 'CL', '--issuer', 'Banco', '--attribution', 'T')
  t.equal(first.code, 0, first.stderr)
  const before = folderDigests(source)
  const refused = await day(renamed)
  t.equal(refused.code, 1)
  t.match(
    refused.stderr,
    '/vigencia/hasta (valid_until): no record has it; before, 5 had, such as "2026-12-31"',
  )
  t.match(refused.stderr, 'change /offer/valid_until in')
  t.strictSame(folderDigests(source), before)
  // Two of five records had it: an offer may lose its place.
  const without = await day(records.map(({ local: _, ...each }) => each))
  t.equal(without.code, 0, without.stderr)
  t.equal((await day(renamed, '--replace')).code, 0)
  t.equal((await day(renamed)).code, 0, 'nothing is expected that --replace accepted')
})

t.test('days in another form', async (t) => {
  const days = await firstDay(t)
  const cases: [name: string, write: (day: string) => string, messages: string[]][] = [
    [
      'ISO',
      iso,
      [
        'Hasta (valid_until): all 40 cells are not understood; before, cells were like "31/12/2026"',
        'found line 2 "2026-12-31"; line 3 "2026-10-15"; line 4 "2026-11-30"',
        `put the cells back as they were, or change /offer/valid_until in ${days.mapping}`,
      ],
    ],
    [
      'US',
      american,
      [
        'Hasta (valid_until): all 40 cells are not understood; before, cells were like "31/12/2026"',
        'found line 2 "12/31/2026"; line 3 "10/15/2026"; line 4 "11/30/2026"',
      ],
    ],
    ['serials', serial, ['Hasta (valid_until): all 40 cells are not understood']],
    [
      'without a year',
      (day) => inWords(day).slice(0, -8),
      [
        'Hasta (valid_until): all 40 cells are not understood; before, cells were like "31/12/2026"',
        `change /offer/valid_until in ${days.mapping}`,
      ],
    ],
  ]
  for (const [name, write, messages] of cases) {
    await t.test(name, (t) => refuses(t, days, csvOf(daysAs(write)), messages))
  }
  const most = changed(({ Hasta }, index) => (index % 5 < 3 ? { Hasta: iso(Hasta) } : {}))
  await refuses(t, days, csvOf(most), ['Hasta (valid_until): 24 of 40 cells are not understood'])
  await t.test('days in words are understood', async (t) => {
    writeFileSync(days.file, csvOf(daysAs(inWords)))
    t.equal((await days.importAgain()).code, 0)
    t.strictSame(await days.publish(12), days.first)
  })
})

t.test('a mapping with the new form of days reads them', async (t) => {
  const days = await firstDay(t)
  writeFileSync(days.file, csvOf(daysAs(american)))
  t.equal((await days.importAgain()).code, 1)
  editMapping(days.mapping, ({ formats }) => {
    formats.dates = ['MM/DD/YYYY']
  })
  t.equal((await days.importAgain()).code, 0)
  t.strictSame(await days.publish(12), days.first)
})

t.test('benefits that lost a part', async (t) => {
  const days = await firstDay(t)
  const benefits = (change: (text: string) => string) =>
    csvOf(changed(({ Beneficio }) => ({ Beneficio: change(Beneficio) })))
  await refuses(
    t,
    days,
    benefits((text) => text.replace(/%$|x1$/, '')),
    [
      'Beneficio (benefit.value): 24 of 40 cells are not understood; before, cells were like "20%"',
      'found line 2 "20"; line 3 "2"; line 5 "35"',
      `put the cells back as they were, or change /offer/benefit/worth/0 in ${days.mapping}`,
    ],
  )
  await t.test('amounts without separators of thousands are understood', async (t) => {
    writeFileSync(days.file, csvOf(changed(({ Tope }) => ({ Tope: Tope.replace('.', '') }))))
    t.equal((await days.importAgain()).code, 0)
    t.strictSame(await days.publish(12), days.first)
  })
})

const WITHOUT_SIGN = csvOf(changed(({ Beneficio }) => ({ Beneficio: Beneficio.replace(/%$|x1$/, '') })))

t.test('--replace imports a right table that differs, and the next one is compared with it', async (t) => {
  const days = await firstDay(t)
  await refuses(t, days, WITHOUT_SIGN, [
    'if the table and the mapping are both right, import once with --replace',
  ])
  t.equal((await days.importAgain('--replace')).code, 0)
  t.equal((await days.importAgain()).code, 0)
})

t.test('each file is compared separately', async (t) => {
  const days = await firstImport(t)
  const more = fileOf(t, 'more.csv', csvOf(ROWS.map((row) => ({ ...row, Código: `S${row.Código}` }))))
  t.equal((await days.importAgain(more)).code, 0)
  const before = folderDigests(days.source)
  writeFileSync(more, csvOf(daysAs(american).map((row) => ({ ...row, Código: `S${row.Código}` }))))
  const { code, stderr } = await days.importAgain(more)
  t.equal(code, 1)
  t.match(stderr, 'more.csv: the table differs from the last one')
  t.match(stderr, 'Hasta (valid_until): all 40 cells are not understood')
  t.strictSame(folderDigests(days.source), before)
  writeFileSync(more, csvOf([]))
  t.match(await days.importAgain(more), {
    code: 1,
    stderr: 'found 40 rows; before, there were 80, and the last 40 offers are all missing, from "SR-100" on',
  })
})

t.test('without a memory, or without its offers, nothing is compared', async (t) => {
  const days = await firstImport(t)
  const record = join(days.source, '.import.json')
  const { table: _, ...older } = JSON.parse(readFileSync(record, 'utf8'))
  writeFileSync(days.file, WITHOUT_SIGN)
  t.equal((await days.importAgain()).code, 1)
  writeFileSync(record, JSON.stringify(older))
  t.equal((await days.importAgain()).code, 0, 'an import of an earlier version')
  writeFileSync(days.file, csvOf(ROWS))
  t.equal((await days.importAgain()).code, 0)
  writeFileSync(days.file, WITHOUT_SIGN)
  t.equal((await days.importAgain()).code, 1)
  rmSync(join(days.source, 'offers.ndjson'))
  t.equal((await days.importAgain()).code, 0)
})

t.test('a file that was cut off', async (t) => {
  const days = await firstDay(t)
  const text = csvOf(ROWS)
  const lines = text.split('\r\n')
  const cut = (length: number) => text.slice(0, length)
  const lineEnd = lines.slice(0, 25).join('\r\n').length
  const cases: [name: string, text: string, message: string][] = [
    ['at 60 %', cut(Math.floor(text.length * 0.6)), 'the file is cut off; get it again'],
    ['within the last cell', cut(lineEnd - 2), '24 rows, the last without a line end; before, there were 40'],
    ['before a line end', cut(lineEnd), '24 rows, the last without a line end'],
    [
      'behind a line end',
      cut(lineEnd + 2),
      '24 rows; before, there were 40, and the last 16 offers are all missing, from "R-124" on; nothing was written; ' +
        'the file is most likely cut off: get it again, or use --replace once if it is whole',
    ],
  ]
  for (const [name, text, message] of cases) await t.test(name, (t) => refuses(t, days, text, [message]))

  await t.test('scattered missing offers do not look like a cut-off file', async (t) => {
    writeFileSync(days.file, csvOf(ROWS.filter((_, index) => index % 2 === 1 || index > 30)))
    const { code, stdout } = await days.importAgain()
    t.equal(code, 0)
    t.match(stdout, '24 offers from 24 rows')
  })
})

t.test('a cut-off file is compared with all rows before, also those that the mapping skips', async (t) => {
  const days = await firstImport(t, (mapping) => {
    mapping.read = { ...mapping.read, skip: [{ column: 'Categoría', values: ['Cines'] }] }
  })
  await refuses(t, days, csvOf(ROWS.slice(0, 26)), ['26 rows; before, there were 40, and the last 10 offers'])
})

t.test('errors of a spreadsheet: the rows are rejected, their offers stay', async (t) => {
  const days = await firstDay(t)
  const errors = ['#REF!', '#N/A', '#DIV/0!', '#NAME?']
  const broken = (row: Row, index: number): Partial<Row> =>
    index % 10 === 0 ? { [HEADINGS[(index / 10) * 2 + 1] ?? '']: errors[index / 10], Código: row.Código } : {}
  writeFileSync(days.file, csvOf(changed(broken)))
  const { code, stdout } = await days.importAgain()
  t.equal(code, 0)
  t.match(stdout, '36 offers from 40 rows, 4 rejected')
  for (const error of errors) t.match(stdout, error)
  t.strictSame(await days.publish(12), days.first)

  await refuses(t, days, csvOf(changed((_, index) => (index % 5 < 3 ? { Beneficio: '#VALUE!' } : {}))), [
    '24 of 40 rows are rejected, expected at most half',
  ])
})

t.test('a file in another format than the mapping says', async (t) => {
  const days = await firstDay(t)
  const renamed = (name: string) => HEADINGS.map((heading) => (heading === 'Hasta' ? name : heading))
  const cases: [name: string, text: string | Uint8Array, messages: string[]][] = [
    [
      'separated by commas',
      csvOf(ROWS, ','),
      [
        'ofertas.csv: found no column "Código", "Banco"',
        'its columns are "Código,Banco,Comercio,',
        'remove /read/encoding, /read/delimiter, /read/headings from ',
      ],
    ],
    [
      'another heading in the same place',
      csvOf(ROWS, ';', renamed('Fin')),
      [
        'ofertas.csv: found no column "Hasta"; its columns are "Código", "Banco"',
        'put the row of headings back as it was, or change /offer/valid_until in ',
      ],
    ],
    [
      'a login page',
      '<!DOCTYPE html><html><head><title>Ingresar</title></head><body>…</body></html>',
      ['found an HTML page, expected a table; if it is a login or an error page'],
    ],
    [
      'no headings',
      csvOf(ROWS).replace(/^.*\r\n/, ''),
      ['found no column "Código", "Banco"', 'put the row of headings back as it was'],
    ],
    ['headings alone', csvOf([]), ['no offer in 0 rows; nothing was written']],
    ['nothing', '', ['found an empty file, expected a table']],
  ]
  for (const [name, text, messages] of cases) await t.test(name, (t) => refuses(t, days, text, messages))
  t.strictSame(await days.publish(12), days.first, 'the source of a refused day is published as it was')
})

t.test('a file in another encoding', async (t) => {
  const plain = csvOf(ROWS, ';', HEADINGS).replace(
    /^[^\n]*/,
    'Codigo;Banco;Comercio;Categoria;Beneficio;Desde;Hasta;Tope;Comuna\r',
  )
  const cases: [first: BufferEncoding, then: BufferEncoding, message: string][] = [
    ['utf8', 'latin1', 'found bytes that are not text in UTF-8'],
    [
      'latin1',
      'utf8',
      'found UTF-8, expected Windows-1252; change /read/encoding in the mapping, or remove it',
    ],
  ]
  for (const [first, then, message] of cases) {
    await t.test(`${first} → ${then}`, async (t) => {
      const days = await firstImport(t, () => {}, Buffer.from(plain, first))
      await refuses(t, days, Buffer.from(plain, then), [message])
    })
  }
  await t.test('a file without accents is the same in both encodings', async (t) => {
    const ascii = plain.normalize('NFD').replace(/\p{M}/gu, '')
    const days = await firstImport(t, () => {}, Buffer.from(plain, 'latin1'))
    writeFileSync(days.file, ascii)
    t.equal((await days.importAgain()).code, 0)
  })
})
