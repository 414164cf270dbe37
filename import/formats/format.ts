// The interface of a format, and of the files that it opens.

import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile } from '../../lib/files/file-errors.ts'
import type { Batch, PlainRow, Reading, Table } from '../tables/table.ts'

export interface Format {
  /** Its usual name, printed first in the description of a table. */
  readonly name: string
  /** Whether a file is of this format; if so, no later format of the list in formats.ts is asked. */
  recognises(head: Head, reading: Reading): boolean
  /** @throws {OperatorError} `bad-source` if the file holds no table, or is too large for this format */
  open(file: InputFile, options: OpenOptions): Promise<TableContent>
}

export interface OpenOptions {
  reading: Reading
  /** Columns of JSON that a mapping reads: rows have them in addition to their own members. */
  columns?: readonly string[]
  /** Parts of the file that the mapping knows: they are read only if `reading` names them. */
  known?: readonly string[]
}

/** A table without the members that are the same for every format. */
export interface TableContent extends Omit<Table, 'file' | 'about' | 'rows'> {
  rows(): AsyncGenerator<Batch<PlainRow>>
  /** Facts about the file, printed after the name of the format, such as `UTF-8`. */
  readonly details: readonly string[]
  /** Parts of the file that are not read, such as other sheets. */
  readonly unread?: readonly string[]
}

/** The beginning of a file. */
export interface Head {
  readonly bytes: Buffer
  /** The bytes as UTF-8, without blanks at the start, one of which is the byte order mark. */
  readonly text: string
  /** Whether these are all the bytes of the file. */
  readonly isWhole: boolean
}

export interface InputFile {
  readonly path: string
  /** Without its folder. */
  readonly name: string
  /** In bytes, on disk. */
  readonly size: number
  readonly head: Head
  /** Reads the content from its beginning; may be called several times. */
  pieces(): AsyncIterable<Buffer>
}

/** More than the longest line of NDJSON that json-lines.ts accepts, since that format is recognised by a whole line. */
const HEAD_BYTES = 1024 * 1024

/** @throws {OperatorError} `bad-source` if the file is missing, empty or not a regular file */
export async function openInput(path: string): Promise<InputFile> {
  const pieces = () => piecesOf(path)
  const head = await headOf(pieces())
  if (head.bytes.length === 0)
    throw new OperatorError('bad-source', `${path}: found an empty file, expected a table`)
  const { size } = await asSourceFile(
    path,
    files.call(path, () => stat(path)),
  )
  return { path, name: basename(path), size, head, pieces }
}

/** The first bytes: all of a file of up to HEAD_BYTES, else a few more than that. */
async function headOf(pieces: AsyncIterable<Buffer>): Promise<Head> {
  const first: Buffer[] = []
  let length = 0
  for await (const bytes of pieces) {
    first.push(bytes)
    length += bytes.length
    if (length > HEAD_BYTES) break
  }
  const bytes = Buffer.concat(first, length)
  return { bytes, text: bytes.toString('utf8').trimStart(), isWhole: length <= HEAD_BYTES }
}

/** @throws {OperatorError} `bad-source` if the file is missing or not a regular file */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  yield* await asSourceFile(path, files.stream(path))
}

/**
 * All bytes of a file.
 * @param advice what to do instead, for the message if the file is larger than `maxBytes`
 * @throws {OperatorError} `bad-source` if the file is larger than `maxBytes`, missing or not a regular file
 */
export async function readWhole(file: InputFile, maxBytes: number, advice: string): Promise<Buffer> {
  const refuse = (size: number): never => {
    throw new OperatorError(
      'bad-source',
      `${file.name}: ${size} bytes; expected at most ${maxBytes}; ${advice}`,
    )
  }
  if (file.size > maxBytes) refuse(file.size)
  // One buffer, of this file alone: pieces that are joined later would take twice the memory.
  let whole = Buffer.allocUnsafeSlow(file.size)
  let length = 0
  for await (const bytes of file.pieces()) {
    if (length + bytes.length > maxBytes) refuse(length + bytes.length)
    // The file has grown since its size was read.
    if (length + bytes.length > whole.length) whole = Buffer.concat([whole.subarray(0, length), bytes])
    else bytes.copy(whole, length)
    length += bytes.length
  }
  return whole.subarray(0, length)
}
