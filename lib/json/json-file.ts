// JSON files that people write: their value, or an error that names what is wrong.

import { OperatorError } from '../errors.ts'
import { andMore, clip } from '../text/clip.ts'
import { parseJsonBytes, withoutByteOrderMark } from './json-text.ts'
import type { Violation } from './validator.ts'

/** An error names this many violations, and counts the others. */
const MAX_NAMED = 10

/** @param keepsDigits as of `parseJsonBytes` @throws {OperatorError} `bad-source` naming the file and the line */
export function parseJsonFile(name: string, bytes: Buffer, keepsDigits = false): unknown {
  const parsed = parseJsonBytes(withoutByteOrderMark(bytes), keepsDigits)
  if ('violation' in parsed) refuseFile(`${name}, line ${parsed.line}`, [parsed.violation])
  return parsed.value
}

/**
 * Refuses a file.
 * @param where the file, or its line
 * @throws {OperatorError} `bad-source` with the first violations, a line each
 */
export function refuseFile(where: string, violations: readonly Violation[]): never {
  const named = violations
    .slice(0, MAX_NAMED)
    .map(
      ({ pointer, found, expected }) =>
        `${where}: ${clip(pointer) || 'as a whole'}: found ${found}, expected ${expected}`,
    )
  throw new OperatorError('bad-source', andMore(named, violations.length).join('\n'))
}
