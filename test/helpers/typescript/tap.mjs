// tap, loaded as CommonJS: as modules, its 150 files would each go through the hooks, which takes longer than most
// tests do.

import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const tap = createRequire(import.meta.url)('tap').default

// `make test` makes it a link to a folder in memory. Memory does not last, and a copy of this checkout has the link of the
// first one.
const FIXTURES = resolve('.tap/fixtures')
const MEMORY = `/dev/shm/offers-catalogue-tests${process.cwd().replaceAll('/', '-')}`
const isLink = lstatSync(FIXTURES, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
if (isLink && !(existsSync(MEMORY) && readlinkSync(FIXTURES) === MEMORY)) rmSync(FIXTURES, { force: true })

/** The test as which the suite that is now loaded runs, if it shares a process, see ../suites.mjs. */
const SUITE = Symbol.for('offers-catalogue suite of tests')

/** As in .taprc. Suites with more to do say so. */
const SUITE_MS = 60_000

/** The longest of slow-suite.ts. */
const LONGEST_MS = 900_000

/** Each suite gets a copy of this module, see hooks.mjs. */
export default globalThis[SUITE] ?? tap

/**
 * Runs files of tests, one after the other, each as a test of the same name.
 * @param {string[]} suites
 */
export function runSuites(suites) {
  tap.setTimeout(suites.length * LONGEST_MS)
  for (const suite of suites) {
    tap.test(suite, { timeout: SUITE_MS }, async (t) => {
      // As if it had a process to itself.
      t.testdirName = resolve(FIXTURES, suite.replaceAll('/', '-'))
      globalThis[SUITE] = t
      await import(pathToFileURL(resolve(suite)).href)
    })
  }
}
