import t from 'tap'
import { pagingLinks } from '../../../gateway/http/paging-links.ts'

t.test('links lead to the neighbours that the key may read', async (t) => {
  const links = (limit: number, offset: number, total: number, kind: 'demo' | 'named') =>
    pagingLinks({ issuer: 'x', limit, offset }, total, kind)
      .split(', ')
      .map((link) => link.replace(/^<\?issuer=x&limit=\d+&offset=(\d+)>; rel="(\w+)"$/, '$2 $1'))
  t.same(links(25, 0, 0, 'demo'), ['first 0'])
  t.same(links(25, 0, 26, 'demo'), ['first 0', 'next 25'])
  t.same(links(25, 100, 999, 'demo'), ['first 0', 'prev 75'], 'no next beyond what a demo key may read')
  t.same(links(25, 0, 25, 'named'), ['first 0'], 'no next to an empty page')
  t.same(links(25, 75, 999, 'demo'), ['first 0', 'prev 50', 'next 100'], 'the last that a demo key may read')
  t.same(links(25, 100, 999, 'named'), ['first 0', 'prev 75', 'next 125'])
  t.same(links(100, 9950, 99_999, 'named'), ['first 0', 'prev 9850'])
  t.same(links(25, 10, 100, 'named'), ['first 0', 'prev 0', 'next 35'])
  t.same(links(25, 500, 60, 'named'), ['first 0', 'prev 35'], 'from beyond the end back to the last offers')
})
