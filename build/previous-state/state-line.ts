// The lines of a memory file after the first: an offer as it was last published, and when it left the source.
//
//   {"left":null,"offer":{"id":"off_…",…}}
//
// The rendered offer is kept to the byte, so that the next build can compare it.

import type { Offer } from '../../contract/offers/offer.ts'

const OFFER_MEMBER = Buffer.from('"offer":')

/** An offer of the file, and its rendered line, to the byte. */
export interface KnownOffer {
  withdrawnOn: string | null
  offer: Offer
  line: Buffer
}

/** A line of the file, line feed included, as the bytes before and after the rendered offer. */
export function stateLineFrame(withdrawnOn: string | null): { before: string; after: string } {
  return { before: `{"left":${JSON.stringify(withdrawnOn)},"offer":`, after: '}\n' }
}

/** @throws {TypeError} if the bytes are no such line */
export function parseStateLine(bytes: Buffer): KnownOffer {
  const { left: withdrawnOn, offer } = JSON.parse(bytes.toString('utf8')) as {
    left?: string | null
    offer?: Offer
  }
  const at = bytes.indexOf(OFFER_MEMBER)
  if (withdrawnOn === undefined || offer?.id === undefined || at < 0) {
    throw new TypeError('expected an offer and when it left')
  }
  return { withdrawnOn, offer, line: bytes.subarray(at + OFFER_MEMBER.length, -1) }
}
