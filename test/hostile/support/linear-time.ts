// Checks that a regular expression takes at most linear time. The analysis takes up to a minute for each, so a file holds
// the results, which are valid until the expression or the analysis changes; `make expressions` adds those of new ones.

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
const mayAnalyse = inFull || process.env.KEEP_EXPRESSIONS === '1'
const linear = new Set<string>()

/** The fault of a regular expression; undefined if it takes at most linear time. */
export function flaw(source: string, flags: string): string | undefined {
  const expression = expressionOf(source, flags)
  if (!known.has(expression) && !linear.has(expression)) {
    if (!mayAnalyse) return `${expression}: not analysed yet, run \`make expressions\``
    const found = analyse(source, flags)
    if (found !== undefined) return found
  }
  linear.add(expression)
  return undefined
}

/** As `flaw`, without the results in the file. */
export function analyse(source: string, flags: string): string | undefined {
  const result = checkSync(source, flags, BOUNDS)
  if (result.status === 'safe') return undefined
  const fault = result.status === 'vulnerable' ? result.complexity.summary : 'not known'
  return `${expressionOf(source, flags)}: ${fault}`
}

function expressionOf(source: string, flags: string): string {
  return `/${source.replaceAll('\n', '\\n')}/${flags}`
}

/** Keeps the results for the next time. */
export function keepLinear(): void {
  writeFileSync(FILE, `${[HEADING, ...[...linear].sort()].join('\n')}\n`)
}
