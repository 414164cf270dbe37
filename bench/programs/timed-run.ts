// Runs a program of Node to its end, and reports the time and memory it took.

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ownProgram, WORK } from './paths.ts'
import { isInstalled, run } from './run.ts'
import type { Usage } from './usage.ts'

export interface TimedRun extends Usage {
  seconds: number
  printed: string
}

const PATH = join(WORK, 'usage.json')
const canSync = isInstalled('sync')

/** @param args of `node` */
export async function timedRun(args: readonly string[]): Promise<TimedRun> {
  rmSync(PATH, { force: true })
  // Writes what earlier programs left in the system's buffers, so that this one does not wait for it.
  if (canSync) execFileSync('sync')
  const startedAt = performance.now()
  const command = [process.execPath, '--import', ownProgram('programs/usage'), ...args] as const
  const printed = await run(command, { BENCH_USAGE: PATH })
  const seconds = (performance.now() - startedAt) / 1_000
  const usage: Usage = JSON.parse(readFileSync(PATH, 'utf8'))
  return { seconds, printed, ...usage }
}
