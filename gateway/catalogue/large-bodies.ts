// Bounds the bytes of large bodies that answers under way hold together. SECURITY: a small file of an unsigned release may
// unpack to 64 MB, and a client that reads slowly keeps a body in memory for as long as it likes.

import { LARGE_BYTES } from '../../lib/gzip-in-thread.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** Two of the largest bodies, each packed and unpacked. The largest page of a catalogue takes a twentieth. */
const MAX_BYTES = 256 * 1024 * 1024

export class LargeBodies {
  readonly #maxBytes: number
  /** How many hold each answer. */
  readonly #holders = new Map<CachedAnswer, number>()
  #bytes = 0

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /**
   * Counts the body of an answer, if it is large, before it is read and until the returned function is called.
   * @throws {ApiProblem} `catalogue_unavailable` if there are too many bytes under way; a body alone is never too large
   */
  hold(answer: CachedAnswer): () => void {
    if (answer.size <= LARGE_BYTES) return () => {}
    const holders = this.#holders.get(answer)
    // Packed bytes that unpack to less than 64 MB may be as many.
    if (holders === undefined) this.#add(2 * answer.size)
    this.#holders.set(answer, (holders ?? 0) + 1)
    return () => this.#release(answer)
  }

  #add(bytes: number): void {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) {
      const detail = 'Too many large answers are under way.'
      throw new ApiProblem('catalogue_unavailable', detail)
    }
    this.#bytes += bytes
  }

  #release(answer: CachedAnswer): void {
    const others = (this.#holders.get(answer) ?? 0) - 1
    if (others > 0) {
      this.#holders.set(answer, others)
      return
    }
    this.#holders.delete(answer)
    this.#bytes -= 2 * answer.size
  }
}
