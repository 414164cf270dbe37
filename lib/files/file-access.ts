// Reads files that others may have put in place. Opening a FIFO waits for a writer, a device may never end, and a file on a
// network share that is unreachable waits as long as the share does. Node has four threads for files, so a few such files
// would stop everything. So only regular files are read, each step but the closing has a deadline, and few run at the same
// time.

// biome-ignore-all lint/plugin/blocking-reads: the one place that opens files of others

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { systemCode } from '../errors.ts'
import { fileKind, IrregularFileError, LargeFileError, StalledFileError } from './file-errors.ts'

// SECURITY: with O_NONBLOCK a FIFO opens at once, without a writer; with O_NOCTTY no terminal takes control.
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Bytes per read: on a machine with one core, the kernel may keep it until a read is done, and no request is answered. */
const READ_BYTES = 256 * 1024
/** Read at a time behind the end that a file had when it was opened. */
const GROWN_BYTES = 4096

/** Calls of the file system, in the whole process, that missed their deadline and have not returned yet. */
let stalledInProcess = 0

/**
 * Ends this process with SIGKILL, whatever its exit code, if a call of the file system still waits: then even
 * `process.exit` would wait for Node's threads. All output must be written before.
 */
export function endIfStalled(end = () => process.kill(process.pid, 'SIGKILL')): void {
  if (stalledInProcess > 0) end()
}

interface FileAccessOptions {
  /** How long one call of the file system may take, in milliseconds. */
  timeoutMs?: number
  /** How many calls may run at the same time. Each holds one of Node's four threads. */
  atOnce?: number
}

interface FilePart {
  /** The first byte; 0 if left out. */
  start?: number
  /** The last byte, inclusive; that of the file if left out. */
  end?: number
  /** Bytes per read. */
  pieceBytes?: number
}

/**
 * Calls that wait `later` begin after those that wait `now`. Streams do: each makes many calls, and there may be hundreds.
 */
type Urgency = 'now' | 'later'

/** Calls of the file system with a deadline each, a few at a time. The rest wait for room. */
export class FileAccess {
  readonly #timeoutMs: number
  readonly #atOnce: number
  readonly #waiting: Readonly<Record<Urgency, (() => void)[]>> = { now: [], later: [] }
  /** Calls that have begun and not returned, stalled ones included. */
  #underWay = 0
  /** Those of them that missed their deadline. */
  #stalled = 0

  constructor({ timeoutMs = 30_000, atOnce = 2 }: FileAccessOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#atOnce = atOnce
  }

  /**
   * Reads a regular file into one buffer of its size, or fewer bytes if the file is cut meanwhile. `readFile` assembles
   * large files from pieces, and copying the table of a large release would hold up every request.
   * @throws {IrregularFileError} if it is not a regular file
   * @throws {LargeFileError} if it has more than `maxBytes`
   * @throws {StalledFileError} if the file system does not answer in time, as all methods do; system errors unchanged
   */
  async read(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
    const { file, size } = await this.#openSized(path)
    try {
      if (size > maxBytes) throw new LargeFileError(path, size, maxBytes)
      const buffer = Buffer.allocUnsafeSlow(size)
      let length = 0
      while (length < size) {
        const bytesRead = await this.#readInto(path, file, buffer.subarray(length, length + READ_BYTES))
        if (bytesRead === 0) break
        length += bytesRead
      }
      return buffer.subarray(0, length)
    } finally {
      await this.#close(file)
    }
  }

  /**
   * Streams a regular file of any size, or a part of it. Rejects with the errors of `read` if the file can't be opened;
   * later errors destroy the stream.
   */
  async stream(
    path: string,
    { start = 0, end = Number.POSITIVE_INFINITY, pieceBytes = READ_BYTES }: FilePart = {},
  ): Promise<Readable> {
    const { file, size } = await this.#openSized(path, 'later')
    const readInto = (buffer: Buffer, position: number) =>
      this.#readInto(path, file, buffer, { position, urgency: 'later' })
    const close = () => this.#close(file)
    let at = start
    return new Readable({
      highWaterMark: pieceBytes,
      read() {
        // A file may have grown since it was opened.
        const left = Math.max(size - at, GROWN_BYTES)
        const length = Math.min(pieceBytes, end - at + 1, left)
        if (length <= 0) return void this.push(null)
        // A new buffer for each piece, because the reader may keep it.
        const buffer = Buffer.allocUnsafeSlow(length)
        readInto(buffer, at).then(
          (bytesRead) => {
            at += bytesRead
            if (!this.destroyed) this.push(bytesRead === 0 ? null : buffer.subarray(0, bytesRead))
          },
          (error) => this.destroy(error),
        )
      },
      destroy(error, done) {
        close().then(
          () => done(error),
          (failure) => done(error ?? failure),
        )
      },
    })
  }

