// A stream that lets a given number of bytes through, no less and no more. For parts of files, of which no digest
// is known: the client checks the whole with `Repr-Digest`.

import { Transform } from 'node:stream'
import { OperatorError } from '../../contract/lib/errors.ts'

/** Errors with `OperatorError` `bad-release` instead of ending, or before the first byte too many. */
export function verifyLength(size: number): Transform {
  let length = 0
  const wrong = (found: string) => new OperatorError('bad-release', `a part of ${size} bytes: found ${found}`)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > size) done(wrong('more'))
      else done(null, chunk)
    },
    flush(done) {
      done(length === size ? null : wrong(String(length)))
    },
  })
}
