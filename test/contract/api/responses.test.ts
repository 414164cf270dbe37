import fc from 'fast-check'
import t from 'tap'
import { detailBody, listBody, snapshotLine, wholeListBody } from '../../../contract/api/responses.ts'
import { LARGE_PAGE_SIZE } from '../../../contract/keys/kinds.ts'
import { linesBetween, pageLinesIn } from '../../../gateway/catalogue/window.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { anyCharacter } from '../../helpers/any-character.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const edition = {
  data_as_of: '2026-09-01T10:00:00.000Z',
  attribution: 'Ofertas «x» · offers.example',
  schema_version: 'beta.1',
}

t.test('a list has each offer on a separate line', async (t) => {
  const lines = [{ id: 1 }, { id: 2 }].map((offer) => Buffer.from(jsonLine(offer)))
  const body = listBody(lines, edition, { count: 2, total: 9, limit: 2, offset: 4 })
  t.equal(
    body.toString(),
    '{"data":[\n{"id":1},\n{"id":2}\n],"meta":{"data_as_of":"2026-09-01T10:00:00.000Z",' +
      '"schema_version":"beta.1","count":2,"total":9,"limit":2,"offset":4,' +
      '"attribution":"Ofertas «x» · offers.example"}}\n',
  )
})

t.test('an empty list is valid JSON', async (t) => {
  const body = listBody([], edition, { count: 0, total: 0, limit: 25, offset: 0 })
  t.match(JSON.parse(body.toString()), { data: { length: 0 }, meta: { count: 0, total: 0 } })
})

const DAMAGED = { code: 'bad-release' }

t.test('any range of lines is read from a page unchanged', async (t) => {
  const texts = fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(texts, fc.nat(30), fc.nat(30), (values, a, b) => {
      const lines = values.map((value) => Buffer.from(jsonLine({ value })))
      const body = listBody(lines, edition, { count: lines.length, total: 99, limit: 100, offset: 0 })
      const from = Math.min(a, b, lines.length)
      const to = Math.min(Math.max(a, b), lines.length)
      t.equal(linesBetween(pageLinesIn(body), from, to).toString(), lines.slice(from, to).join(',\n'))
    }),
    { numRuns: 100 },
  )
})

t.test('a range beyond the lines of a page is an error', async (t) => {
  const window = { count: 1, total: 1, limit: 100, offset: 0 }
  t.throws(() => linesBetween(pageLinesIn(listBody([Buffer.from('{}')], edition, window)), 0, 3), DAMAGED)
  t.throws(() => linesBetween(pageLinesIn(listBody([], edition, window)), 0, 1), DAMAGED)
  t.throws(() => pageLinesIn(Buffer.from('{"data":[\n{"id":1}')), DAMAGED, 'a page that is cut off')
  const long = listBody(Array(LARGE_PAGE_SIZE + 1).fill(Buffer.from('{}')), edition, window)
  t.throws(() => pageLinesIn(long), { message: 'a page has more than 100 offers' })
})

t.test('line separators of Unicode do not split a line', async (t) => {
  const line = jsonLine({ text: 'a\u2028b\u2029c\u0085d\ne' })
  t.notMatch(line, /[\n\u0085\u2028\u2029]/)
  t.same(JSON.parse(line), { text: 'a\u2028b\u2029c\u0085d\ne' })
})

t.test('details, issuers and snapshot lines carry the attribution', async (t) => {
  const line = Buffer.from('{"id":"off_a"}')
  t.same(JSON.parse(detailBody(line, edition).toString()), {
    data: { id: 'off_a' },
    meta: { data_as_of: edition.data_as_of, schema_version: 'beta.1', attribution: edition.attribution },
  })
  t.same(JSON.parse(snapshotLine(line, edition).toString()), {
    id: 'off_a',
    meta: { data_as_of: edition.data_as_of, attribution: edition.attribution },
  })
  const issuer = { id: 'iss_x', slug: 'x', name: 'X', type: 'bank', country: 'CL', offers_count: 3 } as const
  t.match(JSON.parse(wholeListBody([issuer], edition).toString()), {
    data: [issuer],
    meta: { count: 1, total: 1 },
  })
})
