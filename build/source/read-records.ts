// Reads the records of the source as a stream of JSON values with their line numbers.

import { isUtf8 } from 'node:buffer'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile } from '../../lib/files/file-errors.ts'
import { LineSplitter, type RawLine } from '../../lib/files/line-splitter.ts'
import { parseJsonBytes } from '../../lib/json/json-text.ts'
import type { RejectedNames, RejectedRecord } from './reject.ts'

const OPENING_BRACKET = '['.charCodeAt(0)

/** Far more than any real record has. */
const MAX_LINE_BYTES = 1024 * 1024

/** A JSON value with the number of its line, or the reasons why the line has none. */
export type SourceRecord = { line: number; value: unknown } | RejectedRecord

/**
 * Reads a file in batches, as the disk delivers them; blank lines are skipped.
 * @throws {OperatorError} `bad-source` if the file is missing or not a regular one
 */
export async function* readRecords(path: string): AsyncGenerator<SourceRecord[]> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  for await (const chunk of await asSourceFile(path, files.stream(path))) {
    yield splitter.push(chunk).map(readRecord)
  }
  yield splitter.end().map((last) => markCut(readRecord(last)))
}

/** A last line without a line end that is no JSON: the file was cut off within it. */
function markCut(record: SourceRecord): SourceRecord {
  return 'violations' in record ? { ...record, isCut: true } : record
}

function readRecord({ number, bytes }: RawLine): SourceRecord {
  if (bytes === null) {
    const found = `a line of more than ${MAX_LINE_BYTES} bytes`
    return { line: number, violations: [{ pointer: '', found, expected: 'a shorter one' }] }
  }
  if (number === 1 && bytes[0] === OPENING_BRACKET) {
    const expected = `one record a line: jq -c '.[]' offers.json > offers.ndjson`
    return { line: number, violations: [{ pointer: '', found: 'a JSON array', expected }] }
  }
  const parsed = parseJsonBytes(bytes)
  if ('violation' in parsed)
    return { line: number, violations: [parsed.violation], value: salvageNames(bytes) }
  return { line: number, value: parsed.value }
}

// Finds the names in a line that is not JSON, or not UTF-8. Most records begin with them, so a bound keeps the search
// cheap.
const MAX_SEARCHED_BYTES = 4096

// `"ref": "R-100"`. At most 200 characters, each of which matches in only one way, so the search takes linear time.
const MEMBER = /"(id|ref|issuer)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,200}")/g

/** The first of each name. Text that is not UTF-8 is read as Latin-1, which it mostly is. */
export function salvageNames(bytes: Buffer): RejectedNames {
  const start = bytes.subarray(0, MAX_SEARCHED_BYTES)
  const text = start.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  const names: Record<string, string> = {}
  for (const [, name = '', json = ''] of text.matchAll(MEMBER)) {
    const value = parseText(json)
    if (value !== undefined) names[name] ??= value
  }
  return names
}

/** Undefined if it is not the JSON of a well-formed text. */
function parseText(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' && value.isWellFormed() ? value : undefined
  } catch {
    return undefined
  }
}
