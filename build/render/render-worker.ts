// A worker thread that renders. The thread starts this file again: the file itself if run from source, or else the
// bundled program, whose other parts do nothing outside the main thread.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { explainError, OperatorError } from '../../lib/errors.ts'
import type { StoredBody } from '../day/release-draft.ts'
import { createRenderUnit, type RenderJob, withoutJob } from './render-unit.ts'
import type { WorkUnit } from './work-unit.ts'

/** The job comes once, before the units. */
type WorkerRequest = { job: RenderJob } | { unit: WorkUnit }

/** Errors lose their class between threads. */
type WorkerReply = { bodies: StoredBody[] } | { error: Pick<OperatorError, 'code' | 'message'> }

const ROLE = 'render'

if (!isMainThread && workerData?.role === ROLE) answerRequests()

function answerRequests(): void {
  let root = ''
  let renderUnit = withoutJob
  const reply = (unit: WorkUnit): WorkerReply => {
    try {
      return { bodies: renderUnit(unit) }
    } catch (error) {
      const { code, message } = explainError(error, root)
      return { error: { code, message } }
    }
  }
  parentPort?.on('message', (request: WorkerRequest) => {
    if ('unit' in request) return parentPort?.postMessage(reply(request.unit))
    root = request.job.root
    renderUnit = createRenderUnit(request.job)
  })
}

interface Pending {
  resolve(bodies: StoredBody[]): void
  reject(error: unknown): void
}

// fflate allocates some 300 kB of tables for each body. By default they pile up until V8 collects the whole heap:
// 160 times in a build of 10 000 offers, a tenth of its processor time. A small young generation frees them sooner.
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 }

/** A worker thread from the view of the main thread. It answers in the order of the requests. */
export class RenderWorker {
  readonly #thread = new Worker(new URL(import.meta.url), {
    workerData: { role: ROLE },
    resourceLimits: RESOURCE_LIMITS,
  })
  readonly #pending: Pending[] = []
  #failure: unknown

  constructor() {
    this.#thread.on('message', (reply: WorkerReply) => {
      const asked = this.#pending.shift()
      if ('bodies' in reply) asked?.resolve(reply.bodies)
      else asked?.reject(new OperatorError(reply.error.code, reply.error.message))
    })
    this.#thread.on('error', (error) => this.#fail(error))
    this.#thread.on('exit', (code) => this.#fail(new Error(`a worker thread ended early with code ${code}`)))
  }

  start(job: RenderJob): void {
    this.#post({ job })
  }

  /** @throws {OperatorError} the error of the thread, mostly `system` */
  render(unit: WorkUnit): Promise<StoredBody[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#pending.push({ resolve, reject })
      this.#post({ unit })
    })
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  #post(request: WorkerRequest): void {
    this.#thread.postMessage(request)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    for (const { reject } of this.#pending.splice(0)) reject(error)
  }
}
