// SHA-256 (FIPS 180-4), a piece at a time. Web Crypto takes a text as a whole only, and pages that did not come by
// https have none at all; the libraries that do better are larger than the rest of the client's core.

export interface Sha256 {
  /** Takes in more bytes. */
  update(bytes: Uint8Array): Sha256
  /** The digest of all bytes. No more may be added afterwards. */
  digest(): Uint8Array
  hex(): string
  base64(): string
}

/** @param text encoded as UTF-8 */
export function sha256(text = ''): Sha256 {
  const state = new Uint32Array(INITIAL)
  const block = new Uint8Array(64)
  const words = new Uint32Array(64)
  const view = new DataView(block.buffer)
  let [filled, total] = [0, 0]

  const hash: Sha256 = {
    update(bytes) {
      total += bytes.length
      for (let from = 0; from < bytes.length; ) {
        const taken = bytes.subarray(from, from + 64 - filled)
        block.set(taken, filled)
        from += taken.length
        filled += taken.length
        if (filled === 64) compress()
      }
      return hash
    },
    digest() {
      const bits = total * 8
      hash.update(new Uint8Array([0x80]))
      if (filled > 56) hash.update(new Uint8Array(64 - filled))
      block.fill(0, filled)
      view.setUint32(56, Math.floor(bits / 2 ** 32))
      view.setUint32(60, bits >>> 0)
      compress()
      const result = new DataView(new ArrayBuffer(32))
      state.forEach((word, index) => {
        result.setUint32(index * 4, word)
      })
      return new Uint8Array(result.buffer)
    },
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    base64: () => btoa(String.fromCharCode(...hash.digest())),
  }

  function compress(): void {
    for (let t = 0; t < 64; t++) words[t] = t < 16 ? view.getUint32(t * 4) : schedule(t)
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let t = 0; t < 64; t++) {
      const choice = (e & f) ^ (~e & g)
      const majority = (a & b) ^ (a & c) ^ (b & c)
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + word(ROUNDS, t) + word(words, t)
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    // A Uint32Array counts modulo 2^32 by itself.
    ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = word(state, index) + value
    })
    filled = 0
  }

  function schedule(t: number): number {
    const [far, near] = [word(words, t - 15), word(words, t - 2)]
    const first = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const second = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    return word(words, t - 16) + first + word(words, t - 7) + second
  }

  return hash.update(new TextEncoder().encode(text))
}

/** An index that is always there. */
const word = (list: Uint32Array, index: number): number => list[index] as number

const turn = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits))

// The first 32 bits of the fractional parts of the square roots of the first 8 primes, and of the cube roots of the
// first 64: doubles hold them exactly.
const PRIMES = firstPrimes(64)
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32)
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = new Uint32Array(PRIMES.map((prime) => fraction(Math.cbrt(prime))))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}
