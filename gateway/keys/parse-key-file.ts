// The text of a key file, a record a line, as records by digest.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, OperatorError } from '../../contract/lib/errors.ts'
import { parseJson } from '../../contract/lib/json-guards.ts'
import { parseKeyRecord } from './key-record.ts'
import type { KeyRecord } from './key-store.ts'

export type RecordsByDigest = ReadonlyMap<string, KeyRecord>

/** So many lines are parsed before requests get a turn: about a millisecond. */
const LINES_PER_TURN = 500

/**
 * Parses and checks every line; the records are in the order of the file.
 * @throws {OperatorError} `bad-keys` with file and line if it is damaged
 */
export async function parseKeyFile(text: string, path: string): Promise<RecordsByDigest> {
  // No key file is ever created without a key: this one was cut off, and "unknown key" would be wrong.
  if (text === '') throw new OperatorError('bad-keys', `${path}: the key file is empty`)
  const records = new Map<string, KeyRecord>()
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn()
    const where = `${path}:${index + 1}`
    const record = parseLine(line, where)
    if (records.has(record.digest)) {
      throw new OperatorError('bad-keys', `${where}: key ${record.id} appears twice`)
    }
    records.set(record.digest, record)
  }
  return records
}

function parseLine(line: string, where: string): KeyRecord {
  try {
    return parseKeyRecord(parseJson(line, where), where)
  } catch (cause) {
    throw new OperatorError('bad-keys', messageOf(cause), { cause })
  }
}
