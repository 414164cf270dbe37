// Signals of the operating system, and crashes.

import type { ProcessLog } from '../lib/log.ts'
import { errorFacts } from './failure-watch.ts'

/** How long the last lines of a log may take, in milliseconds. */
const FLUSH_MS = 1000

/** Resolves with the first SIGTERM or SIGINT; the second one ends the process at once, with exit code 1. */
export function stopSignal(log: ProcessLog): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (signal: NodeJS.Signals) => {
      if (isStopping) {
        log.warn({ signal }, 'stopped at once')
        return endAtOnce(log)
      }
      isStopping = true
      resolve(signal)
    }
    process.on('SIGTERM', stop).on('SIGINT', stop)
  })
}

/**
 * Ends the process, because an uncaught exception leaves it in an unknown state. Node makes one of each unhandled rejection.
 */
export function endOnCrash(log: ProcessLog): void {
  process.on('uncaughtException', (error) => {
    log.error({ ...errorFacts(error), stack: error instanceof Error ? error.stack : undefined }, 'crashed')
    endAtOnce(log)
  })
}

function endAtOnce(log: ProcessLog): void {
  const exit = () => process.exit(1)
  // The reader of the log may have stopped reading.
  setTimeout(exit, FLUSH_MS)
  log.flush().finally(exit)
}
