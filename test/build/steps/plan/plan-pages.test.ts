import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import type { CatalogueOffer } from '../../../../build/day/catalogue-offer.ts'
import { type PagePlan, planChanges, planLists } from '../../../../build/steps/plan/plan-pages.ts'
import type { ListQuery } from '../../../../contract/api/list-query.ts'
import { BELOW_BASE_PATH, windowTarget } from '../../../../contract/api/request-target.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { offer, someOffers } from '../../support/offers.ts'

t.setTimeout(SHORT_MS)

/** The plan: targets of pages, and the lines of each list by the beginning of its addresses. */
function readable({ pages }: PagePlan) {
  const members = new Map<string, readonly number[]>()
  const targets: string[] = []
  for (const { list, limit, offset } of pages) {
    for (const prefix of list.prefixes) {
      members.set(prefix, list.lines)
      targets.push(windowTarget(prefix, { limit, offset }))
    }
  }
  return { members, targets: targets.sort() }
}

/** The same by plain filtering of every possible combination. */
function naive(offers: readonly CatalogueOffer[]) {
  const members = new Map<string, number[]>()
  const targets: string[] = []
  const slugs = (name: 'issuer' | 'category') => [undefined, ...new Set(offers.map((each) => each[name]))]
  for (const issuer of slugs('issuer')) {
    for (const category of slugs('category')) {
      for (const comuna of [undefined, ...new Set(offers.flatMap(({ slugs }) => slugs.comuna))]) {
        const filters = {
          ...(issuer && { issuer }),
          ...(category && { category }),
          ...(comuna && { comuna }),
        }
        const matching = [...offers.keys()].filter((position) => {
          const each = offers[position]
          return (
            each &&
            (!issuer || each.issuer === issuer) &&
            (!category || each.category === category) &&
            (!comuna || each.slugs.comuna.includes(comuna))
          )
        })
        const isAll = !issuer && !category && !comuna
        if (matching.length === 0 && !isAll) continue
        members.set(BELOW_BASE_PATH.listPrefix(filters), matching)
        for (const limit of [25, 100]) {
          for (let offset = 0; offset < Math.max(matching.length, 1) && offset <= 10_000; offset += limit) {
            const query: ListQuery = { ...filters, limit, offset }
            targets.push(BELOW_BASE_PATH.list(query))
          }
        }
      }
    }
  }
  return { members, targets: targets.sort() }
}

t.test('the plan has every combination that holds an offer, with all its pages, and no other', async () => {
  fc.assert(
    fc.property(someOffers(130), (offers) => isDeepStrictEqual(readable(planLists(offers)), naive(offers))),
    { numRuns: 60 },
  )
})

t.test('an empty catalogue has one list, with one empty page of each size', async (t) => {
  t.same(readable(planLists([])), {
    members: new Map([['/offers?', []]]),
    targets: ['/offers?limit=100&offset=0', '/offers?limit=25&offset=0'],
  })
})

t.test('lists with the same offers are one, with several addresses', async (t) => {
  const both = [
    offer({ id: 'off_a', line: 3 }),
    offer({ id: 'off_b', line: 5, category: 'viajes', comunas: [] }),
  ]
  const lists = new Set(planLists(both).pages.map(({ list }) => list))
  t.same(
    Array.from(lists, ({ ofChanges }) => ofChanges),
    [false, false, false],
    'none of them is the list of changes',
  )
  t.same(
    Array.from(lists, ({ lines, prefixes }) => [lines, prefixes]),
    [
      [
        [3, 5],
        ['/offers?', '/offers?issuer=banco-norte&'],
      ],
      [
        [3],
        [
          '/offers?comuna=maipu&',
          '/offers?category=cines&',
          '/offers?category=cines&comuna=maipu&',
          '/offers?issuer=banco-norte&comuna=maipu&',
          '/offers?issuer=banco-norte&category=cines&',
          '/offers?issuer=banco-norte&category=cines&comuna=maipu&',
        ],
      ],
      [[5], ['/offers?category=viajes&', '/offers?issuer=banco-norte&category=viajes&']],
    ],
  )
})

t.test('lists of different offers are never merged, for any numbers of their lines', async (t) => {
  const lines = [0, 127, 128, 129, 255, 256, 0xd800, 0xdfff, 2 ** 31, 2 ** 32 - 1]
  const offers = lines.map((line) => offer({ id: `off_${line}`, issuer: `i-${line}`, comunas: [], line }))
  const { members } = readable(planLists(offers))
  for (const line of lines) t.same(members.get(`/offers?issuer=i-${line}&`), [line])
})

t.test('pages end where a named key can no longer read, and longer lists are counted', async (t) => {
  const reach = (count: number) => {
    const offers = Array.from({ length: count }, (_, n) => offer({ id: `off_${n}`, comunas: [], line: n }))
    const plan = planLists(offers)
    const { targets } = readable(plan)
    return { ...plan.reach, last: targets.includes('/offers?limit=25&offset=10000') }
  }
  // Four lists: all, of the issuer, of the category, of both.
  t.match(reach(10_000), { lists: 4, pages: 4 * (400 + 100), last: false, beyond: 0 })
  t.match(reach(10_100), { pages: 4 * (401 + 101), last: true, beyond: 0 })
  t.match(reach(10_101), { pages: 4 * (401 + 101), last: true, beyond: 4 })
})

t.test(
  'changes are one list of all readable offers, with pages of both sizes as far as a key can page',
  async (t) => {
    const changes = Array.from({ length: 10_130 }, (_, n) => offer({ id: `off_${n}`, line: 2 * n }))
    const pages = planChanges(changes)
    t.equal(pages.length, 401 + 101)
    t.same([...new Set(pages.map(({ list }) => list))].length, 1)
    const [first] = pages
    t.same(first?.list.prefixes, ['/changes?'])
    t.ok(first?.list.ofChanges)
    t.same(
      first?.list.lines,
      changes.map(({ line }) => line),
    )
    const last = pages.filter(({ offset }) => offset === 10_000).map(({ limit }) => limit)
    t.same(last, [25, 100])
    t.same(
      planChanges([]).map(({ limit, offset }) => [limit, offset]),
      [
        [25, 0],
        [100, 0],
      ],
      'without any, an empty page of each size',
    )
  },
)
