// The text of a key file, a record a line, as records by digest.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { parseJson } from '../../lib/json/json.ts'
import { parseKeyRecord, usualDigest } from './key-record.ts'
import type { KeyRecord } from './key-store.ts'

/** The records of a file, in its order. */
export interface RecordsByDigest {
  get(digest: string): KeyRecord | undefined
  values(): KeyRecord[]
}

/** So many lines are checked before requests get a turn: about a millisecond. */
const LINES_PER_TURN = 500

/**
 * Checks every line.
 * @throws {OperatorError} `bad-keys` with file and line if it is damaged
 */
export async function parseKeyFile(text: string, path: string): Promise<RecordsByDigest> {
  // No key file is ever created without a key: this one was cut off, and "unknown key" would be wrong.
  if (text === '') throw new OperatorError('bad-keys', `${path}: the key file is empty`)
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const byDigest = new Map<string, string>()
  let number = 0
  for (const line of lines) {
    number += 1
    if (number % LINES_PER_TURN === 0) await nextTurn()
    byDigest.set(usualDigest(line) ?? parseLine(line, `${path}:${number}`).digest, line)
    if (byDigest.size < number) {
      const { id } = parseLine(line, path)
      throw new OperatorError('bad-keys', `${path}:${number}: key ${id} appears twice`)
    }
  }
  return new KeyLines(byDigest, path)
}

/** Lines that were checked. Each is parsed when it is asked for: a gateway starts sooner, and most never are. */
class KeyLines implements RecordsByDigest {
  readonly #byDigest: ReadonlyMap<string, string>
  readonly #path: string

  constructor(byDigest: ReadonlyMap<string, string>, path: string) {
    this.#byDigest = byDigest
    this.#path = path
  }

  get(digest: string): KeyRecord | undefined {
    const line = this.#byDigest.get(digest)
    return line === undefined ? undefined : parseLine(line, this.#path)
  }

  values(): KeyRecord[] {
    return Array.from(this.#byDigest.values(), (line) => parseLine(line, this.#path))
  }
}

function parseLine(line: string, where: string): KeyRecord {
  try {
    return parseKeyRecord(parseJson(line, where), where)
  } catch (cause) {
    throw new OperatorError('bad-keys', messageOf(cause), { cause })
  }
}
