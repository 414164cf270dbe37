// Step: the digest of everything that a release is made from. Where it is that of the standing release, there is
// nothing to do.

import { sha256Stream } from '../../contract/lib/digest.ts'
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts'
import type { Lines } from '../catalogue/line-store.ts'
import { stateLineFrame } from '../previous-state/state-line.ts'
import type { Described } from './render-documents.ts'

// Raise it when the same input is to give other bytes and no body below shows it, e.g. for other page sizes.
const RENDERING = 'rendering 1'

/**
 * Moment, attribution and shape of the answers are in the bodies of `described`.
 * @param readable all offers, by id
 */
export function fingerprint(readable: readonly CatalogueOffer[], lines: Lines, described: Described): string {
  const hash = sha256Stream()
  const add = (text: string) => hash.update(Buffer.from(text))
  add(`${RENDERING}\n`)
  hash.update(described.issuers)
  hash.update(described.openapi)
  for (const { left, line } of readable) {
    const { before, after } = stateLineFrame(left)
    add(before)
    hash.update(lines.at(line))
    add(after)
  }
  return hash.digest()
}
