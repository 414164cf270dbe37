// Checks a snapshot while it streams: its pace, length and digest.

import { type Readable, Transform } from 'node:stream'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { sha256Stream } from '../../lib/digest.ts'

/** Destroys a stream that brings no bytes for `idleTimeoutMs` milliseconds; pauses of a slow reader don't count. */
export function idleTimeout(source: Readable, idleTimeoutMs: number): void {
  // Only once the stream is read: a listener for `data` would start the reading.
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
 * Passes bytes on, each chunk when the next one comes, and holds back the final one until length and digest of the whole
 * are those of the entry; fails if they are not. So a damaged file never looks complete to the client.
 */
export function verifyDigest({ digest, size }: Pick<TargetEntry, 'digest' | 'size'>): Transform {
  const hash = sha256Stream()
  let length = 0
  let heldBack: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      length += chunk.length
      if (length > size) return done(damaged(`found more than ${size} bytes`))
      const ready = heldBack
      heldBack = chunk
      done(null, ready)
    },
    flush(done) {
      if (length !== size) return done(damaged(`found ${length} of ${size} bytes`))
      const found = hash.digest()
      if (found !== digest) return done(damaged(`found SHA-256 ${found}`))
      done(null, heldBack)
    },
  })
}

/** Passes on exactly `size` bytes, a part of a file, or fails. The client checks the whole file with `Repr-Digest`. */
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
