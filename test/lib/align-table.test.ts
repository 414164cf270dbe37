import t from 'tap'
import { alignTable } from '../../lib/text/align-table.ts'

t.test('cells of a column are aligned, on the requested side', async (t) => {
  const rows = [
    ['name', 'count', 'note'],
    ['a', '7', ''],
    ['a longer name', '1,000', 'x'],
  ]
  t.same(alignTable(rows, 'lr'), [
    'name           count  note',
    'a                  7',
    'a longer name  1,000  x',
  ])
  t.same(alignTable([['a', 'b'], ['aa']]), ['a   b', 'aa'], 'rows may have fewer cells')
  t.same(alignTable([]), [])
})
