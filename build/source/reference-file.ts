// One JSON file of the source, read whole and checked by its schema.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../contract/lib/errors.ts'
import { ifMissing } from '../../contract/lib/files/if-missing.ts'
import type { Schema } from '../../contract/lib/schema.ts'
import { compileCheck, type Violation } from '../../contract/lib/validator.ts'
import { andMore } from '../report/and-more.ts'
import { withoutByteOrderMark } from './byte-order-mark.ts'
import { parseJsonBytes } from './json-text.ts'

const MAX_LISTED = 10

/**
 * Reads and checks a file.
 * @throws {OperatorError} `bad-source` naming the file, and each place in it
 */
export async function readReferenceFile<T>(folder: string, name: string, schema: Schema<T>): Promise<T> {
  const bytes = await readSourceFile(join(folder, name))
  const parsed = parseJsonBytes(withoutByteOrderMark(bytes))
  if ('violation' in parsed) refuseReference(`${name}, line ${parsed.line}`, [parsed.violation])
  const checked = compileCheck(schema)(parsed.value)
  if ('violations' in checked) refuseReference(name, checked.violations)
  return checked.value
}

async function readSourceFile(path: string): Promise<Buffer> {
  const bytes = await ifMissing(readFile(path), null)
  if (!bytes) throw new OperatorError('bad-source', `${path}: missing`)
  return bytes
}

export function refuseReference(where: string, violations: readonly Violation[]): never {
  const named = violations
    .slice(0, MAX_LISTED)
    .map(
      ({ pointer, found, expected }) =>
        `${where}: ${pointer || 'as a whole'}: found ${found}, expected ${expected}`,
    )
  throw new OperatorError('bad-source', andMore(named, violations.length).join('\n'))
}
