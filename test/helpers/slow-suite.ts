// The timeouts of slow files of tests. Those that call `t.setTimeout` with none of them take less than half a second
// each: they share processes, and `make test-fast` runs only these.

/** For a suite that is long and rarely the first to notice a fault: `make test` leaves it to `make test-long`. */
export const LONG_MS = 900_000

/** For a slow suite. */
export const SLOW_MS = 900_000

/** For a suite with some seconds of work on an idle machine, which may be more than a minute on a busy one. */
export const BUSY_MS = 300_000

/** For a suite that measures its process, which it shares with no other. */
export const ALONE_MS = 300_000

/** For a suite with half a second of work or more. It equals the default timeout in .taprc. */
export const MINUTE_MS = 60_000

/** Whether suites of adjustable length run at full length, as `make test-full` asks. */
export const inFull = process.env.TEST_FULL === '1'

/** Whether all cases are tried, as on CI, where `make test` tries some. */
export const inFullOnCI = inFull || process.env.CI === 'true'
