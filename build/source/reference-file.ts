// One JSON file of the source, read whole and held against its schema.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError, systemCode } from '../../contract/lib/errors.ts'
import type { Schema } from '../../contract/lib/schema.ts'
import { compileCheck, type Violation } from '../../contract/lib/validator.ts'
import { parseJsonBytes } from './json-text.ts'

const MAX_LISTED = 10
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * Reads and checks a file.
 * @throws {OperatorError} `bad-source` naming the file, and each place in it
 */
export async function readReferenceFile<T>(folder: string, name: string, schema: Schema<T>): Promise<T> {
  const bytes = await readSourceFile(folder, name)
  const hasMark = bytes.indexOf(BYTE_ORDER_MARK) === 0
  const parsed = parseJsonBytes(hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes)
  if ('violation' in parsed) refuseReference(`${name}, line ${parsed.line}`, [parsed.violation])
  const checked = compileCheck(schema)(parsed.value)
  if ('violations' in checked) refuseReference(name, checked.violations)
  return checked.value
}

async function readSourceFile(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name))
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT') throw cause
    throw new OperatorError('bad-source', `${join(folder, name)}: missing`, { cause })
  }
}

export function refuseReference(where: string, violations: readonly Violation[]): never {
  const named = violations
    .slice(0, MAX_LISTED)
    .map(
      ({ pointer, found, expected }) =>
        `${where}: ${pointer || 'as a whole'}: found ${found}, expected ${expected}`,
    )
  const more = violations.length - named.length
  throw new OperatorError('bad-source', [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
}
