// Step: compares with the current release, by a fingerprint of everything that a release is made from. If both are
// equal, there is nothing to do, unless the release is damaged: then its objects are written again.

import { sha256Stream } from '../../../lib/digest.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import type { SecretKey } from '../../../lib/minisign/keys.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { type BrokenBefore, keyOf } from '../../day/broken-issuer.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import { memoryLineFrame, type Previous } from '../../day/memory.ts'
import type { RefBook } from '../../day/ref-book.ts'
import { faultOfObjects } from '../../releases/objects.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { isSignedBy } from '../../releases/signing.ts'
import { Findings } from '../../verify/findings.ts'
import { hashObjects } from '../../verify/objects.ts'

interface Work {
  output: OutputFolder
  sign: SecretKey | undefined
  clock: Clock
  /** Whether objects are hashed, which takes long; otherwise only their sizes are compared. */
  hash: boolean
}

/**
 * @returns `other` if the release differs from the current one, or must get another signature; `whole` if both are equal
 *   and all objects exist, with the total size in the manifest or, if they are hashed, with their digests; `damaged` if both
 *   are equal, but not all objects are so
 * @throws {OperatorError} `bad-release` if the target table of the current release is damaged
 */
export async function compareCurrent(
  { fingerprint, previous: { current } }: { fingerprint: string; previous: Previous },
  { output, sign, clock, hash }: Work,
): Promise<'other' | 'whole' | 'damaged'> {
  if (current?.fingerprint !== fingerprint) return 'other'
  // A build signs only releases that it made itself, so one without this signature is built again.
  if (sign && !(await isSignedBy(output.path, current.id, sign, clock))) return 'other'
  const table = await output.reader.table(current)
  if (!hash) return faultOfObjects(output.path, current, table) === undefined ? 'whole' : 'damaged'
  const findings = new Findings()
  hashObjects(output.path, table, { findings })
  return findings.count === 0 ? 'whole' : 'damaged'
}

// Raise the number if equal input gives other bytes and no document shows it, e.g. after a change of page sizes.
const RENDERING = 'rendering 1'

/** The input of the digest. The documents and the page contain moment, attribution and shape of the answers. */
interface Fingerprinted {
  readable: readonly CatalogueOffer[]
  lines: Lines
  documents: { bodies: ReadonlyMap<string, Readonly<Record<string, Uint8Array>>> }
  home: readonly { body: Uint8Array }[]
  verdict: { broken_issuers: readonly BrokenBefore[] }
  book: RefBook
}

/**
 * A digest of everything that a release is made from. It leaves out numbers that only the manifest has, such as the counts
 * of changes: they may differ in a repeated build, which continues its own release.
 */
export function fingerprint({ readable, lines, documents, home, verdict, book }: Fingerprinted): string {
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
  for (const entry of book.entries) add(jsonLine(entry))
  return hash.digest()
}
