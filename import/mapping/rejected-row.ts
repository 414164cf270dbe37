// A row that should be an offer and cannot be one: the form in which all modules that find such rows hand them to
// write-offers.ts, which alone writes them as rejected.

import type { Note, ReadCell } from './row-reader.ts'

/** The ref and the issuer of a rejected row, as the table has them; null for a cell that is empty or cannot be read. */
export interface RowName {
  ref: string | null
  issuer: string | null
}

/** How a row is damaged: it repeats the headings, has text in a wrong encoding, or cells in other columns. */
export type DamageKind = 'headings' | 'encoding' | 'columns'

export interface RejectedRow extends RowName {
  /** Why it is rejected. */
  rejected: readonly Note[]
  /** Its cells that count for the judgement of their columns, as those of an offer do. */
  cells: readonly ReadCell[]
  /** Undefined if each cell is in its column. The `issuer` of a damaged row may be the cell of another column. */
  damage?: DamageKind | undefined
}

/** For a row that no cell names. */
export const NO_NAME: RowName = { ref: null, issuer: null }

export function rejectedRow(
  rejected: readonly Note[],
  { ref, issuer }: RowName,
  { cells = [], damage }: Partial<Pick<RejectedRow, 'cells' | 'damage'>> = {},
): RejectedRow {
  return { rejected, cells, damage, ref, issuer }
}
