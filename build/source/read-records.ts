// The records of the source, as a stream of JSON values with their line numbers.

import { createReadStream } from 'node:fs'
import { OperatorError, systemCode } from '../../contract/lib/errors.ts'
import { parseJsonBytes } from './json-text.ts'
import { LineSplitter, type RawLine } from './line-splitter.ts'
import type { RejectedRecord } from './reject.ts'

const MAX_LINE_BYTES = 1024 * 1024

export type SourceRecord = { line: number; value: unknown } | RejectedRecord

/**
 * Reads a file in batches, as the disk gives them; blank lines are passed over.
 * @param onBytes called with the bytes that were read so far
 * @throws {OperatorError} `bad-source` if there is no such file
 */
export async function* readRecords(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
  try {
    for await (const chunk of stream) {
      onBytes(stream.bytesRead)
      yield splitter.push(chunk).map(readRecord)
    }
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT') throw cause
    throw new OperatorError('bad-source', `${path}: missing`, { cause })
  }
  yield splitter.end().map(readRecord)
}

function readRecord({ number, bytes }: RawLine): SourceRecord {
  if (bytes === null) {
    const found = `a line of more than ${MAX_LINE_BYTES} bytes`
    return { line: number, violations: [{ pointer: '', found, expected: 'a shorter one' }] }
  }
  const parsed = parseJsonBytes(bytes)
  if ('violation' in parsed) return { line: number, violations: [parsed.violation] }
  return { line: number, value: parsed.value }
}
