// Ends the wait for a stream that has stopped sending.

import type { Readable } from 'node:stream'

/**
 * Destroys a stream that brings no bytes for `idleTimeoutMs` milliseconds. The time in which nobody reads, because the
 * next in line is slow, does not count. To be called on a stream that is being read.
 */
export function idleTimeout(source: Readable, idleTimeoutMs: number): void {
  const timer = setTimeout(() => {
    if (source.isPaused()) timer.refresh()
    else source.destroy(new Error(`silent for ${idleTimeoutMs} ms`))
  }, idleTimeoutMs)
  source.on('data', () => timer.refresh())
  source.once('close', () => clearTimeout(timer))
}
