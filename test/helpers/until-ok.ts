// Waiting for a server that another process starts.

import { call } from './http.ts'
import { until } from './until.ts'

/** Resolves when a target is answered with 200; rejects if it is not within the deadline of `until`. */
export function untilOk(base: string, target: string): Promise<void> {
  return until(`${base}${target} is answered with 200`, () =>
    call(base, target).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
}
