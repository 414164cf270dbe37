// The objects of a release, hashed.

import { join } from 'node:path'
import { objectPath } from '../../contract/release/layout.ts'
import { openObject } from '../../contract/release/reader.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { explainError } from '../../lib/errors.ts'
import { readRegularSync } from '../../lib/files/file-access.ts'
import type { Findings } from './findings.ts'

/**
 * Reads all objects, so that each damaged one is a finding.
 * @param onHashed called after each object
 * @returns the number of objects
 */
export function hashObjects(
  root: string,
  table: TargetTable,
  { findings, onHashed = () => {} }: { findings: Findings; onHashed?: () => void },
): number {
  // Targets that share an object must state the same size. If one states another, the object is read again, which finds it.
  const seen = new Map<string, number>()
  for (const entry of table.entries()) {
    if (seen.get(entry.digest) === entry.size) continue
    seen.set(entry.digest, entry.size)
    check(root, entry, findings)
    onHashed()
  }
  return seen.size
}

/** Reads synchronously, because there are many objects, and a verification has nothing else to do. */
function check(root: string, entry: TargetEntry, findings: Findings): void {
  const path = objectPath(entry.digest, entry.storage)
  try {
    const { length } = openObject(path, readRegularSync(join(root, path)), entry)
    findings.expect(length === entry.size, `${path}: expected ${entry.size} bytes, found ${length}`)
  } catch (error) {
    findings.add(explainError(error).message)
  }
}
