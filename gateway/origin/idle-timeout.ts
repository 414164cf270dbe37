// Ends the wait for a stream that has stopped sending.

import type { Readable } from 'node:stream'

/**
 * Destroys a stream that is read and brings no bytes for `idleTimeoutMs` milliseconds; pauses of a slow reader don't count.
 */
export function idleTimeout(source: Readable, idleTimeoutMs: number): void {
  // Not before: a listener for data would start the reading by itself.
  source.once('resume', () => {
    const timer = setTimeout(() => {
      if (source.isPaused()) timer.refresh()
      else source.destroy(new Error(`silent for ${idleTimeoutMs} ms`))
    }, idleTimeoutMs)
    source.on('data', () => timer.refresh())
    source.once('close', () => clearTimeout(timer))
  })
}
