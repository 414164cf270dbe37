// Every object of a release, read and hashed once more.

import type { Progress } from '../progress/progress.ts'
import type { ReadBody } from './read-body.ts'
import type { Verification } from './verification.ts'

const TELL_EVERY = 256

/** @returns the number of objects */
export function hashObjects(
  { routes, manifest }: Verification,
  readBody: ReadBody,
  progress: Progress,
): number {
  const phase = progress.begin('hashing', manifest.counts.objects, 'objects')
  const seen = new Set<string>()
  for (const { target: _, ...entry } of routes) {
    if (seen.has(entry.digest)) continue
    seen.add(entry.digest)
    readBody(entry)
    if (seen.size % TELL_EVERY === 0) phase.advance(seen.size)
  }
  phase.advance(seen.size)
  phase.end()
  return seen.size
}
