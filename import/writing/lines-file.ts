// Writes a new file with a JSON value on each line, in pieces.

import { createHash } from 'node:crypto'
// biome-ignore lint/plugin/blocking-reads: opens a new file to write it
import { type FileHandle, open } from 'node:fs/promises'
import { jsonLine } from '../../lib/json/json.ts'

/** Lines are written together once they have this many characters, since each write takes time. */
const PIECE_CHARACTERS = 256 * 1024

export class LinesFile {
  readonly #file: FileHandle
  readonly #digest = createHash('sha256')
  #pending = ''
  #lines = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Fails if the file exists. */
  static async create(path: string): Promise<LinesFile> {
    return new LinesFile(await open(path, 'wx'))
  }

  /** Await each call before the next one. */
  async add(value: unknown): Promise<void> {
    this.#lines += 1
    this.#pending += `${jsonLine(value)}\n`
    if (this.#pending.length > PIECE_CHARACTERS) await this.#flush()
  }

  /** Closes the file. @returns the number of lines, and the SHA-256 of the file in hex */
  async finish(): Promise<{ lines: number; digest: string }> {
    await this.#flush()
    await this.#file.sync()
    await this.#file.close()
    return { lines: this.#lines, digest: this.#digest.digest('hex') }
  }

  /** Closes the unfinished file. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {})
  }

  async #flush(): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    this.#digest.update(text)
    await this.#file.appendFile(text)
  }
}
