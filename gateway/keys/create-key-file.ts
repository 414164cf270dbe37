// Creates a key file.

import { systemCode } from '../../lib/errors.ts'
import type { Wait } from '../../lib/files/lock.ts'
import { fileStamp, replaceKeyFile } from './key-file.ts'
import { withKeyFileLock } from './key-file-lock.ts'
import type { KeyRecord } from './key-store.ts'

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
    // Another process may have been the first.
    if (!(await isMissing(path))) return false
    await replaceKeyFile(path, records)
    return true
  }
  return withKeyFileLock(path, create, wait)
}

async function isMissing(path: string): Promise<boolean> {
  // A file that can't be looked at exists: opening it reports what is wrong.
  return fileStamp(path).then(
    () => false,
    (error) => systemCode(error) === 'ENOENT',
  )
}
