// Cuts a stream of bytes into lines that end in LF or CRLF, and holds at most one line of bounded length.

import { withoutByteOrderMark } from '../json/json-text.ts'

/** A line that is not blank. `bytes` is null if it is longer than the bound. */
export interface RawLine {
  /** From 1, including blank lines, as in editors. */
  number: number
  bytes: Buffer | null
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20

export class LineSplitter {
  readonly #maxBytes: number
  /** The line so far; empty if it is too long. */
  #pieces: Buffer[] = []
  /** Its length so far, in bytes. */
  #held = 0
  #number = 0

  /** @param maxBytes longer lines are dropped while they stream */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that end in this chunk. */
  push(chunk: Buffer): RawLine[] {
    const lines: RawLine[] = []
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end))
      this.#finish(lines)
      start = end + 1
    }
    this.#hold(chunk.subarray(start))
    return lines
  }

  /** The last line, if it has no line end. */
  end(): RawLine[] {
    const lines: RawLine[] = []
    this.#finish(lines)
    return lines
  }

  #hold(piece: Buffer): void {
    this.#held += piece.length
    if (this.#held > this.#maxBytes) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  #finish(lines: RawLine[]): void {
    this.#number += 1
    const number = this.#number
    if (this.#held > this.#maxBytes) {
      lines.push({ number, bytes: null })
    } else {
      const bytes = trim(Buffer.concat(this.#pieces), number === 1)
      if (!isBlank(bytes)) lines.push({ number, bytes })
    }
    this.#pieces = []
    this.#held = 0
  }
}

/** A line without its CR, and without the byte order mark of the file. */
function trim(line: Buffer, isFirst: boolean): Buffer {
  const text = isFirst ? withoutByteOrderMark(line) : line
  return text.at(-1) === CARRIAGE_RETURN ? text.subarray(0, -1) : text
}

/** Whether a line has only spaces and control characters. */
function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= SPACE)
}
