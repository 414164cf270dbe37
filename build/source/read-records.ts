// The records of the source, as a stream of JSON values with their line numbers.

import { files } from '../../lib/files/file-access.ts'
import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { asSourceFile } from '../../lib/files/source-file.ts'
import { parseJsonBytes } from '../../lib/json/json-text.ts'
import type { RejectedRecord } from './reject.ts'
import { salvageNames } from './salvage-names.ts'

const MAX_LINE_BYTES = 1024 * 1024

export type SourceRecord = { line: number; value: unknown } | RejectedRecord

/**
 * Reads a file in batches, as the disk gives them; blank lines are passed over.
 * @param onBytes called with the bytes that were read so far
 * @throws {OperatorError} `bad-source` if there is no such file, or it is none
 */
export async function* readRecords(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  let bytesRead = 0
  for await (const chunk of await asSourceFile(path, files.stream(path))) {
    bytesRead += chunk.length
    onBytes(bytesRead)
    yield splitter.push(chunk).map(readRecord)
  }
  yield splitter.end().map(readRecord)
}

function readRecord({ number, bytes }: RawLine): SourceRecord {
  if (bytes === null) {
    const found = `a line of more than ${MAX_LINE_BYTES} bytes`
    return { line: number, violations: [{ pointer: '', found, expected: 'a shorter one' }] }
  }
  const parsed = parseJsonBytes(bytes)
  if ('violation' in parsed)
    return { line: number, violations: [parsed.violation], value: salvageNames(bytes) }
  return { line: number, value: parsed.value }
}
