// The requests to a worker thread, in units of some milliseconds, and its answers. Both are plain data. Rendered
// offers are in shared memory, and requests name them by the numbers of their lines.

import type { VersionName } from '../../contract/api/versions.ts'
import type { Absence, CatalogueOffer } from '../day/catalogue-offer.ts'

/** A page: the lines of its offers, and its window for `meta`. */
export interface PageUnit {
  lines: readonly number[]
  total: number
  limit: number
  offset: number
  /** Whether it is a page of all changes. */
  ofChanges: boolean
}

export type WorkUnit =
  /** Finished bodies. */
  | { kind: 'bodies'; bodies: readonly Uint8Array[] }
  /** The lines of memory.gz, compressed into the file at `path`, which is no object. */
  | { kind: 'memory'; path: string; offers: readonly (Absence & { line: number })[] }
  | { kind: 'snapshot'; lines: readonly number[] }
  | { kind: 'pages'; version: VersionName; pages: readonly PageUnit[] }
  | { kind: 'details'; version: VersionName; lines: readonly number[] }

/** The numbers of the lines of offers. */
export function lineNumbers(offers: readonly CatalogueOffer[]): number[] {
  return offers.map(({ line }) => line)
}
