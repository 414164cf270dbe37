import t from 'tap'
import { mostFirst, renderBars } from '../../../home/templates/bars.ts'

const bars = (counts: readonly number[]) => counts.map((count, index) => ({ name: `n${index}`, count }))

t.test('each bar is a share of the longest, and every number above 0 can be seen', async (t) => {
  const { text } = renderBars('Offers', bars([2_000, 1_000, 1, 0]))
  const widths = Array.from(text.matchAll(/<rect width="([\d.]+)"/g), ([, width]) => width)
  t.same(widths, ['100.0', '50.0', '1.0', '0'])
  t.match(text, '<span>2,000</span>')
  t.match(renderBars('Offers', bars([0])).text, '<rect width="0"')
})

t.test('ten rows are all shown; of eleven, three are folded away', async (t) => {
  const rows = (text: string) => text.split('<tr>').length - 1
  const ten = renderBars('Offers', bars(Array(10).fill(1))).text
  t.equal(rows(ten), 10)
  t.notMatch(ten, '<details>')
  const [shown = '', rest = ''] = renderBars('Offers', bars(Array(11).fill(1))).text.split('<details>')
  t.equal(rows(shown), 8)
  t.match(rest, '<summary>3 more</summary>')
  t.equal(rows(rest), 3)
})

t.test('the highest number comes first, then the name decides', async (t) => {
  const thing = (name: string, offers_count: number) => ({ name, offers_count })
  t.same(mostFirst([thing('b', 1), thing('c', 5), thing('a', 1)]), [
    { name: 'c', count: 5 },
    { name: 'a', count: 1 },
    { name: 'b', count: 1 },
  ])
})
