// Refuses a table that is only the beginning of a download or an export.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import type { TableMemory } from './table-memory.ts'

interface LastImport {
  /** Undefined if nothing is compared. */
  readonly memory: TableMemory | undefined
  lastOffers(): AsyncIterable<LastOffer>
}

export interface NamedRow {
  issuer: string
  ref: string
}

/** An offer of the last import. */
export interface LastOffer extends NamedRow {
  hasValue: boolean
}

interface Today {
  rows: number
  offers: number
  /** Whether the last file ends without a line end. */
  endsOpen: boolean
  /** Whether today's table has this offer. */
  has(offer: NamedRow): boolean
}

/**
 * A file that is cut off has fewer rows than before. Either its last line has no line end, or the last third of the
 * previous import is missing as a block; withdrawn offers are missing here and there.
 * @throws {OperatorError} `bad-source` if the table is cut off
 */
export async function refuseCutOff(
  last: LastImport,
  { rows, offers: offersToday, endsOpen, has }: Today,
): Promise<void> {
  const { memory } = last
  if (!memory || rows >= memory.rows) return
  if (endsOpen && !memory.endsOpen) {
    throw cutOff(`${rows} rows, the last without a line end; before, there were ${memory.rows}, all with one`)
  }
  if (rows * 3 > memory.rows * 2) return
  let [offers, kept] = [0, 0]
  let missingAtEnd: NamedRow[] = []
  for await (const offer of last.lastOffers()) {
    offers += 1
    if (has(offer)) {
      kept += 1
      missingAtEnd = []
    } else missingAtEnd.push(offer)
  }
  // Most offers of the beginning of a table are known; a weekly flyer has only new ones.
  if (kept * 2 < offersToday) return
  const [first] = missingAtEnd
  if (!first || missingAtEnd.length * 3 < offers) return
  throw cutOff(
    `${rows} rows; before, there were ${memory.rows}, and the last ${missingAtEnd.length} offers are all missing, ` +
      `from ${JSON.stringify(clip(first.ref))} on`,
  )
}

function cutOff(found: string): OperatorError {
  const advice = 'the file is most likely cut off: get it again, or use --replace once if it is whole'
  return new OperatorError('bad-source', `found ${found}; nothing was written; ${advice}`)
}
