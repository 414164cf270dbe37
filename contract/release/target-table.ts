// The target table of a release: canonical request target -> digest, size, type. It is one compact binary file, which
// is read into a Buffer and searched in place: loading it needs no parsing and makes no garbage.
//
//   bytes          what (the last byte of a range is not included)
//   0..8           "OFFROUT1"
//   8..12          n, the number of targets, u32 little-endian, as are all numbers here
//   12..16         k, the length of all targets together, in bytes
//   16..16+48n     n entries, sorted by target:
//                    0..32   SHA-256 of the body: uncompressed, or of a snapshot its gzip file
//                    32..36  size of the same body, in bytes
//                    36..40  total: the offers that match, for pages of lists; else 0
//                    40..44  where the target begins, counted from the start of the targets
//                    44..46  length of the target
//                    46      media type   47  storage
//   16+48n..+k     the targets, ASCII, one after another

import { OperatorError } from '../../lib/errors.ts'
import { compareText } from '../../lib/lists.ts'
import { HOME_FILES, type HomeMediaType } from '../api/home.ts'
import type { Storage } from './layout.ts'

const MAGIC = 'OFFROUT1'
const HEAD_BYTES = 16
const ENTRY_BYTES = 48

// A table stores indices of `MEDIA_TYPES`, so new types go at its end, as rows of `HOME_FILES`. Some types are in it twice;
// a table stores the first index of each.
const OF_THE_API = ['application/json', 'application/gzip'] as const
export type MediaType = (typeof OF_THE_API)[number] | HomeMediaType
export const MEDIA_TYPES: readonly MediaType[] = [
  ...OF_THE_API,
  ...HOME_FILES.map(({ mediaType }) => mediaType),
]

const STORAGES = ['gzip', 'identity'] as const satisfies readonly Storage[]

/** The answer of a target. */
export interface TargetEntry {
  /** SHA-256 of the body, 64 hexadecimal characters. The body is uncompressed; that of a snapshot is its gzip file. */
  digest: string
  /** The length of the same body, in bytes. */
  size: number
  /** The offers that match, for pages of lists; else 0. */
  total: number
  type: MediaType
  storage: Storage
}

/** A row of the table. */
export interface NamedTargetEntry extends TargetEntry {
  target: string
}

/**
 * The bytes of a table. Targets must be ASCII: then the order of texts is the order of bytes, by which `find` searches.
 * @throws {RangeError} if two entries have the same target, or a snapshot has 4 GiB or more
 */
export function encodeTargetTable(entries: readonly NamedTargetEntry[]): Buffer {
  const sorted = entries.toSorted((a, b) => compareText(a.target, b.target))
  const targetBytes = sorted.reduce((sum, { target }) => sum + target.length, 0)
  const table = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * sorted.length + targetBytes)
  table.write(MAGIC, 0, 'latin1')
  table.writeUInt32LE(sorted.length, 8)
  table.writeUInt32LE(targetBytes, 12)
  const targetsAt = HEAD_BYTES + ENTRY_BYTES * sorted.length
  let targetAt = 0
  sorted.forEach(({ target, digest, size, total, type, storage }, index) => {
    if (target === sorted[index - 1]?.target) throw new RangeError(`two entries for ${target}`)
    const at = HEAD_BYTES + ENTRY_BYTES * index
    table.write(digest, at, 'hex')
    table.writeUInt32LE(size, at + 32)
    table.writeUInt32LE(total, at + 36)
    table.writeUInt32LE(targetAt, at + 40)
    table.writeUInt16LE(target.length, at + 44)
    table.writeUInt8(MEDIA_TYPES.indexOf(type), at + 46)
    table.writeUInt8(STORAGES.indexOf(storage), at + 47)
    table.write(target, targetsAt + targetAt, 'latin1')
    targetAt += target.length
  })
  return table
}

/**
 * A table read from disk or from an origin. Check its bytes by their digest first. Its entries are checked when they are
 * used.
 */
export class TargetTable {
  readonly count: number
  readonly #bytes: Buffer
  readonly #name: string
  readonly #targetsAt: number

  /**
   * @param name for messages about damaged entries
   * @throws {TypeError} if the bytes are not a table
   */
  constructor(bytes: Buffer, name = 'target table') {
    if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, 8) !== MAGIC) {
      throw new TypeError(`target table: expected ${MAGIC} at its start`)
    }
    this.count = bytes.readUInt32LE(8)
    this.#targetsAt = HEAD_BYTES + ENTRY_BYTES * this.count
    const length = this.#targetsAt + bytes.readUInt32LE(12)
    if (bytes.length !== length) {
      throw new TypeError(`target table: expected ${length} bytes, found ${bytes.length}`)
    }
    this.#bytes = bytes
    this.#name = name
  }

  /**
   * Binary search; undefined if nothing is published under the target.
   * @throws {OperatorError} `bad-release` if an entry on the way is damaged, like the methods below
   */
  find(target: string): TargetEntry | undefined {
    const bytes = this.#bytes
    // UTF-8, because Latin-1 would cut other characters down to ASCII ones and find a wrong target.
    const wanted = Buffer.from(target)
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const start = this.#targetAt(middle)
      const order = wanted.compare(bytes, start, this.#targetEnd(middle, start))
      if (order === 0) return this.#entry(middle)
      if (order < 0) high = middle - 1
      else low = middle + 1
    }
    return undefined
  }

  /** The answers of all targets, in their order, or of every `step`-th target from the one at index `from`. */
  *entries(step = 1, from = 0): Generator<TargetEntry> {
    for (let index = from; index < this.count; index += step) yield this.#entry(index)
  }

  /** All entries, by target. */
  *[Symbol.iterator](): Generator<NamedTargetEntry> {
    for (let index = 0; index < this.count; index++) {
      const start = this.#targetAt(index)
      const target = this.#bytes.toString('latin1', start, this.#targetEnd(index, start))
      yield { target, ...this.#entry(index) }
    }
  }

  #targetAt(index: number): number {
    return this.#targetsAt + this.#bytes.readUInt32LE(HEAD_BYTES + ENTRY_BYTES * index + 40)
  }

  #targetEnd(index: number, start: number): number {
    const end = start + this.#bytes.readUInt16LE(HEAD_BYTES + ENTRY_BYTES * index + 44)
    if (end > this.#bytes.length) throw this.#damaged(index, 'its target lies beyond the end of the table')
    return end
  }

  #damaged(index: number, how: string): OperatorError {
    return new OperatorError('bad-release', `${this.#name}: damaged: entry ${index}: ${how}`)
  }

  #entry(index: number): TargetEntry {
    const bytes = this.#bytes
    const at = HEAD_BYTES + ENTRY_BYTES * index
    const [typeIndex, storageIndex] = [bytes.readUInt8(at + 46), bytes.readUInt8(at + 47)]
    const type = MEDIA_TYPES[typeIndex]
    const storage = STORAGES[storageIndex]
    if (type === undefined) throw this.#damaged(index, `there is no media type ${typeIndex}`)
    if (storage === undefined) throw this.#damaged(index, `there is no storage ${storageIndex}`)
    return {
      digest: bytes.toString('hex', at, at + 32),
      size: bytes.readUInt32LE(at + 32),
      total: bytes.readUInt32LE(at + 36),
      type,
      storage,
    }
  }
}
