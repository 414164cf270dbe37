// `import`, as a data owner uses it: a proposal, an edit, a source folder that can be published.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t, { type Test } from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { offersBuild, runBuild } from '../support/program.ts'

t.setTimeout(BUSY_MS)

const HEADINGS = [
  'Código',
  'Banco',
  'Comercio',
  'Categoría',
  'Beneficio',
  'Días',
  'Desde',
  'Hasta',
  'Tope',
  'Comuna',
]
const ROWS = [
  [
    'A-1',
    'Banco Ñandú',
    'El Fogón',
    'Restaurantes',
    '20%',
    'Lunes y martes',
    '01/09/2026',
    '31/12/2026',
    '$ 10.000',
    'Ñuñoa / Maipú',
  ],
  ['A-2', 'Banco Ñandú', 'Cine Pehuén', 'Cines', '2x1', 'Todos los días', '', '15/10/2026', '-', 'Todas'],
  [
    'A-3',
    'Banco Ñandú',
    'Óptica Raulí',
    'Salud',
    '$ 5.000 de descuento',
    '',
    '05/09/2026',
    'pronto',
    '$ 0',
    'Maipú',
  ],
]

const EXPECTED = [
  {
    ref: 'A-1',
    issuer: 'banco-nandu',
    title: '20% · El Fogón',
    category: 'restaurantes',
    comunas: ['nunoa', 'maipu'],
    benefit: {
      kind: 'percentage',
      value: 20,
      currency: null,
      cap: { value: 10_000, currency: 'CLP' },
      summary: '20%',
    },
    valid_from: '2026-09-01',
    valid_until: '2026-12-31',
    merchant: 'El Fogón',
    url: null,
    weekdays: ['monday', 'tuesday'],
  },
  {
    ref: 'A-2',
    comunas: [],
    benefit: { kind: 'multibuy', value: 2, currency: null, cap: null },
    valid_from: null,
    valid_until: '2026-10-15',
  },
  {
    ref: 'A-3',
    benefit: { kind: 'amount', value: 5000, currency: 'CLP', cap: null },
    valid_from: '2026-09-05',
    valid_until: null,
    weekdays: null,
  },
]

const csvText = (rows: readonly (readonly string[])[]) =>
  [HEADINGS, ...rows].map((row) => `${row.join(';')}\r\n`).join('')

interface Imported {
  code: number
  stdout: string
  stderr: string
  source: string
  offers: unknown[]
}

/** Proposes a mapping, tells what it asks for, imports. */
async function importAll(
  t: Test,
  file: string,
  edit: (mapping: Editable) => void = tellAttribution,
): Promise<Imported> {
  const root = t.testdir({})
  const mapping = join(root, 'mapping.json')
  const proposed = await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  t.equal(proposed.code, 0, proposed.stderr)
  const json = JSON.parse(readFileSync(mapping, 'utf8'))
  edit(json)
  writeFileSync(mapping, JSON.stringify(json))
  const source = join(root, 'source')
  const ended = await offersBuild(['import', file, '--mapping', mapping, '--source', source, '--quiet'])
  return { ...ended, source, offers: ended.code === 0 ? offersOf(source) : [] }
}

/** What the tests change of a mapping, rightly or not. */
interface Editable {
  catalogue: { [member: string]: unknown }
  formats: { [member: string]: unknown }
  offer: { [member: string]: unknown }
}

function tellAttribution(mapping: Editable): void {
  mapping.catalogue.attribution = 'Banco Ñandú · nandu.example'
}

