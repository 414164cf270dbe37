// Makes the changes again, in the simplest way, from all offers of memory.gz: sort, slice, wrap, count.

import { editionIn } from '../../contract/api/edition.ts'
import { targetsIn } from '../../contract/api/request-target.ts'
import { listBody } from '../../contract/api/responses.ts'
import { sha256 } from '../../lib/digest.ts'
import type { CatalogueOffer } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'
import type { Memory } from '../day/memory.ts'
import { expectedWindows } from './check-lists.ts'
import type { Verification } from './verification.ts'

export function checkChanges(memory: Memory, lines: Lines, verification: Verification): void {
  const offers = [...memory.offers.values()].sort(newestFirst)
  checkPages(
    offers.map(({ line }) => lines.at(line)),
    verification,
  )
}

function newestFirst(a: CatalogueOffer, b: CatalogueOffer): number {
  if (a.updated_at !== b.updated_at) return a.updated_at > b.updated_at ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function checkPages(lines: readonly Buffer[], { version, routes, manifest, findings }: Verification): void {
  const targets = targetsIn(version)
  const edition = editionIn(version, manifest)
  let expected = 0
  for (const { limit, offset } of expectedWindows(lines.length)) {
    expected += 1
    const target = `${targets.paths.changes}?limit=${limit}&offset=${offset}`
    const onPage = lines.slice(offset, offset + limit)
    const window = { count: onPage.length, total: lines.length, limit, offset, since: null }
    const digest = sha256(listBody(onPage, edition, window))
    const route = routes.find(target)
    findings.expect(
      route?.digest === digest && route.total === lines.length,
      `${target}: ${route ? 'not the page of these changes' : 'not in the target table'}`,
    )
  }
  const found = [...routes].filter(({ target }) => targets.isChanges(target)).length
  findings.expect(found === expected, `the target table has ${found} pages of changes, not ${expected}`)
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
