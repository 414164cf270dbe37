// Whether an origin's answer can be the snapshot, or the part of it, that was asked for, judged by its head.

import type { IncomingMessage } from 'node:http'
import type { ByteRange } from '../http/byte-range.ts'

/** What is wrong with the answer; undefined if it may be read. The bytes are checked as they come. */
export function faultOf(
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  size: number,
  range: ByteRange | undefined,
): string | undefined {
  const status = range ? 206 : 200
  if (statusCode !== status) return `answered with status ${statusCode}, expected ${status}`
  const part = range && `bytes ${range.first}-${range.last}/${size}`
  if (part !== undefined && headers['content-range'] !== part) {
    return `answered with ${headers['content-range'] ?? 'no range'}, expected ${part}`
  }
  // A content coding is no fault by itself: some stores declare one for what is only a gzip file.
  const length = headers['content-length']
  const expected = range ? range.last - range.first + 1 : size
  if (length !== undefined && Number(length) !== expected) {
    return `answered with ${length} bytes, expected ${expected}`
  }
  return undefined
}