function offersOf(source: string): unknown[] {
  const text = readFileSync(join(source, 'offers.ndjson'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** A file of its own folder, beside the test's. */
function fileOf(t: Test, name: string, content: string | Uint8Array): string {
  const path = join(t.testdirName, '..', `${t.testdirName.split('/').at(-1)}-in`)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, name), content)
  return join(path, name)
}

t.test('the same table gives the same offers from every kind of file', async (t) => {
  const objects = ROWS.map((row) =>
    Object.fromEntries(HEADINGS.map((name, index) => [name, row[index] ?? ''])),
  )
  const text = csvText(ROWS)
  const files: [string, string | Uint8Array][] = [
    ['windows-1252.csv', Buffer.from(text, 'latin1')],
    ['utf-8.csv', text],
    ['with-mark.csv', `\uFEFF${text}`],
    ['utf-16.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['excel.csv', `sep=;\r\n${text}`],
    ['tabs.tsv', text.replaceAll(';', '\t')],
    ['footer.csv', `${text};;;;;;;;;\r\nFuente: Banco Ñandú. Total 3 beneficios;;;;;;;;;\r\n`],
    ['array.json', JSON.stringify(objects, null, 2)],
    ['inside.json', JSON.stringify({ status: 'ok', data: { offers: objects } })],
    ['lines.ndjson', objects.map((each) => `${JSON.stringify(each)}\n`).join('')],
  ]
  for (const [name, content] of files) {
    await t.test(name, async (t) => {
      const imported = await importAll(t, fileOf(t, name, content))
      t.equal(imported.code, 0, imported.stderr)
      t.match(imported.offers, EXPECTED)
      t.equal(imported.offers.length, 3)
      t.match(imported.stdout, /1 × (?:\/)?Hasta \(valid_until\): found \w+ \d "pronto"; expected a day/)
      t.match(imported.stdout, '3 offers of')
      const published = await runBuild(
        imported.source,
        join(imported.source, '../out'),
        '--as-of',
        '2026-09-10T12:00:00Z',
      )
      t.equal(published.code, 0, published.stderr)
    })
  }
})

t.test(
  'a workbook: dates, percentages and money as Excel keeps them, the sheet with the offers',
  async (t) => {
    const day = (text: string) => new Date(`${text}T00:00:00Z`)
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Resumen', rows: [['Banco Ñandú'], ['Total', 2]] },
        {
          name: 'Ofertas',
          rows: [
            ['Código', 'Banco', 'Comercio', 'Descuento', 'Desde', 'Hasta', 'Tope'],
            ['A-1', 'Banco Ñandú', 'El Fogón', 0.2, day('2026-09-01'), day('2026-12-31'), 10_000],
            ['A-2', 'Banco Ñandú', 'Cine Pehuén', 0.075, day('2026-09-01'), null, null],
          ],
          cells: new Map(['1', '2'].map((row) => [`${row},3`, { style: { numFmt: '0.0%' } }] as const)),
        },
      ],
    })
    const { offers, stdout } = await importAll(t, fileOf(t, 'libro.xlsx', bytes))
    t.match(stdout, 'sheet "Ofertas"')
    t.match(stdout, 'not read: "Resumen"')
    t.match(offers, [
      {
        ref: 'A-1',
        benefit: { kind: 'percentage', value: 20, cap: { value: 10_000, currency: 'CLP' } },
        valid_from: '2026-09-01',
        valid_until: '2026-12-31',
      },
      { ref: 'A-2', benefit: { kind: 'percentage', value: 7.5, cap: null }, valid_until: null },
    ])
  },
)

t.test('months before days, headings twice, groups above headings, blank headings', async (t) => {
  await t.test('m/d/Y is seen from the days after the 12th', async (t) => {
    const csv = 'Id,Bank,Offer,Start,End,Link,Link\n1,Bank,10% off,9/1/2026,12/31/26,https://a.example,x\n'
    const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
    t.match(offers, [{ valid_from: '2026-09-01', valid_until: '2026-12-31', url: 'https://a.example' }])
  })
  await t.test('two rows of headings', async (t) => {
    const csv = ';;;Vigencia;\nCódigo;Banco;Oferta;Desde;Hasta\n1;Banco;10% dcto;13/09/2026;31/12/2026\n'
    const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
    t.match(offers, [{ ref: '1', valid_from: '2026-09-13', valid_until: '2026-12-31' }])
  })
})

t.test('markup and line breaks in cells become plain text', async (t) => {
  const csv = 'id;banco;oferta\n1;Banco;"<b>20%</b> de\ndescuento &amp; más"\n2;Banco;10% dcto\n'
  const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
  t.match(offers, [{ title: '20% de descuento & más', benefit: { value: 20 } }, { ref: '2' }])
})

