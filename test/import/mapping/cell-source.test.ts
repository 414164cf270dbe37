// The columns that a part of a mapping points to, and its name in messages.

import t from 'tap'
import { columnPlaces, columnsIn, columnsOf, nameOf } from '../../../import/mapping/cell-source.ts'
import type { CellSource } from '../../../import/mapping/mapping.ts'

t.test('a source has its columns, and a name for messages', async (t) => {
  const cases: [source: CellSource, columns: string[], name: string][] = [
    [{ column: 'a' }, ['a'], 'a'],
    [{ columns: ['a', 'b'] }, ['a', 'b'], 'a + b'],
    [{ first_of: ['a', 'b'] }, ['a', 'b'], 'a + b'],
    [{ constant: 'a' }, [], 'the mapping'],
  ]
  for (const [source, columns, name] of cases)
    t.strictSame([columnsOf(source), nameOf(source)], [columns, name])
})

t.test('every place of a mapping that names a column is found, and none of a lookup', async (t) => {
  const offer = {
    title: { columns: ['a', 'b'] },
    ref: { first_of: ['a', 7] },
    category: { column: 'c', lookup: { column: 'x', columns: 'y' } },
    merchant: null,
    columns: 'z',
    benefit: { worth: [{ column: 'd' }, { column: 'c' }], summary: { constant: 'x' } },
  }
  t.strictSame(columnPlaces({ offer }), [
    { column: 'a', pointer: '/offer/title' },
    { column: 'b', pointer: '/offer/title' },
    { column: 'a', pointer: '/offer/ref' },
    { column: 'c', pointer: '/offer/category' },
    { column: 'd', pointer: '/offer/benefit/worth/0' },
    { column: 'c', pointer: '/offer/benefit/worth/1' },
  ])
  t.strictSame(columnsIn({ offer }), ['a', 'b', 'c', 'd'])
})
