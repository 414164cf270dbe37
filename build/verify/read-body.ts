// The bodies of a release, each checked against its digest when it is read.

import { join } from 'node:path'
import { objectPath } from '../../contract/release/layout.ts'
import { openObject } from '../../contract/release/reader.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { explainError } from '../../lib/explain-error.ts'
import { readRegularSync } from '../../lib/files/file-access.ts'
import type { Findings } from './findings.ts'

/** A body as it is uncompressed, or undefined if it is missing or damaged, which is then a finding. */
export type ReadBody = (entry: TargetEntry) => Buffer | undefined

/** Reads are synchronous: a verification has nothing else to do, and there are many. */
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
