// The two snapshots: the full one is what all else is held against, the sample must be a part of it.

import { gunzipSync } from 'node:zlib'
import type { Edition } from '../../contract/api/edition.ts'
import { snapshotLine } from '../../contract/api/responses.ts'
import { SAMPLE_SIZE } from '../../contract/keys/kinds.ts'
import { messageOf } from '../../contract/lib/errors.ts'
import { jsonLine } from '../../contract/lib/json.ts'
import { isListed, type Offer } from '../../contract/offers/offer.ts'
import type { Findings } from './findings.ts'

/** An offer as published, and its rendered line. */
export interface PublishedOffer {
  offer: Offer
  line: Buffer
}

/** The offers of a snapshot, in its order; none where there is no body, which was found before. */
export function readSnapshot(
  body: Buffer | undefined,
  edition: Edition,
  findings: Findings,
): PublishedOffer[] {
  if (!body) return []
  try {
    const lines = gunzipSync(body).toString('utf8').split('\n')
    findings.expect(lines.pop() === '', 'a snapshot ends without a line end')
    return lines.map((text) => readLine(text, edition, findings))
  } catch (error) {
    findings.add(`a snapshot can not be read: ${messageOf(error)}`)
    return []
  }
}

function readLine(text: string, edition: Edition, findings: Findings): PublishedOffer {
  const { meta: _, ...offer } = JSON.parse(text) as Offer & { meta: unknown }
  const line = Buffer.from(jsonLine(offer))
  const whole = snapshotLine(line, edition)
  findings.expect(
    whole.toString('utf8') === `${text}\n`,
    `${offer.id}: its line in a snapshot is not canonical`,
  )
  return { offer, line }
}

/** The full snapshot holds every offer once, in the order of the catalogue, and none that lists do not. */
export function checkOrder(offers: readonly PublishedOffer[], findings: Findings): void {
  offers.forEach(({ offer }, index) => {
    findings.expect(isListed(offer.status), `${offer.id} is ${offer.status}, but in the snapshot`)
    const before = offers[index - 1]?.offer
    const isInOrder =
      !before ||
      before.updated_at > offer.updated_at ||
      (before.updated_at === offer.updated_at && before.id < offer.id)
    findings.expect(isInOrder, `${offer.id} stands at the wrong place of the snapshot`)
  })
}

/** The sample is a part of the full one, in the same order, of the right size. */
export function checkSample(
  sampled: readonly PublishedOffer[],
  all: readonly PublishedOffer[],
  findings: Findings,
): void {
  const places = new Map(all.map(({ offer }, index) => [offer.id, index]))
  const found = sampled.map(({ offer }) => places.get(offer.id) ?? -1)
  const ascends = found.every((place, index) => place > (found[index - 1] ?? -1))
  findings.expect(ascends, 'the sample holds offers that the full snapshot has not, or in another order')
  const size = Math.min(SAMPLE_SIZE, all.length)
  findings.expect(sampled.length === size, `the sample holds ${sampled.length} offers, not ${size}`)
}
