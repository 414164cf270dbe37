// Step: every body, compressed and on disk, by all cores.

import { availableParallelism } from 'node:os'
import type { ReleaseWriter } from '../../contract/release/writer.ts'
import type { CatalogueOffer } from '../catalogue/catalogue-offer.ts'
import type { LineStore } from '../catalogue/line-store.ts'
import { Ledger, sharedLedger } from '../render/ledger.ts'
import { type Assignment, countTasks } from '../render/render-plan.ts'
import type { Made } from '../render/render-unit.ts'
import { type PoolOptions, renderAll } from '../render/worker-pool.ts'
import { sharedNumbers } from '../shared-numbers.ts'
import type { ReleaseDate } from '../today.ts'
import type { Ordered } from './order-offers.ts'
import type { Selection } from './plan-pages.ts'
import type { Described } from './render-documents.ts'

// Each thread takes some 60 MB of its own: so many leave a build of 100 000 offers below 1 GB.
const MAX_THREADS = 6

export interface RenderContext {
  writer: ReleaseWriter
  today: ReleaseDate
  lines: LineStore
  /** Worker threads; 0 works in the calling thread, undefined takes one for each core, within reason. */
  threads: number | undefined
  /** Told the number of bodies that are done, now and then. */
  onFinished: PoolOptions['onFinished']
}

/** What a release is to hold. */
export interface Contents {
  ordered: Ordered
  selection: Selection
  /** Positions of the demo sample. */
  sampled: readonly number[]
  described: Described
  fingerprint: string
}

export interface Rendered extends Made {
  /** Digests and sizes by task. */
  ledger: Ledger
  /** Where the lines of the memory file lie, compressed. */
  memoryPath: string
}

export async function render(contents: Contents, context: RenderContext): Promise<Rendered> {
  const assignment = assign(contents, context)
  const { threads = Math.min(availableParallelism(), MAX_THREADS), onFinished } = context
  const made = await renderAll(assignment, { threads, onFinished })
  return { ...made, ledger: new Ledger(assignment.ledger), memoryPath: assignment.memoryPath }
}

/** The number of bodies to render. */
export function countBodies({ selection, ordered }: Contents): number {
  return countTasks({ ...selection, ...ordered })
}

function assign(contents: Contents, { writer, today, lines }: RenderContext): Assignment {
  const { ordered, selection, sampled } = contents
  return {
    root: writer.root,
    edition: { data_as_of: today.data_as_of, attribution: today.attribution },
    lines: lines.share(),
    listed: sharedNumbers(ordered.listed.map(({ line }) => line)),
    sample: sharedNumbers(sampled),
    starts: selection.lists.starts,
    members: selection.lists.members,
    pages: selection.pages,
    readable: sharedNumbers(ordered.readable.map(({ line }) => line)),
    left: daysLeft(ordered.readable),
    memoryPath: writer.stagingPath(),
    ledger: sharedLedger(countBodies(contents)),
  }
}

function daysLeft(readable: readonly CatalogueOffer[]): Map<number, string> {
  const left = new Map<number, string>()
  readable.forEach((offer, position) => {
    if (offer.left !== null) left.set(position, offer.left)
  })
  return left
}
