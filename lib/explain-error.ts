// Anything thrown, as a failure that an operator understands.

import { messageOf, OperatorError, systemCode } from './errors.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for the file system',
  EMFILE: 'too many open files',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'not a folder',
  EISDIR: 'a folder, not a file',
  EIO: 'the device failed',
}

/** @param folder named if the error has no path: the system gives none when writing to an open file fails */
export function explainError(error: unknown, folder?: string): OperatorError {
  if (error instanceof OperatorError) return error
  const code = systemCode(error)
  const reason = code === undefined ? undefined : REASONS[code]
  const message = reason ? [pathOf(error) ?? folder, reason].filter(Boolean).join(': ') : messageOf(error)
  return new OperatorError('system', message, { cause: error })
}

/** Where the error happened; of a rename, where to. */
function pathOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  for (const name of ['dest', 'path']) {
    const path: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
    if (typeof path === 'string') return path
  }
  return undefined
}
