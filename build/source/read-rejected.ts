// Reads the rows that a converter rejected. Each counts as a rejected record.

import { stat } from 'node:fs/promises'
import { SOURCE_REJECTED, type SourceRejected } from '../../contract/offers/source.ts'
import { REJECTED_FILE, sourcePath } from '../../contract/offers/source-files.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { compileCheck } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import { readRecords } from './read-records.ts'
import type { RejectedRecord } from './reject.ts'

/**
 * Reads `rejected.ndjson` of a source folder, if there is one. A malformed line is a rejected record as well. All are
 * exact: a row without an issuer belongs to the only known offer with its ref, and to none if several have it.
 * @throws {OperatorError} `bad-source` if it is not a regular file, or a link that leads out of the folder
 */
export async function* readRejected(folder: string): AsyncGenerator<RejectedRecord> {
  const path = await sourcePath(folder, REJECTED_FILE)
  const facts = files.call(path, () => stat(path))
  if ((await ifMissing(facts, null)) === null) return
  const check = compileCheck(SOURCE_REJECTED)
  for await (const batch of readRecords(path)) {
    for (const record of batch) {
      const inThisFile = { file: REJECTED_FILE, isExact: true, ...record }
      if ('violations' in inThisFile) {
        yield inThisFile
        continue
      }
      const checked = check(inThisFile.value)
      yield 'value' in checked
        ? rejectedRow(checked.value, record.line)
        : { ...inThisFile, violations: checked.violations }
    }
  }
}

function rejectedRow({ issuer, ref, at, errors }: SourceRejected, line: number): RejectedRecord {
  return {
    ...placeOf(at, line),
    violations: errors.map(({ field, found, expected }) => {
      return { pointer: field, found: clip(found), expected: clip(expected) }
    }),
    value: { issuer, ref },
    isExact: true,
  }
}

/** `ofertas.csv:12` is line 12 of that file; for any other text, the line of `rejected.ndjson` is used. */
function placeOf(at: string, line: number): { file: string; line: number } {
  const colon = at.lastIndexOf(':')
  const number = at.slice(colon + 1)
  if (colon < 1 || !/^[1-9]\d{0,8}$/.test(number)) return { file: REJECTED_FILE, line }
  return { file: clip(at.slice(0, colon)), line: Number(number) }
}
