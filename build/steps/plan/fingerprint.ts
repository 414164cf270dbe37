// Step: makes a digest of everything that a release is made from. If the current release has the same, there is nothing
// to do.

import { sha256Stream } from '../../../lib/digest.ts'
import type { BrokenBefore } from '../../day/broken-issuer.ts'
import { keyOf } from '../../day/broken-reason.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import { memoryLineFrame } from '../../memory/memory-lines.ts'

// Raise it if equal input gives other bytes and no document shows it, e.g. after a change of page sizes.
const RENDERING = 'rendering 1'

/** The input of the digest. The documents and the page contain moment, attribution and shape of the answers. */
interface Fingerprinted {
  readable: readonly CatalogueOffer[]
  lines: Lines
  documents: { bodies: ReadonlyMap<string, Readonly<Record<string, Uint8Array>>> }
  home: readonly { body: Uint8Array }[]
  verdict: { broken_issuers: readonly BrokenBefore[] }
}

export function fingerprint({ readable, lines, documents, home, verdict }: Fingerprinted): string {
  const hash = sha256Stream()
  const add = (text: string) => hash.update(Buffer.from(text))
  add(`${RENDERING}\n`)
  for (const bodies of documents.bodies.values()) {
    for (const body of Object.values(bodies)) hash.update(body)
  }
  for (const { body } of home) hash.update(body)
  for (const offer of readable) {
    const { before, after } = memoryLineFrame(offer)
    add(before)
    hash.update(lines.at(offer.line))
    add(after)
  }
  for (const { issuer, since, decision, reasons = [] } of verdict.broken_issuers) {
    add([issuer, since, decision, ...reasons.map(keyOf)].join(' '))
    add('\n')
  }
  return hash.digest()
}
