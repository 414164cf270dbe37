// The text of a key file, a record a line, and where in it each key stands. All of it is checked as it is indexed,
// but a record is made of a line only when its key is asked for: a start with thousands of keys takes little time,
// and so does a look at a file that changed.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, OperatorError } from '../../contract/lib/errors.ts'
import { parseJson } from '../../contract/lib/json-guards.ts'
import { parseKeyRecord } from './key-record.ts'
import type { KeyRecord } from './key-store.ts'

/** So many lines are checked before others get a turn: about a millisecond. */
const LINES_A_TURN = 1000

// SECURITY: matches nothing that `parseKeyRecord` would refuse. It leaves some good lines out: names with escapes,
// the last days of a month (not every month has them), members in another order. Those are parsed.
const SURE_INSTANT = String.raw`"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z"`
const SURE_LINE = new RegExp(
  [
    String.raw`\{"id":"key_[a-z2-7]{16}","kind":"(?:demo|named)"`,
    String.raw`"name":"[^"\\\p{Cc}\u2028\u2029]{1,200}"`,
    '"digest":"([0-9a-f]{64})"',
    `"created_at":${SURE_INSTANT}`,
    `"expires_at":(?:null|${SURE_INSTANT})`,
    String.raw`"revoked_at":(?:null|${SURE_INSTANT})\}\n`,
  ].join(','),
  'uy',
)

export class KeyIndex {
  readonly #text: string
  readonly #path: string
  /** Digest -> where its line begins. */
  readonly #starts: ReadonlyMap<string, number>

  constructor(text: string, path: string, starts: ReadonlyMap<string, number>) {
    this.#text = text
    this.#path = path
    this.#starts = starts
  }

  /** The record of a digest; undefined where there is none. */
  get(digest: string): KeyRecord | undefined {
    const start = this.#starts.get(digest)
    return start === undefined ? undefined : parseLine(lineAt(this.#text, start), this.#path)
  }

  /** All records by digest, in the order of the file. */
  records(): Map<string, KeyRecord> {
    const records = new Map<string, KeyRecord>()
    for (const [digest, start] of this.#starts)
      records.set(digest, parseLine(lineAt(this.#text, start), this.#path))
    return records
  }
}

/**
 * Checks the text of a key file and indexes it.
 * @throws {OperatorError} `bad-keys` with file and line where it is damaged
 */
export async function indexKeys(text: string, path: string): Promise<KeyIndex> {
  // No store is ever made without a key: this one was cut off, and "unknown key" would be a lie.
  if (text === '') throw new OperatorError('bad-keys', `${path}: the key file is empty`)
  const starts = new Map<string, number>()
  let start = 0
  for (let number = 1; start < text.length; number++) {
    if (number % LINES_A_TURN === 0) await nextTurn()
    SURE_LINE.lastIndex = start
    const sure = SURE_LINE.exec(text)
    const end = sure ? SURE_LINE.lastIndex : endOfLine(text, start)
    const digest = sure?.[1] ?? parseLine(lineAt(text, start), `${path}:${number}`).digest
    if (starts.has(digest)) {
      const { id } = parseLine(lineAt(text, start), path)
      throw new OperatorError('bad-keys', `${path}:${number}: key ${id} appears twice`)
    }
    starts.set(digest, start)
    start = end
  }
  return new KeyIndex(text, path, starts)
}

/** Where the next line begins. */
function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end + 1
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? undefined : end)
}

function parseLine(line: string, where: string): KeyRecord {
  try {
    return parseKeyRecord(parseJson(line, where), where)
  } catch (cause) {
    throw new OperatorError('bad-keys', messageOf(cause), { cause })
  }
}
