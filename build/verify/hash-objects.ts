// Every object of a release, read and hashed once more.

import type { Progress } from '../../lib/progress/progress.ts'
import type { ReadBody } from './read-body.ts'
import type { Verification } from './verification.ts'

/** So many objects are read between two looks at the progress. */
const OBJECTS_PER_STEP = 256

/** @returns the number of objects */
export function hashObjects(
  { routes, manifest }: Pick<Verification, 'routes' | 'manifest'>,
  readBody: ReadBody,
  progress: Progress,
): number {
  const phase = progress.begin('hashing', manifest.counts.objects, 'objects')
  // Routes that share an object must agree on its size, or it is read again and found wrong.
  const seen = new Map<string, number>()
  for (const entry of routes.entries()) {
    if (seen.get(entry.digest) === entry.size) continue
    seen.set(entry.digest, entry.size)
    readBody(entry)
    if (seen.size % OBJECTS_PER_STEP === 0) phase.advance(seen.size)
  }
  phase.advance(seen.size)
  phase.end()
  return seen.size
}
