// Loaded into a program before its own modules: at its end it writes the memory and processor time it took.

import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface Usage {
  /** The most resident memory, in bytes. */
  peakMemory: number
  /** Of all threads, user and system time. */
  processorSeconds: number
}

const path = process.env.BENCH_USAGE
if (isMainThread && path !== undefined) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const usage: Usage = { peakMemory: maxRSS * 1024, processorSeconds: (userCPUTime + systemCPUTime) / 1e6 }
    writeFileSync(path, JSON.stringify(usage))
  })
}
