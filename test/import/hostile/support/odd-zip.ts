// ZIP files with any directory, true or false.

import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  content: Buffer | string
  /** The size in the directory; the true one by default. */
  claimed?: number
  /** More names in the directory for the same bytes. */
  aliases?: readonly string[]
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimed, aliases = [] } of parts) {
    // Some parts have hundreds of megabytes, of which no copy is made.
    const plain = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(plain, { level: 1 })
    // Method, time, date, checksum and sizes: the same in both headers.
    const sizes = words(crc32(plain), packed.length, claimed ?? plain.length)
    const common = Buffer.concat([shorts(8, 0, 0), sizes])
    const local = Buffer.concat([
      words(0x04034b50),
      shorts(20, 0),
      common,
      shorts(name.length, 0),
      Buffer.from(name),
      packed,
    ])
    for (const each of [name, ...aliases]) {
      const head = [
        words(0x02014b50),
        shorts(20, 20, 0),
        common,
        shorts(each.length, 0, 0, 0, 0),
        words(0, offset),
      ]
      directory.push(...head, Buffer.from(each))
    }
    files.push(local)
    offset += local.length
  }
  const count = parts.reduce((sum, { aliases = [] }) => sum + 1 + aliases.length, 0)
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = [words(0x06054b50), shorts(0, 0, count, count), words(size, offset), shorts(0)]
  return Buffer.concat([...files, ...directory, ...end])
}

function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}

function shorts(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2)
  return bytes
}
