// Decodes exports. A byte order mark shows UTF-8 or UTF-16, and zeros show UTF-16; otherwise a file that is not valid
// UTF-8 is read as Windows-1252, which Excel writes.

import { isAscii, isUtf8 } from 'node:buffer'
import { OperatorError } from '../../lib/errors.ts'
import { refusal } from '../asking/refusals.ts'
import type { InputFile } from './format.ts'

/** Labels of the Encoding Standard that a mapping may name, and their usual names. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
}

/** Enough bytes to see that every second one is a zero. */
const BYTES_TRIED = 1000

/** The encoding of a file, as a label of `ENCODINGS`. */
export async function detectEncoding(file: InputFile): Promise<string> {
  const { bytes } = file.head
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return utf16Of(bytes.subarray(0, BYTES_TRIED)) ?? ((await utf8Of(file)) ? 'utf-8' : 'windows-1252')
}

/** Undefined unless more than half of every second byte are zeros, as in Latin text, and no other byte is. */
function utf16Of(bytes: Buffer): string | undefined {
  const zeros = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / (bytes.length / 2))
  if (odd > 0.5 && even === 0) return 'utf-16le'
  return even > 0.5 && odd === 0 ? 'utf-16be' : undefined
}

/**
 * Refuses UTF-8 that a mapping calls Windows-1252. All bytes are valid Windows-1252, so `ñ` would be read as `Ã±`.
 * @throws {OperatorError} `bad-source`
 */
export async function refuseMisread(file: InputFile, encoding: string): Promise<void> {
  if (encoding !== 'windows-1252' || (await utf8Of(file)) !== 'beyond ASCII') return
  throw refusal('otherEncoding', { path: file.path, pointer: POINTER })
}

/** Whether a file that is UTF-8 is even ASCII; undefined if it is not UTF-8. */
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

/**
 * Letters of a code page of DOS, in which ä has the byte of a low quotation mark and í that of a reversed exclamation mark:
 * "gl„nzend", "Muebler¡a", "¥and£"; and of Mac Roman: "CafŽ", "Promoci—n", "Menœ".
 */
const DOS =
  /\p{L}[„‚”†‡ˆ‰¡¢£¤\u0081\u008d\u008f\u0090\u009d]\p{L}|(?<!\p{L})¥\p{Ll}{2}|\p{Ll}{2}(?:Ž(?!\p{Lu})|i—n(?:es)?(?!\p{L})|œ(?!\p{L}))/u

const LINE_FEED = 0x0a

/** The member of a mapping that names the encoding. */
const POINTER = '/read/encoding'

/** What shows that bytes are not text, or not in this encoding. */
interface Fault {
  /** The index of the fault in the text. */
  at: number
  found: string
  /** Undefined if another encoding is meant. */
  advice?: string
}

/**
 * The text of a file in pieces, without its byte order mark.
 * @param isNamed whether a mapping names the encoding; otherwise it was detected
 * @throws {OperatorError} `bad-source` with the line, if the bytes are not text in that encoding. For bytes that are
 * not UTF-16, it may be an earlier line of the same piece.
 */
export async function* decodeFile(
  file: InputFile,
  encoding: string,
  isNamed: boolean,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const name = ENCODINGS[encoding] ?? encoding
  /** The line on which the next piece begins. */
  let lines = 1
  // Only a mapping can name another encoding.
  const pointer = isNamed ? POINTER : undefined
  const refuse = (
    line: number,
    { found, advice }: Pick<Fault, 'found' | 'advice'>,
    cause?: unknown,
  ): never => {
    if (advice === undefined)
      throw refusal('wrongBytes', { file: file.name, found, line, pointer }, { cause })
    throw new OperatorError('bad-source', `${file.name}: found ${found} in line ${line}; ${advice}`)
  }
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      const found = `bytes that are not text in ${name}`
      return refuse(lines + linesBeforeFault(bytes, encoding), { found }, cause)
    }
  }
  const checked = (text: string): string => {
    const fault = faultIn(text, encoding)
    if (fault) refuse(lines + countLines(text.slice(0, fault.at)), fault)
    lines += countLines(text)
    return text
  }
  for await (const bytes of file.pieces()) yield checked(decode(bytes))
  yield checked(decode())
}

function faultIn(text: string, encoding: string): Fault | undefined {
  const at = text.indexOf('\0')
  if (at >= 0) {
    const advice = 'a NUL is no text: remove it, or export the table again'
    return { at, found: 'a NUL byte', advice }
  }
  if (encoding !== 'windows-1252') return undefined
  const dos = DOS.exec(text)
  if (!dos) return undefined
  const found = `letters such as ${dos[0]}, which are not text in Windows-1252,`
  return { at: dos.index, found }
}

/** Counts line feeds only: if returns alone end the lines of a file, each fault is in line 1. */
function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The number of whole lines before the first fault, in bytes that cannot be decoded; 0 if that is unknown. */
function linesBeforeFault(bytes: Uint8Array | undefined, encoding: string): number {
  if (bytes === undefined || encoding !== 'utf-8') return 0
  let lines = 0
  let start = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    // The first line may begin with the rest of a character.
    const from = start === 0 ? firstWhole(bytes) : start
    if (!isUtf8(bytes.subarray(from, end))) break
    lines += 1
    start = end + 1
  }
  return lines
}

/** The index of the first byte that does not continue a character. At most three bytes do. */
function firstWhole(bytes: Uint8Array): number {
  return Math.max(
    0,
    bytes.subarray(0, 4).findIndex((byte) => byte < 0x80 || byte > 0xbf),
  )
}
