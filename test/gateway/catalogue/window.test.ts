import t from 'tap'
import { listBody } from '../../../contract/api/responses.ts'
import { LARGE_PAGE_SIZE } from '../../../contract/keys/kinds.ts'
import { between, seededRandom } from '../../../fixtures/generator/seeded-random.ts'
import { cutWindow, pageLinesIn, pagesUnder } from '../../../gateway/catalogue/window.ts'

const EDITION = { data_as_of: '2026-09-01T00:00:00.000Z', attribution: 'Test', schema_version: 'beta.1' }
const TOTAL = LARGE_PAGE_SIZE * 2 + 7
const LINES = Array.from({ length: TOTAL }, (_, at) => Buffer.from(`{"id":"${at}"}`))

function largePage(offset: number) {
  const lines = LINES.slice(offset, offset + LARGE_PAGE_SIZE)
  const body = listBody(lines, EDITION, { count: lines.length, total: TOTAL, limit: LARGE_PAGE_SIZE, offset })
  return { offset, lines: pageLinesIn(body) }
}

t.test('a window needs the large pages that it touches: none, one or two', async (t) => {
  const under = (limit: number, offset: number) => pagesUnder({ limit, offset }, TOTAL)
  t.same(under(LARGE_PAGE_SIZE, 0), [0])
  t.same(under(1, LARGE_PAGE_SIZE - 1), [0])
  t.same(under(2, LARGE_PAGE_SIZE - 1), [0, LARGE_PAGE_SIZE])
  t.same(under(LARGE_PAGE_SIZE, LARGE_PAGE_SIZE), [LARGE_PAGE_SIZE])
  t.same(under(50, TOTAL - 1), [2 * LARGE_PAGE_SIZE])
  t.same(under(50, TOTAL), [])
  t.same(under(50, TOTAL + 500), [])
})

t.test('a cut window equals a rendered one, to the byte', async (t) => {
  const random = seededRandom('windows', 1)
  const drawn = Array.from({ length: 150 }, () => [
    between(random, 1, LARGE_PAGE_SIZE),
    between(random, 0, TOTAL + 20),
  ])
  const edges = [
    [LARGE_PAGE_SIZE, LARGE_PAGE_SIZE / 2],
    [1, LARGE_PAGE_SIZE - 1],
    [2, LARGE_PAGE_SIZE - 1],
    [50, TOTAL - 5],
    [50, TOTAL],
    [50, TOTAL + 1000],
  ]
  for (const [limit = 0, offset = 0] of [...edges, ...drawn]) {
    const pages = pagesUnder({ limit, offset }, TOTAL).map(largePage)
    const lines = LINES.slice(offset, offset + limit)
    const expected = listBody(lines, EDITION, { count: lines.length, total: TOTAL, limit, offset })
    t.strictSame(
      String(cutWindow({ limit, offset }, TOTAL, pages, EDITION)),
      String(expected),
      `${limit} from ${offset}`,
    )
  }
})