t.test('what a proposal can not know must be told, all of it at once', async (t) => {
  const file = fileOf(t, 'a.csv', 'id;oferta\n1;20% dcto\n2;10% dcto\n')
  const untold = await importAll(t, file, (mapping) => {
    mapping.catalogue = { attribution: null, country: null, time_zone: null }
  })
  t.equal(untold.code, 1)
  t.match(untold.stderr, '/catalogue/country: found null, expected the country')
  t.match(untold.stderr, '/offer/issuer: found null, expected who gives the offers')
  t.strictSame(readdirSync(join(untold.source, '..')), ['mapping.json'], 'and nothing is written')
})

t.test('a mapping that is wrong says where and what is expected', async (t) => {
  const file = fileOf(t, 'a.csv', csvText(ROWS))
  const cases: [(mapping: Editable) => void, string | RegExp][] = [
    [
      (m) => {
        m.offer.titel = m.offer.title
      },
      '/offer/titel: found',
    ],
    [
      (m) => {
        m.offer.title = {}
      },
      /\/offer\/title: found \{\}, expected one of "column"/,
    ],
    [
      (m) => {
        m.offer.title = { column: 'Titulo' }
      },
      /found no column "Titulo"; its columns are "Código"/,
    ],
    [
      (m) => {
        m.formats.dates = ['D/M/Y']
      },
      '/formats/dates/0: found "D/M/Y", expected one of YYYY-MM-DD',
    ],
    [
      (m) => {
        m.catalogue.time_zone = 'Chile'
      },
      '/catalogue/time_zone: found "Chile", expected a time zone',
    ],
  ]
  for (const [edit, expected] of cases) {
    const { code, stderr } = await importAll(t, file, (mapping) => {
      tellAttribution(mapping)
      edit(mapping)
    })
    t.equal(code, 1)
    t.match(stderr, expected)
  }
})

t.test(
  'rows that can not be offers are left out, with line, column, what was found and expected',
  async (t) => {
    const rows = [
      ...ROWS,
      ['A-1', 'Banco Ñandú', 'Otro', 'Cines', '10%', '', '', '', '', ''],
      ['A-4', '', 'Otro', 'Cines', '10%', '', '', '', '', ''],
      ['A-5', 'Banco Ñandú', 'Otro', 'Cines', '10%', '', '31/12/2026', '01/01/2026', '', ''],
    ]
    const { stdout, offers } = await importAll(t, fileOf(t, 'a.csv', csvText(rows)))
    t.equal(offers.length, 3)
    t.match(stdout, '1 × ref (ref): found line 5 "A-1"; expected one of its own (line 2 has the same)')
    t.match(stdout, '1 × Banco (issuer): found line 6 nothing; expected a text')
    t.match(
      stdout,
      '1 × Hasta (valid_until): found line 7 "01/01/2026"; expected 2026-12-31 (valid_from) or later',
    )
    t.match(stdout, '3 offers of 6 rows, 3 rejected')
  },
)

