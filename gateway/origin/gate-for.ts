// What the bytes of a file must pass on their way to the client.

import type { Transform } from 'node:stream'
import { digestGate } from './digest-gate.ts'
import { lengthGate } from './length-gate.ts'
import type { FileAnswer } from './origin.ts'

/** Errors instead of ending where the bytes are not those that the head of the answer promises. */
export function gateFor({ entry, range }: Pick<FileAnswer, 'entry' | 'range'>): Transform {
  return range ? lengthGate(range.last - range.first + 1) : digestGate(entry)
}
