// The columns that a part of a mapping points to, and its name in messages.

import t from 'tap'
import {
  columnPlaces,
  columnsIn,
  columnsOf,
  nameOf,
  publishesSums,
  readCode,
} from '../../../import/mapping/cell-source.ts'
import type { CellSource, Skip } from '../../../import/mapping/mapping.ts'
import { rowOf } from '../../../import/tables/table.ts'

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

t.test('a code in a single column may be a word that says nothing elsewhere', async (t) => {
  const row = rowOf({ at: 2, filled: 3, isHeadings: false, width: 3, cells: ['NA', 'x-1', '—'] }, [
    'a',
    'b',
    'c',
  ])
  const cases: [source: CellSource, code: string | null][] = [
    [{ column: 'a' }, 'NA'],
    [{ column: 'c' }, null],
    [{ column: 'c', otherwise: 'none' }, 'none'],
    [{ columns: ['a', 'b'] }, 'x-1'],
    [{ first_of: ['a', 'b'] }, 'x-1'],
  ]
  for (const [source, code] of cases) t.equal(readCode(source, row), code, JSON.stringify(source))
})

t.test('a mapping says that sums are offers by skipping no text of a column of titles', async (t) => {
  const isSaidBy = publishesSums({ columns: ['a', 'b'] })
  const cases: [skip: Skip, isSaid: boolean][] = [
    [{ column: 'a', values: [] }, true],
    [{ column: 'b', values: [] }, true],
    [{ column: 'a', values: ['Total'] }, false],
    [{ column: 'a' }, false],
    [{ column: 'a', values: [], published: ['Total'] }, false],
    [{ column: 'c', values: [] }, false],
  ]
  for (const [skip, isSaid] of cases) t.equal(isSaidBy(skip), isSaid, JSON.stringify(skip))
  t.notOk(publishesSums(null)({ column: 'a', values: [] }))
})
