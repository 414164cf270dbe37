// Refuses the first import after a version that read values from sentences, if it would lose some of them: a person sees
// once what changes.

import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { refusal } from '../asking/refusals.ts'
import type { LastImport, LastOffer } from './last-import.ts'

/** A cell of today that states no value. */
export interface UnreadCell {
  column: string
  found: string
}

const MAX_EXAMPLES = 3

/**
 * Compares only with an import of such a version, whose memory lacks `wholeCells`.
 * @param unread the cell that states no value today; undefined if the offer has one, or is no longer there
 * @throws {OperatorError} `bad-source` with the columns and the number of values that they lose
 */
export async function refuseLostValues(
  last: LastImport,
  unread: (offer: LastOffer) => UnreadCell | undefined,
): Promise<void> {
  if (!last.memory || last.memory.wholeCells === true) return
  const lost = new Map<string, string[]>()
  for await (const offer of last.lastOffers()) {
    const cell = offer.hasValue ? unread(offer) : undefined
    if (cell) lost.set(cell.column, [...(lost.get(cell.column) ?? []), cell.found])
  }
  if (lost.size === 0) return
  const columns = Array.from(lost, ([column, cells]) => {
    const examples = cells.slice(0, MAX_EXAMPLES).map((found) => JSON.stringify(clip(found)))
    return `${clip(column)}: ${formatCountOf(cells.length, 'offer')}, such as ${examples.join(', ')}`
  })
  throw refusal('valuesLost', { columns: columns.join('\n') })
}