t.test('a source that is there', async (t) => {
  const root = t.testdir({})
  const file = fileOf(t, 'a.csv', csvText(ROWS))
  const mapping = join(root, 'mapping.json')
  const source = join(root, 'source')
  await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  const json = JSON.parse(readFileSync(mapping, 'utf8'))
  tellAttribution(json)
  writeFileSync(mapping, JSON.stringify(json))
  const words = ['import', file, '--mapping', mapping, '--source', source, '--quiet']

  await t.test('offers that no import made are not replaced unasked', async (t) => {
    mkdirSync(source)
    writeFileSync(join(source, 'offers.ndjson'), 'mine\n')
    const refused = await offersBuild(words)
    t.equal(refused.code, 1)
    t.match(refused.stderr, 'was made by no import and would be lost; give --replace')
    t.equal(readFileSync(join(source, 'offers.ndjson'), 'utf8'), 'mine\n')
    t.strictSame(readdirSync(source), ['offers.ndjson'])
    t.equal((await offersBuild([...words, '--replace'])).code, 0)
  })
  await t.test('what an import made, the next one makes again, byte for byte', async (t) => {
    const before = readFileSync(join(source, 'offers.ndjson'))
    t.equal((await offersBuild(words)).code, 0)
    t.ok(readFileSync(join(source, 'offers.ndjson')).equals(before))
  })
  await t.test('offers that were edited since are not replaced unasked', async (t) => {
    writeFileSync(join(source, 'offers.ndjson'), 'edited\n')
    t.match(await offersBuild(words), { code: 1, stderr: /was edited since the last import/ })
    t.equal((await offersBuild([...words, '--replace'])).code, 0)
  })
  await t.test('entries of reference files stay, new ones are added', async (t) => {
    const issuers = join(source, 'issuers.json')
    const edited = [{ slug: 'banco-nandu', name: 'El Ñandú', type: 'bank', country: 'CL' }]
    writeFileSync(issuers, JSON.stringify(edited))
    writeFileSync(file, csvText([...ROWS, ['B-1', 'Banco Sur', 'X', 'Cines', '5%', '', '', '', '', '']]))
    const { stdout } = await offersBuild(words)
    t.match(stdout, 'issuers.json: 1 added')
    t.match(JSON.parse(readFileSync(issuers, 'utf8')), [...edited, { slug: 'banco-sur', name: 'Banco Sur' }])
  })
  await t.test(
    'a list of comunas that no import made is not added to: others are left out, and told',
    async (t) => {
      const other = join(root, 'other')
      mkdirSync(other)
      writeFileSync(join(other, 'comunas.json'), '[{"slug":"maipu","name":"Maipú"}]')
      const { stdout } = await offersBuild([
        'import',
        file,
        '--mapping',
        mapping,
        '--source',
        other,
        '--quiet',
      ])
      t.match(stdout, 'found line 2 "Ñuñoa"; expected a name or slug of comunas.json')
      t.match(offersOf(other), [{ comunas: ['maipu'] }, { comunas: [] }, { comunas: ['maipu'] }])
      t.equal(readFileSync(join(other, 'comunas.json'), 'utf8'), '[{"slug":"maipu","name":"Maipú"}]')
    },
  )
})

t.test('usage', async (t) => {
  const root = t.testdir({ 'a.csv': csvText(ROWS), 'mapping.json': '{}' })
  const file = join(root, 'a.csv')
  const cases: [string[], number, string | RegExp][] = [
    [['import'], 2, 'expected FILE...'],
    [['import', file], 2, 'expected --propose MAPPING, or --mapping'],
    [['import', file, '--mapping', join(root, 'mapping.json')], 2, '--source is required'],
    [['import', file, '--propose', join(root, 'mapping.json')], 2, 'is there already'],
    [
      ['import', file, '--propose', join(root, 'm.json'), '--country', 'Chile'],
      2,
      '--country: expected two capital',
    ],
    [
      ['import', file, '--propose', join(root, 'm.json'), '--time-zone', 'Mars'],
      2,
      '--time-zone: expected a zone',
    ],
    [['import', join(root, 'none.csv'), '--propose', join(root, 'm.json')], 1, 'none.csv: missing'],
    [['import', root, '--propose', join(root, 'm.json')], 1, 'a folder; expected a regular file'],
    [
      ['import', file, '--mapping', join(root, 'no.json'), '--source', 'x'],
      1,
      'no.json: missing; import FILE --propose',
    ],
  ]
  for (const [words, code, expected] of cases) {
    const ended = await offersBuild(words)
    t.equal(ended.code, code, words.join(' '))
    t.match(ended.stderr, expected)
  }
})

t.test('progress counts to the end', async (t) => {
  const root = t.testdir({})
  const file = fileOf(t, 'a.csv', csvText(ROWS))
  const mapping = join(root, 'mapping.json')
  await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  const json = JSON.parse(readFileSync(mapping, 'utf8'))
  tellAttribution(json)
  writeFileSync(mapping, JSON.stringify(json))
  const { stderr } = await offersBuild([
    'import',
    file,
    '--mapping',
    mapping,
    '--source',
    join(root, 'source'),
  ])
  t.match(stderr, /importing: \d+ of a\.csv\n.* importing: done/)
})
