// All steps in one Express layer. Express's router matches the path before each layer; our steps take every path, so
// that search is all they would gain from one layer each.

import type { Application, RequestHandler } from 'express'

/** A middleware whose `res.locals` has this type. */
export type Step<Locals extends Record<string, unknown>> = RequestHandler<
  Record<string, string>,
  unknown,
  unknown,
  unknown,
  Locals
>

/** Mounts steps that run in order, each for every request. */
export type Mount = <Locals extends Record<string, unknown>>(
  app: Application,
  steps: readonly Step<Locals>[],
) => void

/** The documented way: one layer for each step. */
export const mountSeparately: Mount = (app, steps) => {
  for (const step of steps) app.use(step)
}

/** The fast way: one layer for all. */
export const mountComposed: Mount = (app, steps) => {
  app.use(compose(steps))
}

/** One middleware out of several, run as Express runs them: each calls `next`, throws, or answers. */
export function compose<Locals extends Record<string, unknown>>(
  steps: readonly Step<Locals>[],
): Step<Locals> {
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
