// What is to be rendered, numbered, so that threads can share the work by handing out numbers.
//
//   0            the lines of the memory file (staged, no object)
//   1            the full snapshot
//   2            the demo sample
//   3 …          the pages of lists
//   after them   the details
//
// The long ones come first: the threads end together.

import type { Edition } from '../../contract/api/edition.ts'
import type { SharedLines } from '../catalogue/line-store.ts'
import { PAGE_NUMBERS } from '../steps/plan-pages.ts'
import type { SharedLedger } from './ledger.ts'

/** All of it is shared memory or small, so that handing it to a thread costs nothing. */
export interface Assignment {
  /** The output folder. */
  root: string
  edition: Edition
  lines: SharedLines
  /** Line numbers of the listed offers, in the order of the catalogue. */
  listed: Uint32Array
  /** Positions in that order. */
  sample: Uint32Array
  /** See `Lists`. */
  starts: Uint32Array
  members: Uint32Array
  /** See `Pages`. */
  pages: Uint32Array
  /** Line numbers of the offers that can be read by id. */
  readable: Uint32Array
  /** The days on which readable offers left the source, by position; those that did not are not here. */
  left: ReadonlyMap<number, string>
  /** Where the lines of the memory file go. */
  memoryPath: string
  ledger: SharedLedger
}

export type Task =
  | { kind: 'memory' }
  | { kind: 'snapshot' }
  | { kind: 'sample' }
  | { kind: 'page'; list: number; limit: number; offset: number }
  | { kind: 'detail'; position: number }

export const FULL_SNAPSHOT_TASK = 1
export const SAMPLE_TASK = 2
export const FIRST_PAGE_TASK = 3

/** How much there is of what repeats. */
type Extent = Pick<Assignment, 'pages'> & { readable: { length: number } }

export function firstDetailTask({ pages }: Pick<Assignment, 'pages'>): number {
  return FIRST_PAGE_TASK + pages.length / PAGE_NUMBERS
}

export function countTasks(extent: Extent): number {
  return firstDetailTask(extent) + extent.readable.length
}

export function taskAt(extent: Extent, number: number): Task {
  if (number === 0) return { kind: 'memory' }
  if (number === FULL_SNAPSHOT_TASK) return { kind: 'snapshot' }
  if (number === SAMPLE_TASK) return { kind: 'sample' }
  const firstDetail = firstDetailTask(extent)
  if (number >= firstDetail) return { kind: 'detail', position: number - firstDetail }
  const [list = 0, limit = 0, offset = 0] = extent.pages.subarray(
    (number - FIRST_PAGE_TASK) * PAGE_NUMBERS,
    (number - FIRST_PAGE_TASK + 1) * PAGE_NUMBERS,
  )
  return { kind: 'page', list, limit, offset }
}
