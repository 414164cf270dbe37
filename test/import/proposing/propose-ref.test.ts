// What tells rows apart where no column numbers them: the fewest columns that do so, or a question.

import t from 'tap'
import { questionText } from '../../../import/proposing/questions.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { csvOf, proposalOf } from './propose-table.ts'

t.setTimeout(MINUTE_MS)

const TITLES = ['oferta', 'Té 20% dcto', 'Té 20% dcto', 'Café 10% dcto', 'Café 10% dcto']
const DAYS = ['dia', 'lunes', 'martes', 'lunes', 'martes']

t.test('columns are added until no two rows are alike, the likely ones first', async (t) => {
  const colours = ['color', 'rojo', 'azul', 'rojo', 'azul']
  const shops = ['tienda', 'A', 'A', 'B', 'B']
  const cases: [columns: string[][], ref: object][] = [
    [[TITLES, DAYS, colours], { columns: ['oferta', 'dia'], join: ' | ' }],
    [[TITLES, colours], { columns: ['oferta', 'color'], join: ' | ' }],
    [[TITLES, shops, DAYS], { columns: ['tienda', 'oferta', 'dia'], join: ' | ' }],
    [[TITLES, ['code', 'X1', 'X2', 'X3', 'X4']], { column: 'code' }],
    [[TITLES, ['link', ...[1, 2, 3, 4].map((id) => `https://a.example/${id}`)]], { column: 'link' }],
    [
      [TITLES, DAYS, ['link', ...[1, 2, 3, 4].map((id) => `https://a.example/?q=${'x'.repeat(100)}${id}`)]],
      { columns: ['oferta', 'dia'] },
    ],
    [[TITLES, DAYS, ['code', 'X1', 'X1', 'X2', '']], { columns: ['oferta', 'dia'] }],
    [[TITLES, DAYS, ['updated_at', '1', '2', '3', '4']], { columns: ['oferta', 'dia'] }],
    [
      [
        ['banco', 'A', 'B', 'A', 'B'],
        ['oferta', 'Té', 'Té', 'Café', 'Café'],
      ],
      { column: 'oferta' },
    ],
  ]
  for (const [columns, ref] of cases) {
    const { mapping, doubts, questions } = await proposalOf(t, csvOf(...columns))
    t.match(mapping.offer.ref, ref, columns.map(([heading]) => heading).join())
    t.notOk(
      [...doubts, ...questions.map(questionText)].some((each) => each.includes('repeat an earlier one')),
    )
  }
})

t.test('rows that nothing tells apart are counted; if they are most, it is a question', async (t) => {
  const some = await proposalOf(t, csvOf(TITLES, ['dia', 'lunes', 'lunes', 'lunes', 'martes']))
  t.strictSame(some.mapping.offer.ref, { columns: ['oferta', 'dia'], join: ' | ' })
  t.ok(
    some.doubts.includes(
      '/offer/ref: 1 of 4 rows repeat an earlier one (in line 3) in all these columns, and are not imported',
    ),
    some.doubts.join('\n'),
  )
  const same = await proposalOf(
    t,
    csvOf(['oferta', ...Array(7).fill('Té 20% dcto'), 'Café'], ['dia', ...Array(8).fill('lunes')]),
  )
  t.equal(same.mapping.offer.ref, null)
  t.ok(
    same.questions
      .map(questionText)
      .includes(
        '/offer/ref: what tells the rows apart? { "column": "Heading" }. By oferta, 6 of 8 rows repeat an earlier one (in line 3, 4, 5, 6, 7, and 1 more)',
      ),
    same.questions.map(questionText).join('\n'),
  )
})
