// Lets exactly so many bytes through. For parts of files: the client checks the whole with `Repr-Digest`.

import { Transform } from 'node:stream'

/** Errors instead of ending, or before the first byte too many. */
export function verifyLength(size: number): Transform {
  let length = 0
  const damaged = (found: string) => new Error(`damaged: expected a part of ${size} bytes, found ${found}`)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > size) done(damaged('more'))
      else done(null, chunk)
    },
    flush(done) {
      done(length === size ? null : damaged(String(length)))
    },
  })
}
