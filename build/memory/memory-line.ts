// The lines of a memory file after the first: an offer as it was last published, when it left the source, and since
// when it is kept although the source lacks it.
//
//   {"left":null,"offer":{"id":"off_…",…}}
//   {"left":null,"kept":"2026-03-01","offer":{"id":"off_…",…}}
//
// The rendered offer is kept to the byte, so that the next build can compare it.

import type { Offer } from '../../contract/offers/offer.ts'
import type { Absence } from '../day/catalogue-offer.ts'

const OFFER_MEMBER = Buffer.from('"offer":')

/** An offer of the file, and its rendered line, to the byte. */
export interface KnownOffer {
  absence: Absence
  offer: Offer
  line: Buffer
}

/** A line of the file, line feed included, as the bytes before and after the rendered offer. */
export function memoryLineFrame({ withdrawnOn, keptSince }: Absence): { before: string; after: string } {
  const kept = keptSince === null ? '' : `"kept":${JSON.stringify(keptSince)},`
  return { before: `{"left":${JSON.stringify(withdrawnOn)},${kept}"offer":`, after: '}\n' }
}

/** @throws {TypeError} if the bytes are no such line */
export function parseMemoryLine(bytes: Buffer): KnownOffer {
  const {
    left: withdrawnOn,
    kept: keptSince = null,
    offer,
  } = JSON.parse(bytes.toString('utf8')) as {
    left?: string | null
    kept?: string
    offer?: Offer
  }
  const at = bytes.indexOf(OFFER_MEMBER)
  if (withdrawnOn === undefined || offer?.id === undefined || at < 0) {
    throw new TypeError('expected an offer and when it left')
  }
  return { absence: { withdrawnOn, keptSince }, offer, line: bytes.subarray(at + OFFER_MEMBER.length, -1) }
}
