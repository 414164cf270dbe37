// The list of issuers: the counts are those of the offers.

import type { IssuerWithCount } from '../../contract/api/responses.ts'
import type { PublishedOffer } from './check-snapshots.ts'
import type { Findings } from './findings.ts'

/** @returns the number of issuers; without a body, which was found before, 0 */
export function checkIssuers(
  body: Buffer | undefined,
  offers: readonly PublishedOffer[],
  findings: Findings,
): number {
  if (!body) return 0
  const { data } = JSON.parse(body.toString('utf8')) as { data: IssuerWithCount[] }
  const counts = new Map<string, number>()
  for (const { offer } of offers) counts.set(offer.issuer.slug, (counts.get(offer.issuer.slug) ?? 0) + 1)
  for (const { slug, offers_count } of data) {
    const expected = counts.get(slug) ?? 0
    findings.expect(offers_count === expected, `${slug} has ${expected} offers, not ${offers_count}`)
    counts.delete(slug)
  }
  for (const slug of counts.keys()) findings.add(`${slug} has offers, but is not in the list of issuers`)
  return data.length
}
