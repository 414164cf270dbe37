// A key file, one record a line. It is read and replaced as a whole; a lock next to it lets one process at a time
// change it.

import { stat } from 'node:fs/promises'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'
import { FileAccess } from '../../lib/files/file-access.ts'
import { takeLock, type Wait } from '../../lib/files/lock.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { parseJson } from '../../lib/json/json.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { keyRecordLine, parseKeyRecord } from './key-record.ts'
import type { KeyRecord } from './key-store.ts'

/** Separate from the one for bodies: a stalled body must not hold up look-ups of keys. */
const access = new FileAccess({ timeoutMs: 5_000, atOnce: 1 })

/** The mode of a new key file: only its user may read the names of customers in it. */
const PRIVATE = 0o600

/** A text that changes when the file changes; the file is not read. */
export async function fileStamp(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await access.call(path, () => stat(path, { bigint: true }))
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

export async function keyFileMode(path: string): Promise<number> {
  return (await access.call(path, () => stat(path))).mode
}

/** A key file as it was read. */
export interface KeyFileContent {
  /** By digest, in the order of the file. */
  readonly records: ReadonlyMap<string, KeyRecord>
  /** The faults of bad lines, each with its place. */
  readonly badLines: readonly string[]
}

/** @throws {OperatorError} `bad-keys` as `parseKeyFile`; system errors unchanged */
export async function readKeyFile(path: string): Promise<KeyFileContent> {
  return parseKeyFile((await access.read(path)).toString('utf8'), path)
}

/** Lines parsed before requests get a turn: about a millisecond. */
const LINES_PER_TURN = 200

/**
 * Bad lines are reported, and add no key; all others count. A line that repeats a key is bad, but its revocation counts.
 * @throws {OperatorError} `bad-keys` with file and line if the file was cut off, or has no good line
 */
export async function parseKeyFile(text: string, path: string): Promise<KeyFileContent> {
  // No key file is created without a key: this one was cut off, and "unknown key" would be wrong.
  if (text === '') throw new OperatorError('bad-keys', `${path}: the key file is empty`)
  // A last line without its line end may be cut off. If it holds a whole record, it counts.
  const lines = text.split('\n')
  const isCut = lines.at(-1) !== ''
  if (!isCut) lines.pop()
  const records = new Map<string, KeyRecord>()
  const badLines: string[] = []
  for (const [index, line] of lines.entries()) {
    const where = `${path}:${index + 1}`
    if (index % LINES_PER_TURN === 0) await nextTurn()
    try {
      addRecord(records, parseKeyRecord(parseJson(line, where), where), where)
    } catch (cause) {
      // The file ends in this line: further keys may be lost.
      if (isCut && index === lines.length - 1) throw badKeys(cause)
      badLines.push(messageOf(cause))
    }
  }
  // It is another file, or has another form: every key would be unknown.
  if (records.size === 0) throw badKeys(badLines[0])
  return { records, badLines }
}

/** @throws {TypeError} if the key is repeated */
function addRecord(records: Map<string, KeyRecord>, record: KeyRecord, where: string): void {
  const known = records.get(record.digest)
  if (!known) {
    records.set(record.digest, record)
    return
  }
  // SECURITY: a revocation counts in whichever line it stands.
  if (known.revoked_at === null && record.revoked_at !== null) records.set(record.digest, record)
  throw new TypeError(`${where}: key ${record.id} appears twice`)
}

function badKeys(cause: unknown): OperatorError {
  return new OperatorError('bad-keys', messageOf(cause), { cause })
}

/**
 * Replaces the file as a whole; call it within `withKeyFileLock`. The user and the mode of the file stay, so that an
 * administrator's command does not lock the gateway out.
 * @throws {OperatorError} `key-store-unavailable` if it can't be written
 */
export async function replaceKeyFile(path: string, records: Iterable<KeyRecord>): Promise<void> {
  const text = Array.from(records, (record) => `${keyRecordLine(record)}\n`).join('')
  try {
    await replaceFile(path, text, { mode: PRIVATE, preserve: true })
  } catch (cause) {
    throw new OperatorError('key-store-unavailable', `cannot write ${path}: ${messageOf(cause)}`, { cause })
  }
}

/**
 * Runs a change as the only process that changes the file, a key file or the days next to it.
 * @throws {OperatorError} `locked` if another process keeps the lock for about ten seconds, `key-store-unavailable`
 *   if the lock can't be created at all
 */
export async function withKeyFileLock<T>(
  keyFile: string,
  change: () => Promise<T>,
  wait: Wait = sleep,
): Promise<T> {
  const path = `${keyFile}.lock`
  const activity = 'another command is changing the keys'
  const release = await takeLock({ path, activity, clock: systemClock, wait }).catch((cause) => {
    if (cause instanceof OperatorError) throw cause
    throw new OperatorError('key-store-unavailable', `cannot create ${path}: ${messageOf(cause)}`, { cause })
  })
  try {
    return await change()
  } finally {
    await release()
  }
}

/**
 * Creates a key file that holds these records, at least one; returns false if there is a file already.
 * @throws {OperatorError} `key-store-unavailable` if it can't be written, `locked` as `withKeyFileLock`
 */
export async function createKeyFile(
  path: string,
  records: readonly KeyRecord[],
  wait?: Wait,
): Promise<boolean> {
  if (!(await isMissing(path))) return false
  const create = async () => {
    // Another process may have created it meanwhile.
    if (!(await isMissing(path))) return false
    await replaceKeyFile(path, records)
    return true
  }
  return withKeyFileLock(path, create, wait)
}

async function isMissing(path: string): Promise<boolean> {
  // With any other error the file may exist: opening it reports the fault.
  return fileStamp(path).then(
    () => false,
    (error) => systemCode(error) === 'ENOENT',
  )
}
