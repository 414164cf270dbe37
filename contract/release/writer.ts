// The one writer of releases. Objects and releases appear under their names only when they are whole (written
// aside, then renamed); the pointer moves last. A crash at any instant leaves the old release or the new one.

import { execFile } from 'node:child_process'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  // biome-ignore lint/plugin/blocking-reads: opens what it has just written, to flush it
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { threadId } from 'node:worker_threads'
import { ifMissingSync } from '../../lib/files/file-errors.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { prettyJson } from '../../lib/json/json.ts'
import {
  manifestPath,
  memoryPath,
  objectPath,
  POINTER_PATH,
  releaseFolder,
  routesPath,
  type Storage,
  signaturePath,
} from './layout.ts'
import type { Pointer } from './manifest.ts'

/** Unfinished files lie here, on the same file system as what they become. */
export const STAGING_FOLDER = '.staging'

/** The three files of a release, as bytes. */
export interface ReleaseFiles {
  manifest: Uint8Array
  routes: Uint8Array
  memory: Uint8Array
}

/** Counted by thread, not by writer: several writers may work on one folder. */
let staged = 0

/** Writes are synchronous: they run in worker threads, or when the program has nothing else to do. */
export class ReleaseWriter {
  readonly root: string
  readonly #flush: (root: string) => Promise<void>
  /** Undefined until it is there. */
  #stagingFolder: string | undefined
  /** Where each object is made, one after another. */
  #temporaryPath: string | undefined

  /** @param flush brings a folder and all below it to the disk */
  constructor(root: string, flush: (root: string) => Promise<void> = flushFolder) {
    this.root = root
    this.#flush = flush
  }

  /** Makes the folders, and clears what an interrupted build left. Only the holder of the build lock may. */
  prepare(): void {
    this.#clearStaging()
    for (let first = 0; first < 256; first++) {
      const digest = first.toString(16).padStart(2, '0').padEnd(64, '0')
      mkdirSync(join(this.root, objectPath(digest, 'identity'), '..'), { recursive: true })
    }
  }

  /** A path for a file in the making; hand it to `adoptObject` when it is whole. */
  stagingPath(): string {
    this.#stagingFolder ??= this.#makeStagingFolder()
    staged += 1
    return join(this.#stagingFolder, String(staged))
  }

  /** Writes an object, even if it exists: most are new, and looking for each costs more than writing the few. */
  putObject(digest: string, storage: Storage, stored: Uint8Array): void {
    this.#temporaryPath ??= this.stagingPath()
    writeFileSync(this.#temporaryPath, stored)
    this.adoptObject(this.#temporaryPath, digest, storage)
  }

  /** Gives a staged file its name as an object. */
  adoptObject(path: string, digest: string, storage: Storage): void {
    renameSync(path, join(this.root, objectPath(digest, storage)))
  }

  /** Writes the files of a release beside its objects. A release of the same name is replaced as a whole. */
  putRelease(id: string, files: ReleaseFiles): void {
    const temporaryPath = this.stagingPath()
    const folder = releaseFolder(id)
    const within = (path: string) => join(temporaryPath, path.slice(folder.length))
    mkdirSync(temporaryPath)
    writeFileSync(within(manifestPath(id)), files.manifest)
    writeFileSync(within(routesPath(id)), files.routes)
    writeFileSync(within(memoryPath(id)), files.memory)
    const target = join(this.root, folder)
    mkdirSync(join(target, '..'), { recursive: true })
    // A leftover of a build that ended between here and the pointer: nothing points at it.
    rmSync(target, { recursive: true, force: true })
    renameSync(temporaryPath, target)
  }

  /** Writes the signature of a release, or replaces it: of all files of a release, the one that may change. */
  async putSignature(id: string, signature: string): Promise<void> {
    await replaceFile(join(this.root, signaturePath(id)), signature, { temporaryPath: this.stagingPath() })
  }

  /** Starts to flush what is written, so that `publish` waits less. If this fails, `publish` says so. */
  flushAhead(): void {
    this.#flush(this.root).catch(() => {})
  }

  /**
   * Makes a release the current one. Everything it needs is flushed to the disk before. Only the holder of the build
   * lock may.
   * @param leaving the release that was current until now; its folder is dated `now`, by which `prune` knows how
   *   long ago a gateway could last have taken it
   * @param now milliseconds since the epoch
   */
  async publish(pointer: Pointer, leaving: string | null, now: number): Promise<void> {
    await this.#flush(this.root)
    if (leaving !== null) this.#date(leaving, now)
    await replaceFile(join(this.root, POINTER_PATH), prettyJson(pointer), {
      temporaryPath: this.stagingPath(),
    })
    this.#clearStaging()
  }

  /** Leaves no release the current one, as before the first was published. What `publish` says of `now` holds here. */
  async withdraw(leaving: string, now: number): Promise<void> {
    this.#date(leaving, now)
    rmSync(join(this.root, POINTER_PATH), { force: true })
    await this.#flush(this.root)
  }

  // One for each thread: in a folder for all of them, two threads take a fifth longer for each file (ext4).
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

  #date(leaving: string, now: number): void {
    const folder = join(this.root, releaseFolder(leaving))
    // A release that was pruned meanwhile needs no date.
    ifMissingSync(() => utimesSync(folder, now / 1000, now / 1000), undefined)
  }
}

/**
 * Flushes a folder and all below it. One `sync` of the file system takes a fraction of a second where an fsync
 * of each of a hundred thousand files takes half a minute; if the program is not there, files go one by one.
 */
async function flushFolder(root: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', root])
  } catch {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      // The lock of the build is a symlink that leads nowhere; opening a FIFO would wait.
      if (entry.isFile() || entry.isDirectory()) flushOne(join(entry.parentPath, entry.name))
    }
  }
}

function flushOne(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
