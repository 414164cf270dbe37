// Runs a program of Node to its end, and tells what that took.

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '../preload/usage.ts'
import { ownProgram, WORK } from './paths.ts'
import { isInstalled, run } from './run.ts'

export interface TimedRun extends Usage {
  seconds: number
  printed: string
}

const PATH = join(WORK, 'usage.json')
const canSync = isInstalled('sync')

/** @param args of `node` */
export async function timedRun(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<TimedRun> {
  rmSync(PATH, { force: true })
  // What others left to be written must not be written at this program's expense.
  if (canSync) execFileSync('sync')
  const startedAt = performance.now()
  const command = [process.execPath, '--import', ownProgram('preload/usage'), ...args] as const
  const printed = await run(command, { ...env, BENCH_USAGE: PATH })
  const seconds = (performance.now() - startedAt) / 1_000
  const usage: Usage = JSON.parse(readFileSync(PATH, 'utf8'))
  return { seconds, printed, ...usage }
}
