// The listing of a store by the daily job, one file a line: `2026-09-01 10:20:04 1234 objects/ab/cdef.gz`, in UTC.

import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'

export interface StoredFile {
  /** Relative to the root of the store. */
  path: string
  /** The time of its upload, in milliseconds since the epoch. */
  storedAt: number
}

const LINE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,12})? \d{1,15} (\S.*)$/

/** @throws {OperatorError} `usage` naming the first line in another form */
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
