// Some editors begin a file with a byte order mark. It is no part of the text.

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export function withoutByteOrderMark(bytes: Buffer): Buffer {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}
