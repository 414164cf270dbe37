// The timeouts of slow files of tests. `make test-fast` leaves out each file that calls
// `t.setTimeout` with one of these: all others together take less than a minute.

/** Of a slow suite. */
export const SLOW_MS = 900_000

/** Of some seconds of work on an idle machine, which may be more than a minute on a busy one. */
export const BUSY_MS = 300_000

/** Of half a second of work or more. That is the timeout of .taprc, which holds for all. */
export const MINUTE_MS = 60_000

/** `make test-long` asks for the whole length of suites that `make test` cuts short. */
export const inFull = process.env.TEST_LONG === '1'
