// A file that is no longer as the mapping says: what is refused, and what people read about it.

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

t.test('what is read otherwise than the mapping says is named', async (t) => {
  const cases: [text: string, read: NonNullable<Mapping['read']>, message: string][] = [
    [
      'id,oferta,banco\n1,Té,B\n',
      { delimiter: ';' },
      'is now separated by ",", expected ";"; change /read/delimiter in the mapping, or take it out',
    ],
    [
      'Hoy\nid;oferta;banco\n1;Té;B\n',
      { headings: 1 },
      'is now with its headings in row 2, expected 1; change /read/headings in the mapping, or take it out',
    ],
    [
      'Hoy\nid,oferta,banco\n1,Té,B\n',
      { delimiter: ';', headings: 1 },
      'is now separated by ",", expected ";"; change /read/delimiter in the mapping, or take it out\na.csv: is now with its headings in row 2, expected 1; change /read/headings in the mapping, or take it out',
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
    t.equal(failed, `a.csv: ${message}`)
  }
  const rows = open('id;oferta;banco\n1;Té;B\n', { read: { headings: 1, heading_rows: 2 } })
  await t.rejects(rows, {
    message: /is now with rows of headings: none, expected 2; change \/read\/heading_rows/,
  })
})

t.test('a column that is gone is named with the one that took its place', async (t) => {
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
    t.equal(found, `a.csv: found no column "oferta"; its columns are "id", "${heading}", "banco"`)
    const expected = `if "oferta" is called "${meant}" now, change /offer/title in the mapping`
    t.equal(advice, meant === undefined ? undefined : expected, `${heading} ${headings}`)
  }
})
