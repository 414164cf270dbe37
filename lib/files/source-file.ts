// A file of the source that is not there, or is no file, as a fault of the source.

import { OperatorError, systemCode } from '../errors.ts'
import { IrregularFileError, LargeFileError } from './irregular-file.ts'

/** @throws {OperatorError} `bad-source` naming the file; other trouble of the system as it comes */
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
