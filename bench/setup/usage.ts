// Loaded into a program before its own modules (`--import`): at the end, it writes the memory and processor time of the
// program to the file that the variable BENCH_USAGE names. Worker threads load it too, and do nothing.

import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface Usage {
  /** The most resident memory, in bytes. */
  peakMemory: number
  /** User and system time of all threads. */
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
