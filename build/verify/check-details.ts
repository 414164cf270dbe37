// Checks the answer for each offer: it equals the offer in memory.gz and in lists.

import { detailBody } from '../../contract/api/responses.ts'
import { isListed } from '../../contract/offers/offer.ts'
import { sha256 } from '../../lib/digest.ts'
import type { Lines } from '../day/line-store.ts'
import type { Memory } from '../day/memory.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Verification } from './verification.ts'

/** @param listed all listed offers */
export function checkDetails(
  { offers }: Memory,
  lines: Lines,
  listed: readonly PublishedOffer[],
  { targets, edition, routes, findings }: Verification,
): void {
  const listedLines = new Map(listed.map(({ offer, line }) => [offer.id, line]))
  for (const { id, status, line: number } of offers.values()) {
    const line = lines.at(number)
    const target = targets.offer(id) ?? id
    const route = routes.find(target)
    if (!route) findings.add(`${target}: not in the target table`)
    else
      findings.expect(route.digest === sha256(detailBody(line, edition)), `${target}: differs from memory.gz`)
    const listedLine = listedLines.get(id)
    const agrees = isListed(status) ? listedLine?.equals(line) === true : listedLine === undefined
    findings.expect(agrees, `${target}: differs from the lists`)
    listedLines.delete(id)
  }
  for (const id of listedLines.keys()) findings.add(`${id} is in lists, but not in memory.gz`)
  const found = [...routes].filter(({ target }) => targets.isOffer(target)).length
  findings.expect(found === offers.size, `the target table has ${found} offers, not ${offers.size}`)
}
