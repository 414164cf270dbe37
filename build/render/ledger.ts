// What threads write down about finished tasks, in memory that all of them see: the digest and size of each
// body, who compresses a body that several tasks made, and how far the work has come.

const DIGEST_BYTES = 32

// Places in `progress`.
const NEXT = 0
const DONE = 1

/** Hand it to a thread as it is. Memory starts as zeros, which is what a new ledger holds. */
export interface SharedLedger {
  digests: Uint8Array
  /** Of uncompressed bodies, in bytes. */
  sizes: Uint32Array
  /** Open addressing: each slot holds the number of a task + 1, or 0 where it is free. */
  claims: Int32Array
  progress: Int32Array
}

export function sharedLedger(tasks: number): SharedLedger {
  // At most half full, so that searches stay short.
  const slots = 2 ** Math.ceil(Math.log2(tasks * 2))
  return {
    digests: new Uint8Array(new SharedArrayBuffer(tasks * DIGEST_BYTES)),
    sizes: new Uint32Array(new SharedArrayBuffer(tasks * 4)),
    claims: new Int32Array(new SharedArrayBuffer(slots * 4)),
    progress: new Int32Array(new SharedArrayBuffer(2 * 4)),
  }
}

export class Ledger {
  readonly #shared: SharedLedger
  readonly #digests: Buffer

  constructor(shared: SharedLedger) {
    this.#shared = shared
    this.#digests = Buffer.from(shared.digests.buffer)
  }

  /** The next task that nobody has taken; undefined where none is left. */
  take(): number | undefined {
    const task = Atomics.add(this.#shared.progress, NEXT, 1)
    return task < this.#shared.sizes.length ? task : undefined
  }

  /** Leaves nothing to take, so that all threads end. */
  stop(): void {
    Atomics.store(this.#shared.progress, NEXT, this.#shared.sizes.length)
  }

  finish(): void {
    Atomics.add(this.#shared.progress, DONE, 1)
  }

  get finished(): number {
    return Atomics.load(this.#shared.progress, DONE)
  }

  record(task: number, digest: string, size: number): void {
    this.#digests.write(digest, task * DIGEST_BYTES, 'hex')
    this.#shared.sizes[task] = size
  }

  digestOf(task: number): string {
    return this.#digests.toString('hex', task * DIGEST_BYTES, (task + 1) * DIGEST_BYTES)
  }

  sizeOf(task: number): number {
    return this.#shared.sizes[task] ?? 0
  }

  /**
   * Whether this task is the first to claim its recorded digest. A digest is recorded before it is claimed and
   * Atomics order the two for all threads, so a claimed slot always leads to a whole digest.
   */
  claim(task: number): boolean {
    const { claims } = this.#shared
    const mask = claims.length - 1
    const at = task * DIGEST_BYTES
    for (let slot = this.#digests.readUInt32LE(at) & mask; ; slot = (slot + 1) & mask) {
      const holder = Atomics.compareExchange(claims, slot, 0, task + 1)
      if (holder === 0) return true
      if (this.#sameDigest(holder - 1, at)) return false
    }
  }

  #sameDigest(task: number, at: number): boolean {
    const start = task * DIGEST_BYTES
    return this.#digests.compare(this.#digests, at, at + DIGEST_BYTES, start, start + DIGEST_BYTES) === 0
  }
}
