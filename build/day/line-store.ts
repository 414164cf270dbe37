// Rendered offers, each as one line, in memory that worker threads share. A build first stores the lines of the previous
// release; an offer that reads the same today keeps its line.

/** A chunk has 4 MiB. A position shifted right by this number of bits is the index of its chunk. */
const CHUNK_BITS = 22
const CHUNK_BYTES = 1 << CHUNK_BITS
/** 4 GiB: the positions of lines are numbers of 32 bits. */
const MAX_BYTES = 2 ** 32

/** The parts that a thread needs to read the lines of a store. Passing it to a thread copies nothing. */
export interface SharedLines {
  chunks: readonly SharedArrayBuffer[]
  /** Two numbers a line: its position over all chunks, and its length, in bytes. */
  spans: Uint32Array
}

/** Lines by the number that `append` returned. */
export interface Lines {
  at(line: number): Buffer
}

export class LineStore implements Lines {
  readonly #shared: SharedArrayBuffer[] = []
  readonly #chunks: Buffer[] = []
  readonly #spans: number[] = []
  readonly #maxBytes: number
  /** The position after the last line. */
  #end = 0

  /** @param maxBytes the size from which no chunk is added, in bytes */
  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /**
   * Stores a copy of a line and returns its number.
   * @throws {RangeError} if the line is longer than 4 MiB, or the store is full
   */
  append(line: Uint8Array): number {
    if (line.length > CHUNK_BYTES) throw new RangeError(`a line of ${line.length} bytes fits in no chunk`)
    // A line never crosses chunks: if it does not fit, the rest of the last chunk stays empty.
    if (this.#end + line.length > this.#chunks.length * CHUNK_BYTES) this.#addChunk()
    const start = this.#end
    this.#chunks.at(-1)?.set(line, start % CHUNK_BYTES)
    this.#end += line.length
    this.#spans.push(start, line.length)
    return this.#spans.length / 2 - 1
  }

  at(line: number): Buffer {
    return cut(this.#chunks, this.#spans, line)
  }

  /** Lines that are appended later are not in it. */
  share(): SharedLines {
    const spans = new Uint32Array(new SharedArrayBuffer(this.#spans.length * 4))
    spans.set(this.#spans)
    return { chunks: this.#shared, spans }
  }

  /** Adds a chunk, in which the next line begins. */
  #addChunk(): void {
    this.#end = this.#chunks.length * CHUNK_BYTES
    if (this.#end >= this.#maxBytes)
      throw new RangeError(`the rendered offers are more than ${this.#maxBytes} bytes`)
    const chunk = new SharedArrayBuffer(CHUNK_BYTES)
    this.#shared.push(chunk)
    this.#chunks.push(Buffer.from(chunk))
  }
}

/** The lines of a store in another thread. */
export function openLines({ chunks, spans }: SharedLines): Lines {
  const buffers = chunks.map((chunk) => Buffer.from(chunk))
  return { at: (line) => cut(buffers, spans, line) }
}

function cut(chunks: readonly Buffer[], spans: ArrayLike<number>, line: number): Buffer {
  const start = spans[line * 2]
  const length = spans[line * 2 + 1]
  const chunk = start === undefined ? undefined : chunks[start >>> CHUNK_BITS]
  if (start === undefined || length === undefined || !chunk) throw new RangeError(`there is no line ${line}`)
  const at = start % CHUNK_BYTES
  return chunk.subarray(at, at + length)
}
