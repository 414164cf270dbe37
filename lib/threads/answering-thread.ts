// A thread that answers requests, one at a time and in their order. It runs the file that calls `answerRequests`: from
// source a single module, or else the bundled program, whose other parts do nothing outside the main thread.

import { isMainThread, parentPort, type ResourceLimits, Worker, workerData } from 'node:worker_threads'
import { explainError, OperatorError, systemCode } from '../errors.ts'

/** Errors lose their class between threads. */
type Reply<Value> = { value: Value } | { error: Pick<OperatorError, 'code' | 'message'> }

/** In a thread with this role, answers the requests of the main thread; elsewhere does nothing. */
export function answerRequests<Request, Value>(
  role: string,
  answer: (request: Request) => Value | Promise<Value>,
): void {
  if (isMainThread || workerData?.role !== role) return
  const replyTo = async (request: Request): Promise<Reply<Value>> => {
    try {
      return { value: await answer(request) }
    } catch (error) {
      const { code, message } = explainError(error)
      return { error: { code, message } }
    }
  }
  let previous = Promise.resolve()
  parentPort?.on('message', (request: Request) => {
    previous = previous.then(async () => parentPort?.postMessage(await replyTo(request)))
  })
}

/** The thread was ended because it took more than it may. */
export class ThreadLimitError extends Error {
  readonly exceeded: 'memory' | 'time'

  constructor(exceeded: 'memory' | 'time') {
    super(`a worker thread took too much ${exceeded}`)
    this.exceeded = exceeded
  }
}

interface Pending<Value> {
  resolve(value: Value): void
  reject(error: unknown): void
  timer: NodeJS.Timeout | undefined
}

/** By the clock, a request may take this many times the processor time that it may take. */
const CLOCK_TIMES = 10
/** How often the time of a request is checked. */
const CHECK_MS = 200

/** The thread from the view of the main thread. While it has nothing to answer, it does not keep the process running. */
export class AnsweringThread<Request, Value> {
  readonly #worker: Worker
  readonly #pending: Pending<Value>[] = []
  /** Why the thread has ended; undefined while it runs. */
  #failure: unknown

  /** @param file URL of the file that calls `answerRequests` with this role */
  constructor(file: string, role: string, resourceLimits: ResourceLimits) {
    this.#worker = new Worker(new URL(file), { workerData: { role }, resourceLimits })
    this.#worker.on('message', (reply: Reply<Value>) => {
      const answered = this.#pending.shift()
      if (!answered) return
      clearInterval(answered.timer)
      if (this.#pending.length === 0) this.#worker.unref()
      if ('value' in reply) answered.resolve(reply.value)
      else answered.reject(new OperatorError(reply.error.code, reply.error.message))
    })
    this.#worker.on('error', (error) => {
      const isMemory = systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#fail(isMemory ? new ThreadLimitError('memory') : error)
    })
    this.#worker.on('exit', (code) => this.#fail(new Error(`a worker thread ended early with code ${code}`)))
    // Only unanswered requests keep the process running. A listener for messages that is set later would undo this.
    this.#worker.unref()
  }

  get hasEnded(): boolean {
    return this.#failure !== undefined
  }

  /**
   * @param seconds of processor time of the whole process after which the thread is ended, or ten times as many by the
   *   clock, so that a busy machine ends nothing; no limit if left out. They begin with the call, even if earlier requests
   *   are not answered yet.
   * @throws {OperatorError} the error of the thread, mostly `system`
   * @throws {ThreadLimitError} if the thread took too much memory or time
   * @throws {Error} if the thread was closed, or has ended for another reason
   */
  ask(request: Request, seconds?: number): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      const timer = seconds === undefined ? undefined : this.#endAfter(seconds)
      this.#pending.push({ resolve, reject, timer })
      this.#worker.ref()
      this.#worker.postMessage(request)
    })
  }

  #endAfter(seconds: number): NodeJS.Timeout {
    const before = process.cpuUsage()
    const start = performance.now()
    const check = () => {
      const { user, system } = process.cpuUsage(before)
      const usedSeconds = (user + system) / 1e6
      const passedSeconds = (performance.now() - start) / 1000
      const isOver = usedSeconds > seconds || passedSeconds > seconds * CLOCK_TIMES
      if (isOver) void this.close(new ThreadLimitError('time'))
    }
    return setInterval(check, Math.min(CHECK_MS, seconds * 1000))
  }

  /** @param why the error of unanswered requests */
  async close(why = new Error('the worker thread was closed')): Promise<void> {
    this.#fail(why)
    // The process waits for the end of the thread.
    this.#worker.ref()
    await this.#worker.terminate()
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    for (const { reject, timer } of this.#pending.splice(0)) {
      clearInterval(timer)
      reject(error)
    }
  }
}