  /**
   * Makes one call of the file system, as soon as there is room for it.
   * @param release releases a result that arrives after the deadline
   * @throws {StalledFileError} if the call, or its room, does not come in time; at once while all room is stalled
   */
  async call<T>(
    path: string,
    start: () => Promise<T>,
    release: (result: T) => unknown = () => {},
    urgency: Urgency = 'now',
  ): Promise<T> {
    if (this.#stalled >= this.#atOnce) {
      throw new StalledFileError(`${path}: not read, because the file system does not answer`)
    }
    if (this.#underWay >= this.#atOnce) await this.#room(path, this.#waiting[urgency])
    else this.#underWay += 1
    const running = start().finally(() => this.#leave())
    return this.#inTime(path, running, () => this.#countStalled(running.then(release)))
  }

  async #openSized(path: string, urgency: Urgency = 'now'): Promise<{ file: FileHandle; size: number }> {
    const file = await this.call(
      path,
      () => open(path, READ_ONLY).catch((error) => throwOpening(path, error)),
      (late) => late.close(),
      urgency,
    )
    try {
      const stats = await this.call(path, () => file.stat(), undefined, urgency)
      if (!stats.isFile()) throw new IrregularFileError(path, fileKind(stats))
      return { file, size: stats.size }
    } catch (error) {
      await this.#close(file)
      throw error
    }
  }

  /** Waits until a call ends and leaves its room to this one, so that `#underWay` stays the same. */
  async #room(path: string, queue: (() => void)[]): Promise<void> {
    let begin = () => {}
    const turn = new Promise<void>((resolve) => {
      begin = resolve
    })
    queue.push(begin)
    // `begin` is queued; the deadline is cleared when it starts.
    await this.#inTime(path, turn, () => queue.splice(queue.indexOf(begin), 1))
  }

  #leave(): void {
    const next = this.#waiting.now.shift() ?? this.#waiting.later.shift()
    if (next) next()
    else this.#underWay -= 1
  }

  /** Resolves as `running` does. @param missed called if that does not happen in time */
  async #inTime<T>(path: string, running: Promise<T>, missed: () => void): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    let afterwards: NodeJS.Immediate | undefined
    const deadline = new Promise<never>((_, reject) => {
      const end = () => {
        missed()
        const seconds = this.#timeoutMs / 1000
        reject(
          new StalledFileError(
            `${path}: the file system does not answer for ${seconds} s; is a network share away?`,
          ),
        )
      }
      // If this process was held up, the answer may have arrived already: it gets one more turn.
      timer = setTimeout(() => {
        afterwards = setImmediate(end)
      }, this.#timeoutMs)
    })
    try {
      return await Promise.race([running, deadline])
    } finally {
      clearTimeout(timer)
      clearImmediate(afterwards)
    }
  }

  #countStalled(running: Promise<unknown>): void {
    this.#stalled += 1
    stalledInProcess += 1
    const end = () => {
      this.#stalled -= 1
      stalledInProcess -= 1
    }
    running.then(end, end)
  }

  /** @returns the number of bytes read. A `position` of null continues where the last read ended. */
  async #readInto(
    path: string,
    file: FileHandle,
    buffer: Buffer,
    { position = null, urgency }: { position?: number | null; urgency?: Urgency } = {},
  ): Promise<number> {
    const read = () => file.read(buffer, 0, buffer.length, position)
    const { bytesRead } = await this.call(path, read, undefined, urgency)
    return bytesRead
  }

  /**
   * Bypasses `call`: with every slot stalled it would throw and leak the descriptor. Does not wait if calls stall: the
   * bytes that were read are good.
   */
  async #close(file: FileHandle): Promise<void> {
    const closing = file.close()
    if (this.#stalled > 0) closing.catch(() => {})
    else await closing
  }
}

/** The usual access for all files of a process. */
export const files = new FileAccess()

/** Reads a regular file synchronously, without a deadline. @throws {IrregularFileError} if it is not one */
export function readRegularSync(path: string): Buffer {
  const file = openRegularSync(path)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new IrregularFileError(path, fileKind(stats))
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

function openRegularSync(path: string): number {
  try {
    return openSync(path, READ_ONLY)
  } catch (error) {
    return throwOpening(path, error)
  }
}

/** A socket can't be opened: the system reports "no such device". */
function throwOpening(path: string, error: unknown): never {
  throw systemCode(error) === 'ENXIO' ? new IrregularFileError(path, 'a socket') : error
}
