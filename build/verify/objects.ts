// The objects of a release: reads bodies and checks each by its digest, and hashes all of them.

import { join } from 'node:path'
import { objectPath } from '../../contract/release/layout.ts'
import { openObject } from '../../contract/release/reader.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { explainError } from '../../lib/errors.ts'
import { readRegularSync } from '../../lib/files/file-access.ts'
import type { Findings } from './verification.ts'

/**
 * Reads all objects, so that each damaged one is a finding.
 * @param onHashed called after each object
 * @returns the number of objects
 */
export function hashObjects(table: TargetTable, readBody: ReadBody, onHashed = () => {}): number {
  // Targets that share an object must state the same size. If one states another, the object is read again, which finds it.
  const seen = new Map<string, number>()
  for (const entry of table.entries()) {
    if (seen.get(entry.digest) === entry.size) continue
    seen.set(entry.digest, entry.size)
    readBody(entry)
    onHashed()
  }
  return seen.size
}

/** A body, unpacked unless it is a snapshot; undefined if it is missing or damaged, which is a finding. */
type ReadBody = (entry: TargetEntry) => Buffer | undefined

/** Reads synchronously, because there are many, and a verification has nothing else to do. */
export function createReadBody(root: string, findings: Findings): ReadBody {
  return (entry) => {
    const path = objectPath(entry.digest, entry.storage)
    try {
      const body = openObject(path, readRegularSync(join(root, path)), entry)
      findings.expect(
        body.length === entry.size,
        `${path}: expected ${entry.size} bytes, found ${body.length}`,
      )
      return body
    } catch (error) {
      findings.add(explainError(error).message)
      return undefined
    }
  }
}
