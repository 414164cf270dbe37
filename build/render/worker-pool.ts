// The worker threads of a build. They start with the build, so that they are ready when the source has been read.

import { availableParallelism } from 'node:os'
import type { StoredBody } from '../day/release-draft.ts'
import { createRenderUnit, type RenderJob, type WorkUnit, withoutJob } from './render-unit.ts'
import { type RenderThread, startRenderThread } from './render-worker.ts'

// Each thread takes some 60 MB. With this many, a build of 100 000 offers stays below 1 GB.
const MAX_THREADS = 6

// A thread always has its next unit, so it need not wait for the main thread.
const UNITS_PER_THREAD = 2

export class WorkerPool {
  readonly #threads: RenderThread[]
  /** Renders in the calling thread if the pool has no threads. */
  #renderUnit = withoutJob

  /** @param threads 0 renders in the calling thread; undefined starts one for each core, up to a bound */
  constructor(threads: number = Math.min(availableParallelism(), MAX_THREADS)) {
    this.#threads = Array.from({ length: threads }, startRenderThread)
  }

  /** Sends the job to all threads. */
  start(job: RenderJob): void {
    // If this fails, so do the units.
    for (const thread of this.#threads) thread.ask({ job }).catch(() => {})
    if (this.#threads.length === 0) this.#renderUnit = createRenderUnit(job)
  }

  /**
   * Renders the units of all tasks. Pass long ones first, so that all threads end at about the same time. Rendering begins
   * before the call returns its promise, and a second call may add tasks before the first has ended.
   * @param onRendered called with each task and the bodies of its unit
   */
  async renderAll<Task extends { unit: WorkUnit }>(
    tasks: Iterable<Task>,
    onRendered: (task: Task, bodies: readonly StoredBody[]) => void,
  ): Promise<void> {
    const queue = oneByOne(tasks)
    // After an error in one lane, its `for` closes the shared queue, so the other lanes get no more tasks.
    const work = async (render: (unit: WorkUnit) => StoredBody[] | Promise<StoredBody[]>) => {
      for (const task of queue) onRendered(task, await render(task.unit))
    }
    const lanes = Array.from({ length: UNITS_PER_THREAD }, () =>
      this.#threads.map((thread) => work((unit) => thread.ask({ unit }))),
    ).flat()
    if (lanes.length === 0) lanes.push(work(this.#renderUnit))
    await Promise.all(lanes)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

/** An iterator that several loops can share. */
function* oneByOne<T>(items: Iterable<T>): Generator<T> {
  yield* items
}
