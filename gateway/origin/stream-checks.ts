// Checks of a snapshot while it streams: bytes come in time, have the expected length, and the expected digest.

import { type Readable, Transform } from 'node:stream'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { sha256Stream } from '../../lib/digest.ts'

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

/**
 * Lets bytes through as they come, but holds back the last ones: they follow only if all of them together have the length
 * and digest of the entry. So a damaged file never looks complete to the client. Errors instead of ending otherwise.
 */
export function verifyDigest({ digest, size }: Pick<TargetEntry, 'digest' | 'size'>): Transform {
  const hash = sha256Stream()
  let length = 0
  let last: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      length += chunk.length
      if (length > size) return done(damaged(`found more than ${size} bytes`))
      const ready = last
      last = chunk
      done(null, ready)
    },
    flush(done) {
      if (length !== size) return done(damaged(`found ${length} of ${size} bytes`))
      const found = hash.digest()
      if (found !== digest) return done(damaged(`found SHA-256 ${found}`))
      done(null, last)
    },
  })
}

/**
 * Lets exactly `size` bytes through, for parts of files: the client checks the whole with `Repr-Digest`. Errors instead of
 * ending with fewer, and before the first byte too many.
 */
export function verifyLength(size: number): Transform {
  let length = 0
  const expected = `expected a part of ${size} bytes`
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > size) done(damaged(`${expected}, found more`))
      else done(null, chunk)
    },
    flush(done) {
      done(length === size ? null : damaged(`${expected}, found ${length}`))
    },
  })
}

function damaged(how: string): Error {
  return new Error(`damaged: ${how}`)
}
