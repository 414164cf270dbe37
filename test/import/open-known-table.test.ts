// Files that no longer match their mapping are refused; the messages name the differences.

import t from 'tap'
import { makeReady } from '../../import/mapping/load-mapping.ts'
import type { Mapping } from '../../import/mapping/mapping.ts'
import { openKnownTable } from '../../import/open-known-table.ts'
import { fileOf } from './import-table.ts'

const COLUMNS = ['id', 'oferta', 'banco']

function open(
  text: string,
  {
    read,
    columns = COLUMNS,
    headings,
  }: { read?: Mapping['read']; columns?: string[]; headings?: string[] } = {},
) {
  const [ref = '', title = '', issuer = ''] = columns
  const mapping: Mapping = {
    catalogue: { attribution: 'x', country: 'CL', time_zone: null },
    formats: { dates: [], decimal: null, currency: null },
    issuer_type: 'other',
    offer: {
      ...{ ref: { column: ref }, title: { column: title }, issuer: { column: issuer } },
      ...{ category: { constant: 'x' }, benefit: { worth: [], summary: null } },
    },
  }
  const ready = makeReady(read === undefined ? mapping : { ...mapping, read }, 'm.json')
  const memory = { rows: 1, endsOpen: false, filled: {}, columns: {} }
  const before = headings === undefined ? undefined : { ...memory, headings }
  return openKnownTable(fileOf(t, 'a.csv', text), { mapping: ready, columns, before })
}

t.test('a table that has all columns is opened', async (t) => {
  t.strictSame((await open('id;oferta;banco\n1;Té;B\n', { read: { delimiter: ';' } })).columns, COLUMNS)
  const pointers = ['/id', '/oferta', '/banco']
  t.strictSame((await open('{"id":1}\n', { columns: pointers })).columns, ['/id'], 'members may be missing')
})

t.test('a file whose format differs from the mapping is refused, and each difference is named', async (t) => {
  const cases: [text: string, read: NonNullable<Mapping['read']>, message: string][] = [
    [
      'id,oferta,banco\n1,Té,B\n',
      { delimiter: ';' },
      'the cells are separated by "," now, before by ";"; set /read/delimiter to "," in m.json, or remove that member',
    ],
    [
      'Hoy\nid;oferta;banco\n1;Té;B\n',
      { headings: 1 },
      'the headings are in line 2 now, before in line 1; set /read/headings to 2 in m.json, or remove that member',
    ],
    [
      'Hoy\nid,oferta,banco\n1,Té,B\n',
      { delimiter: ';', headings: 1 },
      'the cells are separated by "," now, before by ";"; set /read/delimiter to "," in m.json, or remove that member\na.csv: the headings are in line 2 now, before in line 1; set /read/headings to 2 in m.json, or remove that member',
    ],
    [
      'id,oferta,otro\n1,Té,B\n',
      { delimiter: ';' },
      'found no column "id", "oferta", "banco"; its columns are "A"',
    ],
    [
      ';;Quien\nid;oferta;banco\n1;Té;B\n2;Pan;B\n',
      { headings: 3, heading_rows: 1 },
      'found no column "id", "oferta", "banco"; its columns are "1", "Té", "B"',
    ],
  ]
  for (const [text, read, message] of cases) {
    const failed = await open(text, { read }).then(
      () => '',
      (error: Error) => error.message,
    )
    t.equal(failed.split('; nothing was written')[0], `a.csv: ${message}`)
  }
  const rows = open('id;oferta;banco\n1;Té;B\n', { read: { headings: 1, heading_rows: 2 } })
  await t.rejects(rows, {
    message: /rows of headings: none now, before 2; remove \/read\/heading_rows from m\.json$/,
  })
})

t.test('a missing column is named, with its likely replacement if there is one', async (t) => {
  const cases: [heading: string, headings: string[] | undefined, meant: string | undefined][] = [
    ['ofertas', undefined, 'ofertas'],
    ['titulo', ['id', 'oferta', 'banco'], 'titulo'],
    ['titulo', undefined, undefined],
    ['titulo', ['oferta', 'id', 'banco'], undefined],
    ['titulo', ['id', 'oferta', 'banco', 'titulo'], undefined],
  ]
  for (const [heading, headings, meant] of cases) {
    const failed = await open(`id;${heading};banco\n1;Té;B\n`, headings ? { headings } : {}).then(
      () => '',
      (error: Error) => error.message,
    )
    const [found, advice] = failed.split('\n')
    t.equal(
      found,
      `a.csv: found no column "oferta"; its columns are "id", "${heading}", "banco"; nothing was written`,
    )
    const expected = `if "oferta" is called "${meant}" now, change /offer/title in m.json`
    const gone = 'put the heading "oferta" back, or name another column at /offer/title in m.json'
    t.equal(advice, meant === undefined ? gone : expected, `${heading} ${headings}`)
  }
})
