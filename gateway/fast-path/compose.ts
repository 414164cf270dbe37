import type { Handler } from '../request-context.ts'

/**
 * One middleware out of several, run as Express runs them: each calls `next`, throws, or answers. Express's own
 * router would match paths before every one of them; ours take every path, and that search is what they cost.
 */
export function compose(...steps: readonly Handler[]): Handler {
  return (req, res, done) => {
    let taken = 0
    const next = (error?: unknown): void => {
      const step = error === undefined ? steps[taken++] : undefined
      if (!step) {
        done(error)
        return
      }
      const running = step(req, res, next)
      // What a step throws at once goes up through its callers to Express; a promise has no callers.
      if (running instanceof Promise) running.catch(done)
    }
    next()
  }
}
