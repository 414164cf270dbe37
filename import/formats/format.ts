// What a format is, and the file that it opens.

import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile } from '../../lib/files/file-errors.ts'
import type { Reading, Table } from '../tables/table.ts'

export interface Format {
  /** As people call it; the first words about a table of this format. */
  readonly name: string
  recognises(head: Head, reading: Reading): boolean
  /** @throws {OperatorError} `bad-source` if the file holds no table, or is too large for this format */
  open(file: InputFile, options: OpenOptions): Promise<TableContent>
}

export interface OpenOptions {
  reading: Reading
  /** Whether a text is a word that headings are made of. */
  isHeading(text: string): boolean
}

/** A table without what `openTable` adds to all formats alike. */
export interface TableContent extends Omit<Table, 'file' | 'about'> {
  /** What was found out about the file, after the name of the format: `UTF-8`. */
  readonly details: readonly string[]
  /** Parts of the file that are not read, such as other sheets. */
  readonly unread?: readonly string[]
}

/** The beginning of a file. */
export interface Head {
  readonly bytes: Buffer
  /** The bytes as UTF-8, without the byte order mark and blanks that they begin with. */
  readonly text: string
  /** Whether the file has no more bytes. */
  readonly isWhole: boolean
}

export interface InputFile {
  readonly path: string
  /** Without its folder. */
  readonly name: string
  /** Bytes in the folder. */
  readonly size: number
  readonly head: Head
  /** The content from its beginning, in pieces. Can be asked for several times. */
  pieces(): AsyncIterable<Piece>
}

export interface Piece {
  readonly bytes: Buffer
  /** How much of `size` has been read by now. */
  readonly done: number
}

/** More than the longest line that NDJSON may have. */
const HEAD_BYTES = 1024 * 1024

/** @throws {OperatorError} `bad-source` if there is no such file, it is empty, or it is no regular file */
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

export async function headOf(pieces: AsyncIterable<Piece>): Promise<Head> {
  const first: Buffer[] = []
  let length = 0
  for await (const { bytes } of pieces) {
    first.push(bytes)
    length += bytes.length
    if (length > HEAD_BYTES) break
  }
  const bytes = Buffer.concat(first, length)
  return { bytes, text: bytes.toString('utf8').trimStart(), isWhole: length <= HEAD_BYTES }
}

/** @throws {OperatorError} `bad-source` if there is no such file, or it is no regular file */
async function* piecesOf(path: string): AsyncGenerator<Piece> {
  let done = 0
  for await (const bytes of await asSourceFile(path, files.stream(path))) {
    done += bytes.length
    yield { bytes, done }
  }
}

/**
 * All bytes of a file.
 * @param advice what to do with a file that is larger
 * @throws {OperatorError} `bad-source` if it is larger, is missing, or is no regular file
 */
export async function readWhole(file: InputFile, maxBytes: number, advice: string): Promise<Buffer> {
  const refuse = (size: number): never => {
    throw new OperatorError(
      'bad-source',
      `${file.name}: ${size} bytes; expected at most ${maxBytes}; ${advice}`,
    )
  }
  if (file.size > maxBytes) refuse(file.size)
  const pieces: Buffer[] = []
  let length = 0
  for await (const { bytes } of file.pieces()) {
    pieces.push(bytes)
    length += bytes.length
    if (length > maxBytes) refuse(length)
  }
  return Buffer.concat(pieces, length)
}
