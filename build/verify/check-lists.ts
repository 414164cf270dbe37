// Makes every page of every list, the changes and the details again from the offers, in the simplest way: filter, slice,
// wrap. It plans them without the code of the build, because a mistake in that would agree with itself. It only
// shares what contract/ defines: the forms of bodies and addresses, the filters, and which offers are listed.

import { FILTER_NAMES, type Filters, filterSlugsOf } from '../../contract/api/filters.ts'
import type { Targets } from '../../contract/api/request-target.ts'
import { detailBody, listBody } from '../../contract/api/responses.ts'
import { DEFAULT_LIMIT, LARGE_PAGE_SIZE, WIDEST_LIMITS } from '../../contract/keys/kinds.ts'
import { isListed, type Offer } from '../../contract/offers/offer.ts'
import { sha256 } from '../../lib/digest.ts'
import type { CatalogueOffer } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import type { Memory } from '../day/memory.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** @param offers all listed offers, in the order of the catalogue */
export function checkLists(offers: readonly PublishedOffer[], verification: Verification): void {
  const { targets, table, findings } = verification
  let expected = 0
  for (const [prefix, lines] of expectedLists(offers, targets)) {
    expected += checkPages(prefix, lines, {}, verification)
  }
  const found = [...table].filter(({ target }) => targets.isList(target)).length
  findings.expect(found === expected, `the target table has ${found} pages of lists, not ${expected}`)
}

/**
 * Makes the pages of one list again.
 * @param prefix the beginning of their addresses
 * @param furtherMeta further members of `meta`
 * @returns the number of pages
 */
function checkPages(
  prefix: string,
  lines: readonly Buffer[],
  furtherMeta: { since?: null },
  { edition, table, findings }: Verification,
): number {
  const total = lines.length
  let pages = 0
  for (const { limit, offset } of expectedWindows(total)) {
    pages += 1
    const target = `${prefix}limit=${limit}&offset=${offset}`
    const onPage = lines.slice(offset, offset + limit)
    const window = { count: onPage.length, total, limit, offset, ...furtherMeta }
    const digest = sha256(listBody(onPage, edition, window))
    const entry = table.find(target)
    const isSame = entry?.digest === digest && entry.total === total
    const fault = entry ? 'not the page of these offers' : 'not in the target table'
    findings.expect(isSame, `${target}: ${fault}`)
  }
  return pages
}

/** The lines of each list with an offer, and of the unfiltered list, by the beginning of their addresses. */
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

/** All combinations of filters that match an offer: each filter is absent, or has one of its values. */
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

/** Makes the pages of all changes again from the offers of memory.gz. */
export function checkChanges(memory: Memory, lines: Lines, verification: Verification): void {
  const { targets, table, findings } = verification
  const offers = [...memory.offers.values()].sort(newestFirst)
  const changed = offers.map(({ line }) => lines.at(line))
  const expected = checkPages(`${targets.paths.changes}?`, changed, { since: null }, verification)
  const found = [...table].filter(({ target }) => targets.isChanges(target)).length
  findings.expect(found === expected, `the target table has ${found} pages of changes, not ${expected}`)
}

/** The order of the catalogue. */
function newestFirst(a: CatalogueOffer, b: CatalogueOffer): number {
  if (a.updated_at !== b.updated_at) return a.updated_at > b.updated_at ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/**
 * Checks the history: its moments equal those of memory.gz, the first is that of the release, and each has the number of
 * later changes.
 */
export function checkHistory(
  { header, offers }: Memory,
  { manifest, findings }: Pick<Verification, 'manifest' | 'findings'>,
): void {
  const history = Object.entries(manifest.history)
  const moments = history.map(([moment]) => moment)
  findings.expect(
    moments[0] === manifest.data_as_of && moments.join() === header?.history.join(),
    'the history in release.json differs from memory.gz',
  )
  for (const [moment, count] of history) {
    const later = [...offers.values()].filter(({ updated_at }) => updated_at > moment).length
    findings.expect(count === later, `${later} offers changed since ${moment}, but release.json has ${count}`)
  }
}

/**
 * Checks the answer for each offer: it equals the offer in memory.gz and in lists.
 * @param listed all listed offers
 */
export function checkDetails(
  { offers }: Memory,
  lines: Lines,
  listed: readonly PublishedOffer[],
  { targets, edition, table, findings }: Verification,
): void {
  const listedLines = new Map(listed.map(({ offer, line }) => [offer.id, line]))
  for (const { id, status, line: number } of offers.values()) {
    const line = lines.at(number)
    // An impossible id has no target, and is reported as not in the table.
    const target = targets.offer(id) ?? id
    const entry = table.find(target)
    if (!entry) findings.add(`${target}: not in the target table`)
    else
      findings.expect(entry.digest === sha256(detailBody(line, edition)), `${target}: differs from memory.gz`)
    const listedLine = listedLines.get(id)
    const agrees = isListed(status) ? listedLine?.equals(line) === true : listedLine === undefined
    findings.expect(agrees, `${target}: differs from the lists`)
    listedLines.delete(id)
  }
  for (const id of listedLines.keys()) findings.add(`${id} is in lists, but not in memory.gz`)
  const found = [...table].filter(({ target }) => targets.isOffer(target)).length
  findings.expect(found === offers.size, `the target table has ${found} offers, not ${offers.size}`)
}
