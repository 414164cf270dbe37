// The mark of a slow suite: `t.setTimeout(SLOW_MS)` gives it more than the minute of .taprc, and `make test-fast`
// leaves out each file that says so.

export const SLOW_MS = 900_000
