// All steps in one Express layer. Express matches the path before each layer, though our steps take every path. For the
// gain see `README.md`.

import type { Application, RequestHandler } from 'express'

/** A middleware, with the type of `res.locals`. */
export type Step<Locals extends Record<string, unknown>> = RequestHandler<
  Record<string, string>,
  unknown,
  unknown,
  unknown,
  Locals
>

/** Mounts steps that run in order for every request. */
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

/** One middleware that runs several as Express does: each calls `next`, throws, or answers. */
export function compose<Locals extends Record<string, unknown>>(
  steps: readonly Step<Locals>[],
): Step<Locals> {
  return (req, res, done) => {
    let position = 0
    const next = (error?: unknown): void => {
      const step = steps[position]
      if (error !== undefined || !step) {
        done(error)
        return
      }
      position += 1
      const running = step(req, res, next)
      // An error that a step throws reaches Express through its callers; a promise has none.
      if (running instanceof Promise) running.catch(done)
    }
    next()
  }
}
