// Reads the listing of a store that the daily job writes, with one file per line and times in UTC:
// `2026-09-01 10:20:04 1234 objects/ab/cdef.gz`.

import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'

export interface StoredFile {
  /** Relative to the root of the store. */
  path: string
  /** When the file was uploaded, in milliseconds since the epoch. */
  storedAt: number
}

const LINE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,12})? \d{1,15} (\S.*)$/

/** @throws {OperatorError} `usage`, with the number of the first line that has another form */
export async function readStoredFiles(path: string): Promise<StoredFile[]> {
  const lines = (await files.read(path)).toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => {
    const [, day, time, stored = ''] = LINE.exec(line) ?? []
    const storedAt = Date.parse(`${day}T${time}Z`)
    if (Number.isNaN(storedAt)) {
      throw new OperatorError(
        'usage',
        `--listing: ${path}:${index + 1}: expected a line like \`2026-09-01 10:20:04 1234 objects/ab/cdef.gz\``,
      )
    }
    return { path: stored, storedAt }
  })
}
