// What is no regular file, or does not answer, as errors that say so.

import type { Stats } from 'node:fs'

/** In the place of a file there is a folder, a FIFO, a socket or a device. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError'
  readonly code = 'ERR_IRREGULAR_FILE'

  constructor(path: string, kind: string) {
    super(`${path}: ${kind}; expected a regular file`)
  }
}

/** The file system did not answer in time: most often a network share that is away. */
export class StalledFileError extends Error {
  override readonly name = 'StalledFileError'
  readonly code = 'ERR_STALLED_FILE'
}

/** The file is larger than its reader takes. */
export class LargeFileError extends Error {
  override readonly name = 'LargeFileError'
  readonly code = 'ERR_LARGE_FILE'

  constructor(path: string, size: number, maxBytes: number) {
    super(`${path}: ${size} bytes; expected at most ${maxBytes}`)
  }
}

type Kinds = Pick<Stats, 'isDirectory' | 'isFIFO' | 'isSocket'>

/** What something that is no regular file is, in words. */
export function kindOf(stats: Kinds): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe (FIFO)'
  return stats.isSocket() ? 'a socket' : 'a device'
}
