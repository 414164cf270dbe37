// Buffers for large things that come and go, like the table of a release: their memory goes back to the system.

/** Smaller ones are soon used again for something else. In bytes. */
const LARGE = 1024 * 1024

// glibc maps a block of more than 32 MB on its own, and unmaps it when it is freed. Smaller ones it learns to cut
// out of the heap as soon as the first was freed; the holes that they leave stay with the process. What is mapped
// and never touched takes no memory.
const ALWAYS_MAPPED = 32 * 1024 * 1024 + 1

/** A buffer of its own, with whatever its memory holds: to be filled at once. */
export function largeBuffer(size: number): Buffer {
  if (size < LARGE || size >= ALWAYS_MAPPED) return Buffer.allocUnsafeSlow(size)
  return Buffer.allocUnsafeSlow(ALWAYS_MAPPED).subarray(0, size)
}

/** Chunks of `size` bytes together, as one. */
export function joined(chunks: readonly Buffer[], size: number): Buffer {
  const whole = largeBuffer(size)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}
