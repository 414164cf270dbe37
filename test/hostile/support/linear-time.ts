// Whether a regular expression takes linear time at most. The analysis takes up to a minute for each, so what it
// found linear stands in a file, and is analysed again when the expression or the analysis is another one.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inFull } from '../../helpers/slow-suite.ts'

// In this process: the other ways start a program, which is not there on every machine.
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

/** What is wrong with a regular expression; undefined if it takes linear time at most. */
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

/** Keeps what was found linear so far for the next time. */
export function keepLinear(): void {
  writeFileSync(FILE, `${[HEADING, ...[...linear].sort()].join('\n')}\n`)
}
