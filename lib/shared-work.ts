// Work that several calls want at the same time is done once.

import type { Clock } from './time/clock.ts'

/** Calls with one key share the work that is under way. Its failure reaches all of them; no result is kept. */
export class SharedWork<T> {
  readonly #underWay = new Map<string, Promise<T>>()

  /** The result of the work under way, or of `work`, which then begins. */
  share(key: string, work: () => Promise<T>): Promise<T> {
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const begun = work().finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, begun)
    return begun
  }
}

/** Calls share the work under way, and for `periodMs` milliseconds after it began its result. A failure is not kept. */
export function sharedFor<T>(periodMs: number, work: () => Promise<T>, clock: Clock): () => Promise<T> {
  const underWay = new SharedWork<T>()
  let last: { result: T; begunAt: number } | undefined
  return async () => {
    const now = clock()
    // A clock that was set back must not prolong a result.
    if (last && now >= last.begunAt && now < last.begunAt + periodMs) return last.result
    return underWay.share('', async () => {
      const result = await work()
      last = { result, begunAt: now }
      return result
    })
  }
}

/** Calls during a run share one run after it, so that no result is older than its call. */
export function sharedNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    if (next) return next
    next = running.then(() => {
      next = undefined
      return work()
    })
    running = next.catch(() => undefined)
    return next
  }
}
