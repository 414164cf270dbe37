// Checks that a regular expression takes at most linear time. The analysis takes up to a minute for each, so a file holds
// the results, which are valid until the expression or the analysis changes.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inFull } from '../../helpers/slow-suite.ts'

// In this process: the other ways start a program that not every machine has.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

// By steps, never by time, and with a fixed seed: the same answer on every machine, however busy. A quadratic one
// takes a thousand times as many steps on the texts that it is tried with.
const BOUNDS = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 20_000_000,
  randomSeed: 0,
}

const FILE = new URL('./linear-expressions.txt', import.meta.url)
const HEADING = `recheck ${createRequire(import.meta.url)('recheck/package.json').version}`

const [heading, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n')
const known = new Set(heading === HEADING && !inFull ? lines : [])
const linear = new Set<string>()

/** The fault of a regular expression; undefined if it takes at most linear time. */
export function flaw(source: string, flags: string): string | undefined {
  const expression = `/${source.replaceAll('\n', '\\n')}/${flags}`
  if (known.has(expression) || linear.has(expression)) {
    linear.add(expression)
    return undefined
  }
  const result = checkSync(source, flags, BOUNDS)
  if (result.status !== 'safe')
    return `${expression}: ${result.status === 'vulnerable' ? result.complexity.summary : 'not known'}`
  linear.add(expression)
  return undefined
}

/** Keeps the results for the next time. */
export function keepLinear(): void {
  writeFileSync(FILE, `${[HEADING, ...[...linear].sort()].join('\n')}\n`)
}
