// Asks a server that was started with the module `programs/preload/process-stats` for its memory and its stalls.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ownProgram, WORK } from './paths.ts'
import type { ProcessStats } from './preload/process-stats.ts'
import type { Server } from './server.ts'

const PATH = join(WORK, 'process-stats.json')
const TIMEOUT_MS = 5_000

/** Options of a server that can be asked. */
export const WITH_PROCESS_STATS = {
  preload: [ownProgram('programs/preload/process-stats')],
  env: { BENCH_PROCESS_STATS: PATH },
}

/** The longest stall is the longest since the last call. */
export async function processStatsOf(server: Server): Promise<ProcessStats> {
  rmSync(PATH, { force: true })
  server.process.kill('SIGUSR2')
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(5)) {
    const text = existsSync(PATH) ? readFileSync(PATH, 'utf8') : ''
    if (text.endsWith('}')) return JSON.parse(text)
  }
  throw new Error(`${server.name} does not report its memory`)
}
