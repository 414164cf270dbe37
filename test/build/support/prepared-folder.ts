// A folder that is prepared once for a file of tests, and copied for each test.

import { cpSync } from 'node:fs'
import type { Test } from 'tap'

/**
 * Prepares a folder before the tests of a file, which may call this once.
 * @returns a function that copies it for a test, and returns the path of the copy
 */
export function prepareFolder(t: Test, prepare: (root: string) => Promise<void>): (t: Test) => string {
  const prepared = t.testdir({})
  t.before(() => prepare(prepared))
  return (t) => {
    const root = t.testdir({})
    cpSync(prepared, root, { recursive: true })
    return root
  }
}
