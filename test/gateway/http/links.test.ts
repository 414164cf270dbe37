import t from 'tap'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { endFields, pagingLinks, successorLink } from '../../../gateway/http/links.ts'

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

t.test('the page before repeats no offer', async (t) => {
  const prev = (limit: number, offset: number, total: number) =>
    /<\?limit=(\d+)&offset=(\d+)>; rel="prev"/.exec(pagingLinks({ limit, offset }, total, 'named'))?.slice(1)
  t.strictSame(prev(3, 1, 100), ['1', '0'])
  t.strictSame(prev(3, 3, 100), ['3', '0'])
  t.strictSame(prev(3, 7, 100), ['3', '4'])
  t.strictSame(prev(25, 500, 60), ['25', '35'])
  t.strictSame(prev(25, 500, 10), ['10', '0'])
  t.strictSame(prev(25, 500, 0), ['25', '0'], 'a list without offers')
})

const end = {
  announced: '2026-01-01',
  deprecated: '2026-02-01T00:00:00.000Z',
  sunset: '2026-03-03T00:00:00.000Z',
  successor: CURRENT_VERSION.name,
}
// Its own successor: the link then leads back to the request.
const version = { ...CURRENT_VERSION, end }

t.test('the end of a version is announced in the forms of RFC 9745 and RFC 8594', async (t) => {
  t.same(endFields(version), ['Deprecation', '@1769904000', 'Sunset', 'Tue, 03 Mar 2026 00:00:00 GMT'])
  t.same(endFields(CURRENT_VERSION), [])
})

t.test('the link to the successor is relative, and keeps the target', async (t) => {
  const cases = [
    ['offers', '/beta/offers?limit=25&offset=0', '../beta/offers?limit=25&offset=0'],
    ['offers', undefined, '../beta/offers'],
    ['offer', '/beta/offers/off_aaaaaaaaaaaaaaaa', '../../beta/offers/off_aaaaaaaaaaaaaaaa'],
    ['snapshot', undefined, '../beta/snapshot'],
    ['openapi', '/beta/openapi.json', '../beta/openapi.json'],
  ] as const
  for (const [route, target, expected] of cases) {
    t.equal(successorLink({ version, route }, target), `<${expected}>; rel="successor-version"`)
    t.equal(successorLink({ version: CURRENT_VERSION, route }, target), undefined)
  }
  t.equal(successorLink({ version, route: 'offer' }, undefined), undefined, 'text that is no id has no link')
})
