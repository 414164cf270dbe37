import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import type { CatalogueOffer } from '../../../build/catalogue/catalogue-offer.ts'
import { PAGE_NUMBERS, type Selection, select, totalOf } from '../../../build/steps/plan-pages.ts'
import type { ListQuery } from '../../../contract/api/list-query.ts'
import { listPrefix, listTarget } from '../../../contract/api/request-target.ts'
import { offer, someOffers } from '../support/offers.ts'

/** What is selected, as targets of pages, and positions by list. */
function readable({ lists, pages }: Selection) {
  const members = lists.filters.map((filters, list): [string, number[]] => [
    listPrefix(filters),
    [...lists.members.subarray(lists.starts[list], lists.starts[list + 1])],
  ])
  const targets: string[] = []
  for (let at = 0; at < pages.length; at += PAGE_NUMBERS) {
    const [list = 0, limit = 0, offset = 0] = pages.subarray(at, at + PAGE_NUMBERS)
    targets.push(listTarget({ ...lists.filters[list], limit, offset }))
  }
  return { members: new Map(members), targets: targets.sort() }
}

/** The same in the plainest way: for every combination there could be, filter. */
function naive(offers: readonly CatalogueOffer[]) {
  const members = new Map<string, number[]>()
  const targets: string[] = []
  const slugs = (name: 'issuer' | 'category') => [undefined, ...new Set(offers.map((each) => each[name]))]
  for (const issuer of slugs('issuer')) {
    for (const category of slugs('category')) {
      for (const comuna of [undefined, ...new Set(offers.flatMap(({ comunas }) => comunas))]) {
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
            (!comuna || each.comunas.includes(comuna))
          )
        })
        const isAll = !issuer && !category && !comuna
        if (matching.length === 0 && !isAll) continue
        members.set(listPrefix(filters), matching)
        for (const limit of [25, 100]) {
          for (let offset = 0; offset < Math.max(matching.length, 1) && offset <= 10_000; offset += limit) {
            const query: ListQuery = { ...filters, limit, offset }
            targets.push(listTarget(query))
          }
        }
      }
    }
  }
  return { members, targets: targets.sort() }
}

t.test('every combination that holds an offer, and no other, with all pages', async () => {
  fc.assert(
    fc.property(someOffers(130), (offers) => isDeepStrictEqual(readable(select(offers)), naive(offers))),
    { numRuns: 60 },
  )
})

t.test('an empty catalogue has one list, with one empty page of each size', async (t) => {
  t.same(readable(select([])), {
    members: new Map([['/beta/offers?', []]]),
    targets: ['/beta/offers?limit=100&offset=0', '/beta/offers?limit=25&offset=0'],
  })
})

t.test('pages go as far as a named key can reach, and it is told where that is not all', async (t) => {
  const reach = (count: number) => {
    const offers = Array.from({ length: count }, (_, n) => offer({ id: `off_${n}`, comunas: [] }))
    const selection = select(offers)
    t.equal(totalOf(selection.lists, 0), count)
    const { targets } = readable(selection)
    return { ...selection.reach, last: targets.includes('/beta/offers?limit=25&offset=10000') }
  }
  // Four lists: all, of the issuer, of the category, of both.
  t.match(reach(10_000), { pages: 4 * (400 + 100), last: false, beyond: 0 })
  t.match(reach(10_100), { pages: 4 * (401 + 101), last: true, beyond: 0 })
  t.match(reach(10_101), { pages: 4 * (401 + 101), last: true, beyond: 4 })
})
