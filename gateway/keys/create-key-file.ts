// The beginning of a key file.

import { systemCode } from '../../contract/lib/errors.ts'
import { type Wait, withFileLock } from './file-lock.ts'
import { fileStamp, lockOf, replaceKeyFile } from './key-file.ts'
import type { KeyRecord } from './key-store.ts'

/**
 * Makes a key file that holds these records, at least one; returns false where there is a file already.
 * @throws {OperatorError} `key-store-unavailable` where it can't be written, `locked` as `withFileLock`
 */
export async function createKeyFile(
  path: string,
  records: readonly KeyRecord[],
  wait?: Wait,
): Promise<boolean> {
  if (!(await isMissing(path))) return false
  const create = async () => {
    // Another process may have been the first.
    if (!(await isMissing(path))) return false
    await replaceKeyFile(path, records)
    return true
  }
  return withFileLock(lockOf(path), create, wait)
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await fileStamp(path)
    return false
  } catch (error) {
    return systemCode(error) === 'ENOENT'
  }
}
