// A key file as a file: it is read whole and replaced whole, never changed in place.

import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, OperatorError, systemCode } from '../../contract/lib/errors.ts'
import { indexKeys, type KeyIndex } from './key-index.ts'
import { keyRecordLine } from './key-record.ts'
import type { KeyRecord } from './key-store.ts'

/** Only its owner may read it: names of customers are nobody else's business. */
const PRIVATE = 0o600

/** What tells one state of a file from the next, without reading it. */
export async function fileStamp(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

/** @throws {OperatorError} `bad-keys` with file and line where it is damaged; system errors as they come */
export async function readKeyFile(path: string): Promise<KeyIndex> {
  const file = await open(path, 'r')
  const bytes = await file.readFile().finally(() => file.close())
  return indexKeys(bytes.toString(), path)
}

/** What a process holds while it changes a key file. */
export function lockOf(path: string): string {
  return `${path}.lock`
}

/**
 * Replaces the file: a crash at any instant leaves the old one or the new one. Owner and mode stay as they are,
 * so that an administrator's command does not lock the gateway out. Only the holder of the lock may call it.
 * @throws {OperatorError} `key-store-unavailable` where it can't be written
 */
export async function replaceKeyFile(path: string, records: Iterable<KeyRecord>): Promise<void> {
  try {
    await replace(path, records)
  } catch (cause) {
    throw new OperatorError('key-store-unavailable', `can not write ${path}: ${messageOf(cause)}`, { cause })
  }
}

async function replace(path: string, records: Iterable<KeyRecord>): Promise<void> {
  const old = await statOf(path)
  // Where the path is a link, what it points to is replaced, and the link stays.
  const target = old ? await realpath(path) : path
  const aside = `${target}.new`
  await rm(aside, { force: true })
  const file = await open(aside, 'wx', PRIVATE)
  try {
    if (old) {
      const made = await file.stat()
      if (made.uid !== old.uid || made.gid !== old.gid) await file.chown(old.uid, old.gid)
      await file.chmod(old.mode & 0o777)
    }
    await file.writeFile(Array.from(records, (record) => `${keyRecordLine(record)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, target)
  await flushFolder(dirname(target))
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
