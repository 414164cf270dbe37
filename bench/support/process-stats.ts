// Asks a server that was started with the module `preload/process-stats` how it is.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessStats } from '../preload/process-stats.ts'
import { ownProgram, WORK } from './paths.ts'
import type { Server } from './server.ts'

const PATH = join(WORK, 'process-stats.json')
const PATIENCE_MS = 5_000

/** What a server must be started with. */
export const WITH_PROCESS_STATS = {
  preload: [ownProgram('preload/process-stats')],
  env: { BENCH_PROCESS_STATS: PATH },
}

/** The longest stall is that since the last time this was asked. */
export async function processStatsOf(server: Server): Promise<ProcessStats> {
  rmSync(PATH, { force: true })
  server.process.kill('SIGUSR2')
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(5)) {
    const text = existsSync(PATH) ? readFileSync(PATH, 'utf8') : ''
    if (text.endsWith('}')) return JSON.parse(text)
  }
  throw new Error(`${server.name} does not tell how it is`)
}
