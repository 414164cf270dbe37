// Files of an import that have to be held as a whole, if they are not too large for that.

import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { LargeFileError } from '../../lib/files/irregular-file.ts'
import { asSourceFile } from '../../lib/files/source-file.ts'

/**
 * The bytes of a file.
 * @param advice what to do with a file that is larger
 * @throws {OperatorError} `bad-source` if it is larger, is missing, or is no regular file
 */
export function readWhole(path: string, maxBytes: number, advice: string): Promise<Buffer> {
  const reading = files.read(path, maxBytes).catch((error) => {
    if (error instanceof LargeFileError)
      throw new OperatorError('bad-source', `${error.message}; ${advice}`, { cause: error })
    throw error
  })
  return asSourceFile(path, reading)
}
