// Arrays of numbers in memory that all threads see.

/** Zeros. */
export function sharedZeros(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT))
}

export function sharedNumbers(numbers: ArrayLike<number>): Uint32Array {
  const array = sharedZeros(numbers.length)
  array.set(numbers)
  return array
}
