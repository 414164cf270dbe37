// A row that should be an offer, and is none: the form in which all that finds such rows hands them to write-offers.ts, which
// alone rejects them.

import type { Note, ReadCell } from './row-reader.ts'

/** Identifies a row that is not an offer; null for a cell that cannot be read. */
export interface RowName {
  ref: string | null
  issuer: string | null
}

/** How a row is damaged: it repeats the headings, has text in a wrong encoding, or cells in other columns. */
export type DamageKind = 'headings' | 'encoding' | 'columns'

export interface RejectedRow extends RowName {
  rejected: readonly Note[]
  /** Those that count for their columns. */
  cells: readonly ReadCell[]
  /** Undefined if each cell is in its column. The issuer of a damaged row may be none. */
  damage?: DamageKind | undefined
}

/** Of a row whose cells name nothing. */
export const NO_NAME: RowName = { ref: null, issuer: null }

export function rejectedRow(
  rejected: readonly Note[],
  { ref, issuer }: RowName,
  { cells = [], damage }: Partial<Pick<RejectedRow, 'cells' | 'damage'>> = {},
): RejectedRow {
  return { rejected, cells, damage, ref, issuer }
}
