// The timeouts of slow files of tests. Those that call `t.setTimeout` with none of them take less than half a second
// each: they share processes, and `make test-fast` runs only these. A timeout ends what hangs, and never what is slow:
// it is thirty times as long as its suites take, so that they pass while other programs use the machine.

/** For a suite that is long and rarely the first to notice a fault: `make test` leaves it to `make test-long`. */
export const LONG_MS = 900_000

/** For a slow suite. */
export const SLOW_MS = 900_000

/** For a suite with some seconds of work on an idle machine, which may be some minutes on a busy one. */
export const BUSY_MS = 900_000

/** For a suite that measures its process, which it shares with no other. */
export const ALONE_MS = 300_000

/** For a suite with half a second of work or more, which may be a minute on a busy machine. The default in .taprc. */
export const SHORT_MS = 600_000

/** Whether suites of adjustable length run at full length, as `make test-full` asks. */
export const inFull = process.env.TEST_FULL === '1'

/** Whether all cases are tried, as on CI, where `make test` tries some. */
export const inFullOnCI = inFull || process.env.CI === 'true'
