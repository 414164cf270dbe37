// One table in every supported kind of file.

import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { runBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, EXPECTED, fileOf, HEADINGS, importAll, ROWS, setAttribution } from './import-table.ts'

t.setTimeout(BUSY_MS)

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
      t.match(imported.stdout, '3 offers from')
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

t.test('months before days, headings twice, blank headings', async (t) => {
  await t.test('days after the 12th show the order m/d/Y', async (t) => {
    const csv = 'Id,Bank,Offer,Start,End,Link,Link\n1,Bank,10% off,9/1/2026,12/31/26,https://a.example,x\n'
    const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
    t.match(offers, [{ valid_from: '2026-09-01', valid_until: '2026-12-31', url: 'https://a.example' }])
  })
})

t.test('markup and line breaks in cells become plain text', async (t) => {
  const csv = 'id;banco;oferta\n1;Banco;"<b>20%</b> de\ndescuento &amp;"\n2;Banco;10% dcto\n'
  const { offers } = await importAll(t, fileOf(t, 'a.csv', csv))
  t.match(offers, [{ title: '20% de descuento &', benefit: { value: 20 } }, { ref: '2' }])
})

t.test('a description is the title if no other column says what is offered', async (t) => {
  const text = [
    'Empresa,Descripción del convenio,Rubro,% dcto',
    'Dental Quillay,Limpieza dental,Salud,25',
    'Librería Maqui,3x2,Educación,',
  ].join('\n')
  const imported = await importAll(t, fileOf(t, 'convenios.csv', text), (mapping) => {
    setAttribution(mapping)
    mapping.offer.issuer = { constant: 'Caja Raulí' }
  })
  t.match(imported.offers, [
    { title: 'Limpieza dental · Dental Quillay', benefit: { kind: 'percentage', value: 25 } },
    { title: '3x2 · Librería Maqui', benefit: { kind: 'multibuy', value: 1.5 } },
  ])
})
