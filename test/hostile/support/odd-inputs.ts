// Odd texts, bytes and values from a seed: damaged good ones, and noise.

import {
  between,
  happens,
  oneOf,
  type Random,
  seededRandom,
} from '../../../fixtures/generator/seeded-random.ts'
import { MONSTERS, NAMES, PIECES } from './odd-pieces.ts'

/** Draws odd values, the same ones for a seed. */
export class OddInputs {
  readonly random: Random

  constructor(...seed: (string | number)[]) {
    this.random = seededRandom(...seed)
  }

  pick<T>(list: readonly T[]): T {
    return oneOf(this.random, list)
  }

  happens(probability: number): boolean {
    return happens(this.random, probability)
  }

  number(least: number, most: number): number {
    return between(this.random, least, most)
  }

  noise(most = 600): Buffer {
    return Buffer.from(Array.from({ length: this.number(0, most) }, () => this.number(0, 255)))
  }

  piece(): string {
    return this.happens(0.03) ? this.pick(MONSTERS) : this.pick(PIECES)
  }

  /** A good text with parts inserted, cut out, repeated or cut off, once or several times. */
  bent(good: string): string {
    let text = good
    for (let times = this.number(1, 4); times > 0; times--) {
      const at = this.number(0, text.length)
      const end = Math.min(text.length, at + this.number(1, 40))
      const [before, within, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)]
      text = this.pick([
        () => before + this.piece() + within + after,
        () => before + after,
        () => before + within + within + after,
        () => before,
        () => before + this.piece() + after,
      ])()
    }
    return text
  }

  /** Good bytes of which some are overwritten, and sometimes the end is lost. */
  bentBytes(good: Uint8Array): Buffer {
    const bytes = Buffer.from(good)
    for (let times = this.number(1, 6); times > 0; times--) {
      bytes[this.number(0, bytes.length - 1)] = this.number(0, 255)
    }
    return this.happens(0.3) ? bytes.subarray(0, this.number(0, bytes.length)) : bytes
  }

  /** Any value of JSON, not deep. */
  json(depth = 3): unknown {
    const list = () => Array.from({ length: this.number(0, 4) }, () => this.json(depth - 1))
    const record = () =>
      Object.fromEntries(
        Array.from({ length: this.number(0, 4) }, () => [this.pick(NAMES), this.json(depth - 1)]),
      )
    const plain = [
      () => null,
      () => this.happens(0.5),
      () => this.pick([0, -1, 0.2, 1e21, 1e-9, 40_000, 2 ** 53, Number.MAX_VALUE]),
      () => this.pick(NAMES),
      () => this.piece(),
    ]
    return this.pick(depth > 0 ? [...plain, list, record] : plain)()
  }

  /** A good value with another one inserted somewhere, or without a member. */
  bentValue(good: unknown): unknown {
    if (typeof good !== 'object' || good === null || this.happens(0.15)) return this.json()
    const bent: Record<string, unknown> = structuredClone(Object.fromEntries(Object.entries(good)))
    const names = Object.keys(bent)
    const name = names.length === 0 || this.happens(0.15) ? this.pick(NAMES) : this.pick(names)
    if (this.happens(0.1)) delete bent[name]
    else
      Object.defineProperty(bent, name, {
        value: this.bentValue(bent[name]),
        enumerable: true,
        configurable: true,
      })
    return Array.isArray(good) ? Object.values(bent) : bent
  }

  /** A text as bytes in some encoding, perhaps not the one that its reader expects. */
  encoded(text: string): Buffer {
    const bytes = Buffer.from(text, this.pick(['utf8', 'utf8', 'utf8', 'latin1', 'utf16le'] as const))
    const mark = this.happens(0.1)
      ? this.pick([
          [0xef, 0xbb, 0xbf],
          [0xff, 0xfe],
          [0xfe, 0xff],
        ])
      : []
    return Buffer.concat([Buffer.from(mark), bytes])
  }

  /** Content in place of a JSON file. */
  file(good: unknown): Buffer {
    const text = JSON.stringify(good)
    return this.pick([
      () => Buffer.from(JSON.stringify(this.bentValue(good))),
      () => Buffer.from(JSON.stringify(this.bentValue(this.bentValue(good)))),
      () => this.encoded(this.bent(text)),
      () => this.encoded(this.bent(JSON.stringify(good, null, 2))),
      () => this.noise(),
      () => Buffer.from(JSON.stringify(this.json())),
      () => Buffer.alloc(0),
    ])()
  }
}
