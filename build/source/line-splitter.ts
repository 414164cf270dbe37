// Cuts a stream of bytes into lines, whatever the line ends, without ever holding more than one line of a
// bounded length.

/** A line that is not blank. `bytes` is null where the line is longer than the bound. */
export interface RawLine {
  /** Counted from 1, blank lines included, as editors do. */
  number: number
  bytes: Buffer | null
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export class LineSplitter {
  readonly #longest: number
  #pieces: Buffer[] = []
  #held = 0
  #number = 0

  /** @param longest the most bytes that a line may have; longer ones are let go while they stream by */
  constructor(longest: number) {
    this.#longest = longest
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

  /** The last line, where it has no line end. */
  end(): RawLine[] {
    const lines: RawLine[] = []
    this.#finish(lines)
    return lines
  }

  #hold(piece: Buffer): void {
    this.#held += piece.length
    if (this.#held > this.#longest) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  #finish(lines: RawLine[]): void {
    this.#number += 1
    const number = this.#number
    if (this.#held > this.#longest) {
      lines.push({ number, bytes: null })
    } else {
      const bytes = trim(joined(this.#pieces), number === 1)
      if (!isBlank(bytes)) lines.push({ number, bytes })
    }
    this.#pieces = []
    this.#held = 0
  }
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces
  return pieces.length === 1 && first ? first : Buffer.concat(pieces)
}

function trim(line: Buffer, isFirst: boolean): Buffer {
  const start = isFirst && line.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0
  const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length
  return line.subarray(start, end)
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= SPACE)
}
