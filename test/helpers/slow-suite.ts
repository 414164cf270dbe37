// The timeouts of slow files of tests. Those that call `t.setTimeout` with none of them take less than half a second
// each: they share processes, and `make test-fast` runs only these.

/** Of a suite that is long and rarely the first to notice a fault: `make test` leaves it to `make test-long`. */
export const LONG_MS = 900_000

/** Of a slow suite. */
export const SLOW_MS = 900_000

/** Of some seconds of work on an idle machine, which may be more than a minute on a busy one. */
export const BUSY_MS = 300_000

/** Of a suite that measures its process, which it shares with no other. */
export const ALONE_MS = 300_000

/** Of half a second of work or more. That is the timeout of .taprc, which holds for all. */
export const MINUTE_MS = 60_000

/** `make test-full` asks for the whole length of suites of adjustable length. */
export const inFull = process.env.TEST_FULL === '1'

/** CI tries all cases where `make test` tries some. */
export const inFullOnCI = inFull || process.env.CI === 'true'
