// Loaded into a program before its own modules: when it ends, writes what it took of the machine.

import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface Usage {
  /** Bytes of resident memory at the most. */
  peakMemory: number
  /** Of all threads, in user and system mode. */
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
