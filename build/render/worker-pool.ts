// All threads of a build: starts them, tells how far they are, stops them together where one fails.

import { Ledger } from './ledger.ts'
import type { Assignment } from './render-plan.ts'
import { type Made, work } from './render-unit.ts'
import { startThread } from './render-worker.ts'

const TELL_EVERY_MS = 100

export interface PoolOptions {
  /** 0 works in the calling thread. */
  threads: number
  /** Told the number of tasks that are done, now and then. */
  onFinished(tasks: number): void
}

/** Works all tasks off. The ledger of the assignment holds the digests and sizes afterwards. */
export async function renderAll(assignment: Assignment, { threads, onFinished }: PoolOptions): Promise<Made> {
  const ledger = new Ledger(assignment.ledger)
  const ticker = setInterval(() => onFinished(ledger.finished), TELL_EVERY_MS)
  try {
    const made = threads === 0 ? [work(assignment)] : await runThreads(assignment, ledger, threads)
    onFinished(ledger.finished)
    return made.reduce((sum, each) => ({
      objects: sum.objects + each.objects,
      storedBytes: sum.storedBytes + each.storedBytes,
    }))
  } finally {
    clearInterval(ticker)
  }
}

async function runThreads(assignment: Assignment, ledger: Ledger, threads: number): Promise<Made[]> {
  const running = Array.from({ length: threads }, () => startThread(assignment))
  for (const each of running) each.catch(() => ledger.stop())
  const ended = await Promise.allSettled(running)
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}
