// A key file on the disk: it is read whole and replaced whole, never changed in place.

import { stat } from 'node:fs/promises'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { FileAccess } from '../../lib/files/file-access.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { keyRecordLine } from './key-record.ts'
import type { KeyRecord } from './key-store.ts'
import { parseKeyFile, type RecordsByDigest } from './parse-key-file.ts'

/** Of its own: pages that can't be read must not keep keys from being looked up. */
const access = new FileAccess({ timeoutMs: 5_000, atOnce: 1 })

/** Only its owner may read it: it holds names of customers. */
const PRIVATE = 0o600

/** Tells one state of a file from the next, without reading it. */
export async function fileStamp(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await access.call(path, () => stat(path, { bigint: true }))
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

/** @throws {OperatorError} `bad-keys` with file and line if it is damaged; system errors as they come */
export async function readKeyFile(path: string): Promise<RecordsByDigest> {
  return parseKeyFile((await access.read(path)).toString('utf8'), path)
}

/**
 * Replaces the file: a crash at any instant leaves the old one or the new one. Owner and mode stay as they are,
 * so that an administrator's command does not lock the gateway out. Only the owner of the lock may call it.
 * @throws {OperatorError} `key-store-unavailable` if it can't be written
 */
export async function replaceKeyFile(path: string, records: Iterable<KeyRecord>): Promise<void> {
  const text = Array.from(records, (record) => `${keyRecordLine(record)}\n`).join('')
  try {
    await replaceFile(path, text, { mode: PRIVATE, preserve: true })
  } catch (cause) {
    throw new OperatorError('key-store-unavailable', `can not write ${path}: ${messageOf(cause)}`, { cause })
  }
}
