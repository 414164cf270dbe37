// Makes the changes again, in the simplest way, from all offers of memory.gz: sort, slice, wrap, count.

import type { CatalogueOffer } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import type { Memory } from '../day/memory.ts'
import { checkPages } from './check-lists.ts'
import type { Verification } from './verification.ts'

export function checkChanges(memory: Memory, lines: Lines, verification: Verification): void {
  const { targets, routes, findings } = verification
  const offers = [...memory.offers.values()].sort(newestFirst)
  const changed = offers.map(({ line }) => lines.at(line))
  const expected = checkPages(`${targets.paths.changes}?`, changed, { since: null }, verification)
  const found = [...routes].filter(({ target }) => targets.isChanges(target)).length
  findings.expect(found === expected, `the target table has ${found} pages of changes, not ${expected}`)
}

function newestFirst(a: CatalogueOffer, b: CatalogueOffer): number {
  if (a.updated_at !== b.updated_at) return a.updated_at > b.updated_at ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The moments equal those of memory.gz, the first is that of the release, and each has the number of later changes. */
export function checkHistory(
  { header, offers }: Memory,
  { manifest, findings }: Pick<Verification, 'manifest' | 'findings'>,
): void {
  const history = Object.entries(manifest.history ?? {})
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
