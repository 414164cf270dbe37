// The output folder of a build: its reader, its writer and its lock.

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderReader } from '../../contract/release/folder-reader.ts'
import type { ReleaseReader } from '../../contract/release/reader.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import type { Flush } from '../../lib/files/flush-folder.ts'
import { takeLock } from '../../lib/files/lock.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** The subfolder for files that are not published. */
const WORK_FOLDER = '.build'

export class OutputFolder {
  readonly path: string
  readonly reader: ReleaseReader
  readonly writer: ReleaseWriter
  readonly lockPath: string
  /** The file that says when a build began to write. */
  readonly beganPath: string
  /** The file for rejected records. */
  readonly rejectsPath: string

  constructor(path: string, flush?: Flush) {
    this.path = path
    this.reader = folderReader(path)
    this.writer = new ReleaseWriter(path, flush)
    this.lockPath = join(path, WORK_FOLDER, 'lock')
    this.beganPath = join(path, WORK_FOLDER, 'began')
    this.rejectsPath = join(path, WORK_FOLDER, 'rejects.ndjson')
  }

  /**
   * Runs a function while it holds the lock of the folder.
   * @throws {OperatorError} `locked`, naming the process that holds the lock; it does not wait for it
   */
  async withLock<T>(clock: Clock, run: () => Promise<T>): Promise<T> {
    mkdirSync(dirname(this.lockPath), { recursive: true })
    const release = await takeLock({
      path: this.lockPath,
      activity: 'a build is working on this folder',
      clock,
    })
    try {
      return await run()
    } finally {
      await release()
    }
  }
}
