// Lets bytes through as they come, but holds back the last ones: they follow only if all of them together have the
// expected length and digest. So a damaged file never looks complete to the client.

import { Transform } from 'node:stream'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { sha256Stream } from '../../lib/digest.ts'

/** Errors instead of ending if the bytes are not those of the entry. */
export function verifyDigest({ digest, size }: Pick<TargetEntry, 'digest' | 'size'>): Transform {
  const hash = sha256Stream()
  let length = 0
  let last: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      length += chunk.length
      if (length > size) return done(damaged(`more than ${size} bytes`))
      const ready = last
      last = chunk
      done(null, ready)
    },
    flush(done) {
      if (length !== size) return done(damaged(`${length} of ${size} bytes`))
      const found = hash.digest()
      if (found !== digest) return done(damaged(`SHA-256 ${found}`))
      done(null, last)
    },
  })
}

function damaged(found: string): Error {
  return new Error(`damaged: found ${found}`)
}
