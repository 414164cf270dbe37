// Decodes exports. A byte order mark shows UTF-16; otherwise a file that is not valid UTF-8 is read as Windows-1252,
// which Excel writes.

import { isAscii } from 'node:buffer'
import { OperatorError } from '../../lib/errors.ts'
import type { InputFile } from './format.ts'

/** Labels of the Encoding Standard that a mapping may name, and their usual names. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
}

/** The encoding of a file, as a label of `ENCODINGS`. */
export async function detectEncoding(file: InputFile): Promise<string> {
  const [first, second, third] = file.head.bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return (await utf8Of(file)) === undefined ? 'windows-1252' : 'utf-8'
}

/**
 * Refuses UTF-8 that a mapping calls Windows-1252. All bytes are valid Windows-1252, so `ñ` would be read as `Ã±`.
 * @throws {OperatorError} `bad-source`
 */
export async function refuseMisread(file: InputFile, encoding: string): Promise<void> {
  if (encoding !== 'windows-1252' || (await utf8Of(file)) !== 'beyond ASCII') return
  const found = `${file.path}: found UTF-8, expected Windows-1252`
  throw new OperatorError('bad-source', `${found}; change /read/encoding in the mapping, or remove it`)
}

/** Undefined if the bytes are not UTF-8. */
async function utf8Of(file: InputFile): Promise<'ASCII' | 'beyond ASCII' | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let found: 'ASCII' | 'beyond ASCII' = 'ASCII'
  try {
    for await (const bytes of file.pieces()) {
      decoder.decode(bytes, { stream: true })
      if (!isAscii(bytes)) found = 'beyond ASCII'
    }
    decoder.decode()
    return found
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Letters of a code page of DOS, in which ä has the byte of a low quotation mark: "gl„nzend". */
const DOS = /\p{L}[„‚”†‡ˆ‰\u0081\u008d\u008f\u0090\u009d]\p{L}/u

/**
 * The text of a file in pieces, without its byte order mark.
 * @throws {OperatorError} `bad-source` if the bytes are not text in that encoding
 */
export async function* decodeFile(file: InputFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let read = 0
  const decode = (bytes?: Uint8Array): string => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      if (text.includes('\0')) throw new TypeError('a zero')
      const [misread] = encoding === 'windows-1252' ? (DOS.exec(text) ?? []) : []
      if (misread !== undefined) throw new TypeError(`letters such as ${misread}`)
      return text
    } catch (cause) {
      const name = ENCODINGS[encoding] ?? encoding
      const found = `${file.name}: found bytes that are not text in ${name}, before byte ${read}`
      throw new OperatorError(
        'bad-source',
        `${found}; export it as CSV in UTF-8, or change /read/encoding in the mapping`,
        { cause },
      )
    }
  }
  for await (const bytes of file.pieces()) {
    read += bytes.length
    yield decode(bytes)
  }
  yield decode()
}
