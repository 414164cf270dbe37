// From bytes in whatever encoding an export has to text. Found out by byte order marks, by the zeros of UTF-16, and
// by whether all of the file is UTF-8: what is not is Windows-1252, as Excel writes it.

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { OperatorError } from '../../lib/errors.ts'
import { type FilePart, files } from '../../lib/files/file-access.ts'
import { asSourceFile } from '../../lib/files/source-file.ts'

/** Labels of the Encoding Standard that a mapping may name, with what people call them. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big end first',
}

/** The encoding of a file, as a label of `ENCODINGS`. */
export async function detectEncoding(path: string): Promise<string> {
  const head = await readHead(path, 4096)
  const marked = byMark(head)
  if (marked) return marked
  const zeros = [0, 1].map(
    (parity) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  )
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 8 && odd > even * 4) return 'utf-16le'
  if (even > head.length / 8 && even > odd * 4) return 'utf-16be'
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252'
}

/** The first bytes of a file: so many, or all that there are. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  return buffer(await streamFile(path, { end: length - 1 }))
}

/** @throws {OperatorError} `bad-source` if there is no such file, or it is none */
export function streamFile(path: string, part?: FilePart): Promise<Readable> {
  return asSourceFile(path, files.stream(path, part))
}

function byMark(head: Buffer): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of await streamFile(path)) {
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * The text of a file in pieces, without its byte order mark.
 * @throws {OperatorError} `bad-source` if the bytes are not of that encoding, or no text at all
 */
export async function* decodeFile(
  path: string,
  encoding: string,
): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let bytesRead = 0
  const decode = (chunk?: Uint8Array): string => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      if (text.includes('\0')) throw new TypeError('a zero')
      return text
    } catch (cause) {
      const name = ENCODINGS[encoding] ?? encoding
      const found = `${path}: found bytes that are no text in ${name}, before byte ${bytesRead}`
      throw new OperatorError('bad-source', `${found}; export it as CSV in UTF-8`, { cause })
    }
  }
  for await (const chunk of await streamFile(path)) {
    bytesRead += chunk.length
    yield { text: decode(chunk), bytes: bytesRead }
  }
  yield { text: decode(), bytes: bytesRead }
}
