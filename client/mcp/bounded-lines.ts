// The lines of a client, without those that are too long to be read: each of them gets an error, and the next lines pass.

import { Transform, type TransformCallback } from 'node:stream'

/** In bytes, without the line end. The transport of the SDK ends at a longer line. */
const MAX_LINE = 10 * 1024 * 1024 - 1

/** The bytes at both ends of a long line that are kept, to find the id of its request. */
const KEPT = 1024

const LINE_END = 10

/** An error of JSON-RPC. The id is null if it could not be found in the line. */
export interface LineError {
  jsonrpc: '2.0'
  id: string | number | null
  error: { code: number; message: string }
}

/** Gives whole lines. A line that its stream ends within passes as it is. */
export class BoundedLines extends Transform {
  readonly #refuse: (error: LineError) => void
  #parts: Buffer[] = []
  #length = 0
  /** The first bytes of a line that is too long. */
  #head: Buffer | undefined

  constructor(refuse: (error: LineError) => void) {
    super()
    this.#refuse = refuse
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      this.#take(rest.subarray(0, end))
      this.#endLine(Buffer.from('\n'))
      rest = rest.subarray(end + 1)
    }
    this.#take(rest)
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#length > 0) this.#endLine(Buffer.alloc(0))
    done()
  }

  #take(bytes: Buffer): void {
    this.#parts.push(bytes)
    this.#length += bytes.length
    if (this.#length <= MAX_LINE) return
    const all = Buffer.concat(this.#parts)
    this.#head ??= Buffer.from(all.subarray(0, KEPT))
    this.#parts = [Buffer.from(all.subarray(-KEPT))]
  }

  #endLine(lineEnd: Buffer): void {
    const line = Buffer.concat([...this.#parts, lineEnd])
    if (this.#head) this.#refuse(errorFor(this.#head.toString(), line.toString()))
    else this.push(line)
    this.#parts = []
    this.#length = 0
    this.#head = undefined
  }
}

function errorFor(head: string, tail: string): LineError {
  const id = idIn(
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*,/,
    head,
  )
  return {
    jsonrpc: '2.0',
    id: id ?? idIn(/"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")\s*\}\s*$/, tail) ?? null,
    error: { code: -32600, message: `a request has at most ${MAX_LINE} bytes` },
  }
}

function idIn(pattern: RegExp, text: string): string | number | undefined {
  const [, id] = pattern.exec(text) ?? []
  return id === undefined ? undefined : JSON.parse(id)
}
