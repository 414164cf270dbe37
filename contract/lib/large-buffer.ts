// Buffers for large things that come and go, like the table of a release: their memory goes back to the system.

/** Smaller ones are soon used again for something else. In bytes. */
const LARGE = 1024 * 1024

/**
 * A buffer of its own, to be filled at once. A large one is made resizable, though it keeps its size: V8 has the
 * system map those, page by page, and unmaps them. All others are cut out of the heap of the C library, and the
 * holes that they leave stay with the process.
 */
export function largeBuffer(size: number): Buffer {
  if (size < LARGE) return Buffer.allocUnsafeSlow(size)
  return Buffer.from(new ArrayBuffer(size, { maxByteLength: size }))
}

/** Chunks of `size` bytes together, as one. */
export function joined(chunks: readonly Buffer[], size: number): Buffer {
  const whole = largeBuffer(size)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}
