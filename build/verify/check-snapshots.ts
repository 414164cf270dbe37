// Checks the snapshots: the full one is in order, and the others are parts of it. Further checks compare all answers
// with it.

import { gunzipSync } from 'node:zlib'
import { type Edition, type SnapshotOffer, snapshotLine } from '../../contract/api/responses.ts'
import {
  KEY_KINDS,
  KEY_LIMITS,
  SAMPLE_SIZE,
  type SnapshotContent,
  WIDEST_KIND,
} from '../../contract/keys/kinds.ts'
import { isListed, type Offer } from '../../contract/offers/offer.ts'
import { messageOf } from '../../lib/errors.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { recordOf } from '../../lib/record-of.ts'
import type { Findings, Verification } from './verification.ts'

/** An offer as published, and its rendered line. */
export interface PublishedOffer {
  offer: Offer
  line: Buffer
}

/** The number of offers in a snapshot, by the number of all listed offers. */
const SIZES: Readonly<Record<SnapshotContent, (offers: number) => number>> = {
  full: (offers) => offers,
  sample: (offers) => Math.min(SAMPLE_SIZE, offers),
}

/** @returns the offers of the full snapshot */
export function checkSnapshots({ targets, edition, bodyAt, findings }: Verification): PublishedOffer[] {
  const snapshots = recordOf(KEY_KINDS, (kind) =>
    readSnapshot(bodyAt(targets.snapshot(kind)), edition, findings),
  )
  const all = snapshots[WIDEST_KIND]
  checkOrder(all, findings)
  for (const kind of KEY_KINDS) {
    const size = SIZES[KEY_LIMITS[kind].snapshot](all.length)
    checkPart(snapshots[kind], all, { name: `the ${kind} snapshot`, size, findings })
  }
  return all
}

/** The offers of a snapshot, in its order; empty if its body is missing, which is already a finding. */
function readSnapshot(body: Buffer | undefined, edition: Edition, findings: Findings): PublishedOffer[] {
  if (!body) return []
  try {
    const lines = gunzipSync(body).toString('utf8').split('\n')
    findings.expect(lines.pop() === '', 'a snapshot does not end with a line feed')
    return lines.map((text) => {
      const published = parseSnapshotLine(text)
      const rendered = snapshotLine(published.line, edition).toString('utf8')
      findings.expect(
        rendered === `${text}\n`,
        `${published.offer.id}: its line in a snapshot is not canonical`,
      )
      return published
    })
  } catch (error) {
    findings.add(`a snapshot cannot be read: ${messageOf(error)}`)
    return []
  }
}

function parseSnapshotLine(text: string): PublishedOffer {
  const { meta: _, ...offer }: SnapshotOffer = JSON.parse(text)
  return { offer, line: Buffer.from(jsonLine(offer)) }
}

/** Checks the full snapshot: it has listed offers only, each once, in the order of the catalogue. */
function checkOrder(offers: readonly PublishedOffer[], findings: Findings): void {
  offers.forEach(({ offer }, index) => {
    findings.expect(isListed(offer.status), `${offer.id} is ${offer.status}, but in the snapshot`)
    const before = offers[index - 1]?.offer
    const isInOrder =
      !before ||
      before.updated_at > offer.updated_at ||
      (before.updated_at === offer.updated_at && before.id < offer.id)
    findings.expect(isInOrder, `${offer.id} is at the wrong place of the snapshot, or in it twice`)
  })
}

/** Checks that a snapshot is a part of the full one, in the same order, of the expected size. */
function checkPart(
  part: readonly PublishedOffer[],
  all: readonly PublishedOffer[],
  { name, size, findings }: { name: string; size: number; findings: Findings },
): void {
  const places = new Map(all.map(({ offer }, index) => [offer.id, index]))
  let nextPlace = 0
  for (const { offer } of part) {
    const place = places.get(offer.id)
    const isInOrder = place !== undefined && place >= nextPlace
    findings.expect(isInOrder, `${name}: ${offer.id} is at the wrong place, or not in the full snapshot`)
    if (isInOrder) nextPlace = place + 1
  }
  findings.expect(part.length === size, `${name} holds ${part.length} offers, not ${size}`)
}
