// How long a whole file of tests may take if a minute, the timeout of .taprc, is too short for it.

/** The mark of a slow suite: `make test-fast` leaves out each file that says `t.setTimeout(SLOW_MS)`. */
export const SLOW_MS = 900_000

/** `make test-long` asks for the whole length of suites that `make test` cuts short. */
export const inFull = process.env.TEST_LONG === '1'

/** For some seconds of work on an idle machine, which may be more than a minute on a busy one. */
export const BUSY_MS = 300_000
