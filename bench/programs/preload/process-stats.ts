// Loaded into a server before its own modules: on SIGUSR2 it writes the longest stall of its event loop since the last
// time, and its memory.

import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface ProcessStats {
  /** Milliseconds. */
  longestStall: number
  /** Bytes. */
  residentMemory: number
}

// A timer that is due every millisecond: a stall of the event loop delays it.
const EVERY_MS = 1

const path = process.env.BENCH_PROCESS_STATS
if (isMainThread && path !== undefined) {
  let last = performance.now()
  let longestStall = 0
  setInterval(() => {
    const now = performance.now()
    longestStall = Math.max(longestStall, now - last - EVERY_MS)
    last = now
  }, EVERY_MS).unref()

  process.on('SIGUSR2', () => {
    const stats: ProcessStats = { longestStall, residentMemory: process.memoryUsage().rss }
    writeFileSync(path, JSON.stringify(stats))
    longestStall = 0
    last = performance.now()
  })
}
