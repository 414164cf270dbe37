// Many callers share one run of a task, and none gets an answer that is older than its question.

/**
 * Calls that come while the task runs share one run that begins after it: each answer is as of a moment after
 * its call, however many call at once.
 */
export function coalesce<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    if (next) return next
    next = running.then(() => {
      next = undefined
      return task()
    })
    running = next.catch(() => undefined)
    return next
  }
}
