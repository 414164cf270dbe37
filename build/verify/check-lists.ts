// Makes every page of every list again from the offers, in the simplest way: filter, slice, wrap. It does not use the
// code of the build, because a mistake in that would agree with itself.

import { FILTER_NAMES, type Filters, filterSlugsOf } from '../../contract/api/filters.ts'
import type { Targets } from '../../contract/api/request-target.ts'
import { listBody } from '../../contract/api/responses.ts'
import { DEFAULT_LIMIT, LARGE_PAGE_SIZE, WIDEST_LIMITS } from '../../contract/keys/kinds.ts'
import type { Offer } from '../../contract/offers/offer.ts'
import { sha256 } from '../../lib/digest.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** @param offers all listed offers, in the order of the catalogue */
export function checkLists(offers: readonly PublishedOffer[], verification: Verification): void {
  const { targets, routes, findings } = verification
  let expected = 0
  for (const [prefix, lines] of expectedLists(offers, targets)) {
    expected += checkPages(prefix, lines, {}, verification)
  }
  const found = [...routes].filter(({ target }) => targets.isList(target)).length
  findings.expect(found === expected, `the target table has ${found} pages of lists, not ${expected}`)
}

/**
 * Makes the pages of one list again.
 * @param prefix the beginning of their addresses
 * @param more further members of `meta`
 * @returns the number of pages
 */
export function checkPages(
  prefix: string,
  lines: readonly Buffer[],
  more: { since?: null },
  { edition, routes, findings }: Verification,
): number {
  const total = lines.length
  let pages = 0
  for (const { limit, offset } of expectedWindows(total)) {
    pages += 1
    const target = `${prefix}limit=${limit}&offset=${offset}`
    const onPage = lines.slice(offset, offset + limit)
    const digest = sha256(listBody(onPage, edition, { count: onPage.length, total, limit, offset, ...more }))
    const route = routes.find(target)
    const isRight = route?.digest === digest && route.total === total
    const fault = route ? 'not the page of these offers' : 'not in the target table'
    findings.expect(isRight, `${target}: ${fault}`)
  }
  return pages
}

/** The lines of each list with an offer, by the beginning of its addresses. */
function expectedLists(offers: readonly PublishedOffer[], { listPrefix }: Targets): Map<string, Buffer[]> {
  const lists = new Map<string, Buffer[]>([[listPrefix({}), []]])
  for (const { offer, line } of offers) {
    for (const filters of filtersThatKeep(offer)) {
      const prefix = listPrefix(filters)
      const list = lists.get(prefix)
      if (list) list.push(line)
      else lists.set(prefix, [line])
    }
  }
  return lists
}

/** Each filter absent, or with one of the values of the offer. */
function filtersThatKeep(offer: Offer): Filters[] {
  let choices: Filters[] = [{}]
  const slugsOf = filterSlugsOf(offer)
  for (const name of FILTER_NAMES) {
    choices = [
      ...choices,
      ...choices.flatMap((filters) => slugsOf[name].map((slug) => ({ ...filters, [name]: slug }))),
    ]
  }
  return choices
}

/** The prebuilt pages of a list: of both sizes, as far as a key can page. */
function* expectedWindows(total: number): Generator<{ limit: number; offset: number }> {
  for (const limit of [DEFAULT_LIMIT, LARGE_PAGE_SIZE]) {
    for (let offset = 0; offset === 0 || offset < total; offset += limit) {
      if (offset <= WIDEST_LIMITS.maxOffset) yield { limit, offset }
    }
  }
}
