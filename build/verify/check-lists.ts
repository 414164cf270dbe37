// Every page of every list, made once more from the offers, in the plainest way: filter, slice, wrap.

import { listPrefix } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { listBody } from '../../contract/api/responses.ts'
import { DEFAULT_LIMIT, KEY_LIMITS, LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** @param offers all that lists hold, in the order of the catalogue */
export function checkLists(
  offers: readonly PublishedOffer[],
  { routes, manifest, findings }: Verification,
): void {
  let expected = 0
  for (const [prefix, lines] of expectedLists(offers)) {
    for (const { limit, offset } of expectedWindows(lines.length)) {
      expected += 1
      const target = `${prefix}limit=${limit}&offset=${offset}`
      const onPage = lines.slice(offset, offset + limit)
      const window = { count: onPage.length, total: lines.length, limit, offset }
      const digest = sha256(listBody(onPage, manifest, window))
      const route = routes.find(target)
      const isRight = route?.digest === digest && route.total === lines.length
      findings.expect(isRight, `${target}: ${route ? 'not what the offers give' : 'missing'}`)
    }
  }
  let found = 0
  for (const { target } of routes) if (target.startsWith(`${PATHS.offers}?`)) found += 1
  findings.expect(found === expected, `there are ${found} pages of lists, not ${expected}`)
}

/** The lines of each list that holds an offer, by how its addresses begin. */
function expectedLists(offers: readonly PublishedOffer[]): Map<string, Buffer[]> {
  const lists = new Map<string, Buffer[]>([[listPrefix({}), []]])
  for (const { offer, line } of offers) {
    for (const issuer of [undefined, offer.issuer.slug]) {
      for (const category of [undefined, offer.category.slug]) {
        for (const comuna of [undefined, ...offer.comunas.map(({ slug }) => slug)]) {
          const prefix = listPrefix({
            ...(issuer && { issuer }),
            ...(category && { category }),
            ...(comuna && { comuna }),
          })
          const list = lists.get(prefix)
          if (list) list.push(line)
          else lists.set(prefix, [line])
        }
      }
    }
  }
  return lists
}

function* expectedWindows(total: number): Generator<{ limit: number; offset: number }> {
  for (const limit of [DEFAULT_LIMIT, LARGE_PAGE_SIZE]) {
    for (let offset = 0; offset === 0 || offset < total; offset += limit) {
      if (offset <= KEY_LIMITS.named.maxOffset) yield { limit, offset }
    }
  }
}
