// A stream that lets bytes through as they come, but for the last ones: these only if all of them together have
// the expected length and digest. So a damaged file never looks complete to the client.

import { Transform } from 'node:stream'
import { sha256Stream } from '../../contract/lib/digest.ts'
import { OperatorError } from '../../contract/lib/errors.ts'
import type { RouteEntry } from '../../contract/release/route-table.ts'

/** Errors with `OperatorError` `bad-release` instead of ending. */
export function verifyDigest(entry: Pick<RouteEntry, 'digest' | 'size'>): Transform {
  const hash = sha256Stream()
  let length = 0
  let held: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      length += chunk.length
      if (length > entry.size) return done(damaged(entry, `more than ${entry.size} bytes`))
      const ready = held
      held = chunk
      done(null, ready)
    },
    flush(done) {
      if (length !== entry.size) return done(damaged(entry, `${length} of ${entry.size} bytes`))
      const found = hash.digest()
      if (found !== entry.digest) return done(damaged(entry, `SHA-256 ${found}`))
      done(null, held)
    },
  })
}

function damaged(entry: Pick<RouteEntry, 'digest'>, found: string): OperatorError {
  return new OperatorError('bad-release', `object ${entry.digest}: damaged: found ${found}`)
}
