// What an id named, release by release, under which ref: for the question whether an id still is the offer that it was.

import { join } from 'node:path'
import type { OfferStatus } from '../../contract/offers/offer.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import { parseOfferLine } from '../day/catalogue-offer.ts'
import { LineStore } from '../day/line-store.ts'
import { bookOf, readMemory } from '../day/memory.ts'
import { listReleases } from './list-releases.ts'

/** What an id names from a release on. */
export interface NamedSince {
  release: string
  data_as_of: string
  /** The slug of its issuer; like status, title and merchant null if the offer can no longer be read. */
  issuer: string | null
  status: OfferStatus | null
  title: string | null
  merchant: string | null
  /** The ref that names it; null if the id is made from its ref, which a release does not hold. */
  ref: string | null
  /** The refs that named it before and name other offers now. */
  former_refs: string[]
}

/**
 * Reads all releases of a folder, oldest data first.
 * @returns an entry for each release in which what the id names reads otherwise than in the one before; empty if no
 *   release knows the id
 * @throws {OperatorError} `bad-release` if a release is damaged
 */
export async function offerHistory(root: string, id: string): Promise<NamedSince[]> {
  const history: NamedSince[] = []
  for (const release of await listReleases(root)) {
    const { memory, data_as_of } = await folderReader(root).manifestById(release)
    const lines = new LineStore()
    const read = await readMemory(join(root, memoryPath(release)), memory, lines)
    const known = read.offers.get(id)
    const offer = known && parseOfferLine(lines.at(known.line))
    const book = bookOf(read)
    const entry: NamedSince = {
      release,
      data_as_of,
      issuer: offer?.issuer.slug ?? null,
      status: offer?.status ?? null,
      title: offer?.title ?? null,
      merchant: offer?.merchant ?? null,
      ref: book.refOf(id) ?? null,
      former_refs: book.formerRefsOf(id),
    }
    const last = history.at(-1)
    if (last ? readsOtherwise(last, entry) : offer) history.push(entry)
  }
  return history
}

function readsOtherwise(
  { release: _, data_as_of: __, ...before }: NamedSince,
  { release: ___, data_as_of: ____, ...now }: NamedSince,
): boolean {
  return JSON.stringify(before) !== JSON.stringify(now)
}
