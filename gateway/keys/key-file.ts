// A key file, one record a line. It is read and replaced as a whole; a lock next to it lets one process at a time
// change it.

// biome-ignore lint/plugin/blocking-reads: the list of mounts, a file of the kernel
import { readFile, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
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
      addRecord(records, parseKeyRecord(parseMembers(line, where), where), where)
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

/**
 * SECURITY: JSON.parse keeps the last of two members, and a revocation may be the first.
 * @throws {TypeError} if the line is not JSON, or has a member twice
 */
function parseMembers(line: string, where: string): unknown {
  const value = parseJson(line, where)
  if (membersIn(line) !== membersIn(JSON.stringify(value))) {
    throw new TypeError(`${where}: a member appears twice`)
  }
  return value
}

/** The number of members in a JSON text: it has a colon for each outside of its strings, which are every second part. */
function membersIn(json: string): number {
  const parts = json.replaceAll(/\\./g, '').split('"')
  return parts.reduce((sum, part, index) => (index % 2 === 0 ? sum + part.split(':').length - 1 : sum), 0)
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
 * Why a change of the file would not reach all its names, in words for the operator; undefined if it would. Another file
 * takes the place of the old one: other hard links would keep that, and the mount of a file alone does.
 */
export async function sharedAs(path: string): Promise<string | undefined> {
  const real = await realFile(path)
  const { nlink } = await access.call(real, () => stat(real))
  if (nlink > 1)
    return `${path}: the file has ${nlink} names (hard links), and a change reaches only one. Keep one, and make the others symbolic links`
  return (await mountPoints()).has(real)
    ? `${path}: the file is mounted alone, so changes do not pass through the mount. Mount its folder instead`
    : undefined
}

/** The places where something is mounted; none on systems that do not list them. */
async function mountPoints(): Promise<ReadonlySet<string>> {
  // proc_pid_mountinfo(5): the fifth field; spaces and the like are written in octal.
  const list = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const unescaped = (text: string) =>
    text.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
  return new Set(list.split('\n').map((line) => unescaped(line.split(' ')[4] ?? '')))
}

/** The path without links, also of a file that does not exist yet. */
async function realFile(path: string): Promise<string> {
  try {
    return await access.call(path, () => realpath(path))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
  const folder = await realpath(dirname(path))
  const name = join(folder, basename(path))
  // A link to the file that will be created. Of links in a circle `realpath` fails with another error.
  const target = await readlink(name).catch(() => undefined)
  return target === undefined ? name : realFile(resolve(folder, target))
}

/**
 * Runs a change as the only process that changes the file, a key file or the days next to it, by whatever name it is
 * given: the lock is next to the real file, and `change` gets its path.
 * @throws {OperatorError} `locked` if another process keeps the lock for about ten seconds, `key-store-unavailable`
 *   if the lock can't be created at all
 */
export async function withKeyFileLock<T>(
  keyFile: string,
  change: (realPath: string) => Promise<T>,
  wait: Wait = sleep,
): Promise<T> {
  const activity = 'another command is changing the keys'
  const cannotCreate = (cause: unknown) => {
    if (cause instanceof OperatorError) throw cause
    const message = `cannot create ${keyFile}.lock: ${messageOf(cause)}`
    throw new OperatorError('key-store-unavailable', message, { cause })
  }
  const real = await realFile(keyFile).catch(cannotCreate)
  const path = `${real}.lock`
  const release = await takeLock({ path, activity, clock: systemClock, wait }).catch(cannotCreate)
  try {
    return await change(real)
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
  const create = async (realPath: string) => {
    // Another process may have created it meanwhile.
    if (!(await isMissing(realPath))) return false
    await replaceKeyFile(realPath, records)
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
