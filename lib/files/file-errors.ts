// Errors for files that are irregular, too large or stalled, and what callers make of these and of missing files.

import type { Stats } from 'node:fs'
import { OperatorError, systemCode } from '../errors.ts'

/** A folder, a FIFO, a socket or a device instead of a file. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError'
  readonly code = 'ERR_IRREGULAR_FILE'

  constructor(path: string, kind: string) {
    super(`${path}: ${kind}; expected a regular file`)
  }
}

/** The file system did not answer in time, often because a network share is away. */
export class StalledFileError extends Error {
  override readonly name = 'StalledFileError'
  readonly code = 'ERR_STALLED_FILE'
}

/** The file has more bytes than its reader takes. */
export class LargeFileError extends Error {
  override readonly name = 'LargeFileError'
  readonly code = 'ERR_LARGE_FILE'

  constructor(path: string, size: number, maxBytes: number) {
    super(`${path}: ${size} bytes; expected at most ${maxBytes}`)
  }
}

type Kinds = Pick<Stats, 'isDirectory' | 'isFIFO' | 'isSocket'>

/** The kind of an irregular file, in words. */
export function fileKind(stats: Kinds): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe (FIFO)'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/**
 * The result of reading a file of the source; of a stream, only of opening it.
 * @throws {OperatorError} `bad-source` naming the file, if it is missing, irregular or too large; other errors unchanged
 */
export async function asSourceFile<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') throw new OperatorError('bad-source', `${path}: missing`, { cause })
    if (cause instanceof IrregularFileError || cause instanceof LargeFileError) {
      throw new OperatorError('bad-source', cause.message, { cause })
    }
    throw cause
  }
}

/** The result of the promise, or `value` if there is no such file. */
export async function ifMissing<T, U>(promise: Promise<T>, value: U): Promise<T | U> {
  try {
    return await promise
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return value
    throw error
  }
}

/** The same for a synchronous call. */
export function ifMissingSync<T, U>(call: () => T, value: U): T | U {
  try {
    return call()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return value
    throw error
  }
}
