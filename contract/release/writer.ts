// The only writer of releases. Objects and releases are written elsewhere and renamed when they are complete; the
// pointer moves last. A crash at any instant leaves the old release or the new one.

import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { ifMissingSync } from '../../lib/files/file-errors.ts'
import { type Flush, flushFolder } from '../../lib/files/flush-folder.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { prettyJson } from '../../lib/json/json.ts'
import {
  manifestPath,
  memoryPath,
  objectPath,
  POINTER_PATH,
  releaseFolder,
  type Storage,
  signaturePath,
  tablePath,
} from './layout.ts'
import type { Pointer } from './manifest.ts'

/** The folder for unfinished files, on the same file system as their final place. */
export const STAGING_FOLDER = '.staging'

/** The three files of a release, as bytes. */
interface ReleaseFiles {
  manifest: Uint8Array
  table: Uint8Array
  memory: Uint8Array
}

/** The files that this thread has staged, for their names. Not counted by writer: several writers may share a folder. */
let staged = 0

/** Writes synchronously: in worker threads, or while the program has nothing else to do. */
export class ReleaseWriter {
  readonly root: string
  readonly #flush: Flush
  /** Undefined until it is made. */
  #stagingFolder: string | undefined
  /** The file that each object is written to before it is renamed. */
  #temporaryPath: string | undefined

  constructor(root: string, flush: Flush = flushFolder) {
    this.root = root
    this.#flush = flush
  }

  /**
   * Makes the folders and removes leftovers of an interrupted build. The caller must hold the build lock.
   * @returns the time on the disk's clock, in milliseconds since the epoch
   */
  prepare(): number {
    this.#clearStaging()
    // The staging folder has just been made, so this is its time.
    const now = statSync(join(this.root, STAGING_FOLDER)).mtimeMs
    // A folder for each first byte of a digest. `objectPath` takes whole digests only, so zeros fill up the rest.
    for (let first = 0; first < 256; first++) {
      const digest = first.toString(16).padStart(2, '0').padEnd(64, '0')
      mkdirSync(join(this.root, objectPath(digest, 'identity'), '..'), { recursive: true })
    }
    return now
  }

  /** A path for a new file. `adoptObject` gives the complete file its name. */
  stagingPath(): string {
    this.#stagingFolder ??= this.#makeStagingFolder()
    staged += 1
    return join(this.#stagingFolder, String(staged))
  }

  /** Writes an object even if it exists: most are new, and a check of each costs more than writing the few again. */
  putObject(digest: string, storage: Storage, stored: Uint8Array): void {
    this.#temporaryPath ??= this.stagingPath()
    writeFileSync(this.#temporaryPath, stored)
    this.adoptObject(this.#temporaryPath, digest, storage)
  }

  /** Gives a staged file its name as an object. */
  adoptObject(path: string, digest: string, storage: Storage): void {
    renameSync(path, join(this.root, objectPath(digest, storage)))
  }

  /** Writes the files of a release. Replaces a release of the same name as a whole. */
  putRelease(id: string, files: ReleaseFiles): void {
    const temporaryPath = this.stagingPath()
    const folder = releaseFolder(id)
    const within = (path: string) => join(temporaryPath, path.slice(folder.length))
    mkdirSync(temporaryPath)
    writeFileSync(within(manifestPath(id)), files.manifest)
    writeFileSync(within(tablePath(id)), files.table)
    writeFileSync(within(memoryPath(id)), files.memory)
    const target = join(this.root, folder)
    mkdirSync(join(target, '..'), { recursive: true })
    // A build that ended before the pointer moved left this folder: nothing points to it.
    rmSync(target, { recursive: true, force: true })
    renameSync(temporaryPath, target)
  }

  /** Removes the files of a release that was not published. */
  removeRelease(id: string): void {
    rmSync(join(this.root, releaseFolder(id)), { recursive: true, force: true })
  }

  /** Writes or replaces the signature of a release, the only file of a release that may change. */
  async putSignature(id: string, signature: string): Promise<void> {
    await replaceFile(join(this.root, signaturePath(id)), signature, { temporaryPath: this.stagingPath() })
  }

  /** Starts to flush written files, so that `publish` waits less. If this fails, `publish` reports it. */
  flushAhead(): void {
    this.#flush(this.root).catch(() => {})
  }

  /**
   * Makes a release the current one, after everything that it needs is flushed to disk. The caller must hold the
   * build lock.
   * @param leaving the release that was current until now, null if there was none; its folder gets the date `now`, so
   *   that `prune` knows when a gateway could last have loaded it
   * @param now milliseconds since the epoch
   */
  async publish(pointer: Pointer, leaving: string | null, now: number): Promise<void> {
    await this.#flush(this.root)
    if (leaving !== null) {
      const folder = join(this.root, releaseFolder(leaving))
      // A release that was pruned meanwhile needs no date.
      ifMissingSync(() => utimesSync(folder, now / 1000, now / 1000), undefined)
    }
    await replaceFile(join(this.root, POINTER_PATH), prettyJson(pointer), {
      temporaryPath: this.stagingPath(),
    })
    this.#clearStaging()
  }

  /** Brings written objects to the disk, for a release that is current already. */
  async finish(): Promise<void> {
    await this.#flush(this.root)
    this.#clearStaging()
  }

  // Each thread has its own folder: in a common folder two threads take a fifth longer for each file (ext4).
  #makeStagingFolder(): string {
    const folder = join(this.root, STAGING_FOLDER, `${process.pid}-${threadId}`)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  #clearStaging(): void {
    rmSync(join(this.root, STAGING_FOLDER), { recursive: true, force: true })
    mkdirSync(join(this.root, STAGING_FOLDER), { recursive: true })
    this.#stagingFolder = undefined
    this.#temporaryPath = undefined
  }
}
