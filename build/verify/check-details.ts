// The answer to every offer's address: as the memory of the release has it, and as lists have it.

import { offerTarget } from '../../contract/api/request-target.ts'
import { PATHS } from '../../contract/api/resources.ts'
import { detailBody } from '../../contract/api/responses.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import { isListed } from '../../contract/offers/offer.ts'
import type { Lines } from '../catalogue/line-store.ts'
import type { PreviousState } from '../previous-state/read-state.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** @param listed all that lists hold */
export function checkDetails(
  { offers }: PreviousState,
  lines: Lines,
  listed: readonly PublishedOffer[],
  { routes, manifest, findings }: Verification,
): void {
  const listedLines = new Map(listed.map(({ offer, line }) => [offer.id, line]))
  for (const { id, status, line: number } of offers.values()) {
    const line = lines.at(number)
    const target = offerTarget(id) ?? ''
    const digest = sha256(detailBody(line, manifest))
    findings.expect(routes.find(target)?.digest === digest, `${target}: not as memory.gz has it`)
    const listedLine = listedLines.get(id)
    const agrees = isListed(status) ? listedLine?.equals(line) === true : listedLine === undefined
    findings.expect(agrees, `${target}: lists have it otherwise`)
    listedLines.delete(id)
  }
  for (const id of listedLines.keys()) findings.add(`${id} is in lists, but not in memory.gz`)
  let found = 0
  for (const { target } of routes) if (target.startsWith(`${PATHS.offers}/`)) found += 1
  findings.expect(found === offers.size, `there are ${found} addresses of offers, not ${offers.size}`)
}
