// Work that several callers wait for at the same time, each with its own signal.

import type { CallOptions } from '../api/options.ts'
import { unlessAborted } from '../lib/clock.ts'

interface Run<T> {
  result: Promise<T>
  callers: number
  /** Ends the work. */
  over: AbortController
}

/**
 * Calls that come while one is under way join it. A signal ends the wait of its caller; the work ends with the last one.
 * @param work gets the options of the first caller
 */
export function shared<T>(work: (options: CallOptions) => Promise<T>) {
  let running: Run<T> | undefined
  let last: Promise<unknown> = Promise.resolve()

  function begin(options: CallOptions): Run<T> {
    const over = new AbortController()
    // Work that all callers have left may still be ending: two at a time would mix their output.
    const result = last.then(() => work({ ...options, signal: over.signal }))
    const run = { result, callers: 0, over }
    last = result.catch(() => {}).finally(() => leave(run))
    return run
  }

  function leave(run: Run<T>): void {
    if (running === run) running = undefined
  }

  return async ({ signal, ...options }: CallOptions = {}): Promise<T> => {
    signal?.throwIfAborted()
    running ??= begin(options)
    const run = running
    run.callers += 1
    try {
      return await unlessAborted(run.result, signal)
    } finally {
      run.callers -= 1
      if (run.callers === 0) {
        leave(run)
        run.over.abort(signal?.reason)
      }
    }
  }
}
