// Decides the exit code of a process that runs tests. tap sets it when its root test completes, and not at all if that
// never happens: a `before` that rejects and a `teardown` that takes time are enough. Nor does tap look at what fails
// after completion, or at a file without tests.

const NOT_OK = /^ *not ok\b/

/** tap's root test, if the file has loaded tap. */
let root

/** The file whose tests the process must run, if it is one of tests. */
let expected

/** Whether `expected` was evaluated to its end. */
let isLoaded = false

let hasFailed = false

/** Makes the process fail unless a root test completes, and everything in it passes. */
export function judge(tap) {
  if (root) return
  root = tap
  // Every line of the output passes here, also one that tap does not count, such as a failure that is to do.
  tap.parser.on('line', (line) => {
    hasFailed ||= NOT_OK.test(line)
  })
}

const prepared = new WeakSet()

/**
 * Makes the process end when a `before` of a test rejects: tap may never end such a test.
 * @template {import('tap').Test} T
 * @param {T} t
 */
export function endOnFailedBefore(t) {
  if (prepared.has(t)) return t
  prepared.add(t)
  const { before } = t
  const value = (prepare) =>
    before(() => {
      const done = prepare.call(t)
      // After tap has reported it.
      if (done instanceof Promise) done.catch(() => setImmediate(() => process.exit(1)))
      return done
    })
  return Object.defineProperty(t, 'before', { value })
}

/**
 * Makes the process fail unless a file runs a test, and is evaluated to its end.
 * @param {string} file
 * @param {Promise<unknown>} loading the import of the file
 */
export function expectTestsOf(file, loading) {
  expected = file
  const loaded = () => {
    isLoaded = true
  }
  // If it rejects, Node reports why.
  loading.then(loaded, loaded)
}

/** @returns {string | undefined} why the process must fail */
function reasonToFail() {
  if (hasFailed) return 'a test failed'
  if (expected && !isLoaded) return 'the file was not evaluated to its end'
  if (!root) return expected && 'the file has no tests'
  const { results } = root
  if (!results) return 'the process ended before its tests'
  if (!results.ok) return 'a test failed after its end'
  if (hasNoTests(results)) return 'the file has no tests'
}

/**
 * A file without tests that says why has skipped them. The other reason is tap's own.
 * @param {{ plan: { end: number | null, skipReason: string } }} results
 */
function hasNoTests({ plan }) {
  return plan.end === 0 && ['', 'no tests found'].includes(plan.skipReason)
}

// Before tap's own listener, which reports the tests that have not ended.
process.on('exit', () => {
  const reason = reasonToFail()
  if (!reason) return
  // If the results are not ok, tap has reported why.
  if (root?.results?.ok !== false) console.error(`${expected ?? process.argv[1]}: ${reason}`)
  process.exitCode ||= 1
})
