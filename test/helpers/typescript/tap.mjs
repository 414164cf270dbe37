// tap, loaded as CommonJS: as modules, its 150 files would each go through the hooks, which takes longer than most
// tests do.

import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { resolve } from 'node:path'
import { Domain } from './error-domain.mjs'
import { endOnFailedBefore, judge } from './verdict.mjs'

/** As in .taprc. Suites with more to do say so. */
export const SUITE_MS = 600_000

// The runner sets it. Otherwise tap would take a limit of its own.
process.env.TAP_TIMEOUT ??= String(SUITE_MS / 1000)

const require = createRequire(import.meta.url)
const core = createRequire(createRequire(require.resolve('tap')).resolve('@tapjs/core'))
// Takes less processor time than its own, see error-domain.mjs.
const replaced = core.resolve('async-hook-domain')
require.cache[replaced] ??= Object.assign(new Module(replaced), { exports: { Domain }, loaded: true })

const tap = require('tap').default

// `make test` makes it a link to a folder in memory. Memory does not last, and a copy of this checkout has the link of the
// first one.
const FIXTURES = resolve('.tap/fixtures')
const MEMORY = `/dev/shm/offers-catalogue-tests${process.cwd().replaceAll('/', '-')}`
const isLink = lstatSync(FIXTURES, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
if (isLink && !(existsSync(MEMORY) && readlinkSync(FIXTURES) === MEMORY)) rmSync(FIXTURES, { force: true })

/**
 * The folder of a suite that shares a process, as if it had a process to itself.
 * @param {string} suite
 */
export const suiteFolder = (suite) => resolve(FIXTURES, suite.replaceAll('/', '-'))

/** The test as which the suite that is now loaded runs, if it shares a process, see shared-process.mjs. */
export const SUITE = Symbol.for('offers-catalogue suite of tests')

judge(tap)

/** Each suite gets a copy of this module, see hooks.mjs. */
export default endOnFailedBefore(globalThis[SUITE] ?? tap)
