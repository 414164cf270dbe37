// Refuses a table that is only the beginning of a download or an export.

import { clip } from '../../lib/text/clip.ts'
import { refusal } from '../asking/refusals.ts'
import type { LastImport, NamedRow } from './last-import.ts'

interface Today {
  /** All rows, also those that are no offers. */
  rows: number
  /** At least one: an import without offers is refused before. */
  offers: number
  /** Whether the last of today's files ends without a line end. */
  endsOpen: boolean
  /** Whether today's table has this offer. */
  has(offer: NamedRow): boolean
}

/** With a larger share of the rows of the last import, a table may have lost the others by withdrawals. */
const MAX_ROWS_KEPT = 2 / 3
/** If a table is cut off, at least this share of the offers of the last import is missing at the end. */
const MIN_MISSING = 1 / 3
/** At least this share of today's offers is known: the beginning of a table is; a weekly flyer has only new ones. */
const MIN_KNOWN = 1 / 2

/**
 * A file that is cut off has fewer rows than before. Either its last line has no line end, or the last third of the
 * offers before is missing as a block; withdrawn offers are missing here and there.
 * @throws {OperatorError} `bad-source` if the table is cut off
 */
export async function refuseCutOff(
  last: LastImport,
  { rows, offers: offersToday, endsOpen, has }: Today,
): Promise<void> {
  const { memory } = last
  if (!memory || rows >= memory.rows) return
  if (endsOpen && !memory.endsOpen) {
    const found = `${rows} rows, the last without a line end; before, there were ${memory.rows}, all with one`
    throw refusal('cutOff', { found })
  }
  if (rows / memory.rows > MAX_ROWS_KEPT) return
  let [offersBefore, known] = [0, 0]
  /** The offers before that follow the last one that is still there: the first of them, and their number. */
  let [first, missingAtEnd]: [NamedRow | undefined, number] = [undefined, 0]
  for await (const offer of last.lastOffers()) {
    offersBefore += 1
    if (has(offer)) {
      known += 1
      missingAtEnd = 0
    } else {
      if (missingAtEnd === 0) first = offer
      missingAtEnd += 1
    }
  }
  if (known / offersToday < MIN_KNOWN) return
  if (!first || missingAtEnd / offersBefore < MIN_MISSING) return
  throw refusal('cutOff', {
    found: `${rows} rows; before, there were ${memory.rows}, and the last ${missingAtEnd} offers are all missing, from ${JSON.stringify(clip(first.ref))} on`,
  })
}
