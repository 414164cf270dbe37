// What the bytes of a file must pass on their way to the client.

import type { Transform } from 'node:stream'
import type { FileAnswer } from './origin.ts'
import { verifyDigest } from './verify-digest.ts'
import { verifyLength } from './verify-length.ts'

/** Errors instead of ending where the bytes are not those that the head of the answer promises. */
export function gateFor({ entry, range }: Pick<FileAnswer, 'entry' | 'range'>): Transform {
  return range ? verifyLength(range.last - range.first + 1) : verifyDigest(entry)
}
