// The current release, and the watch for the next one. A new release takes over as a whole or not at all.

import { messageOf } from '../../contract/lib/errors.ts'
import type { Pointer } from '../../contract/release/manifest.ts'
import type { Origin } from '../origin/origin.ts'
import { PageCache } from './page-cache.ts'
import { Release } from './release.ts'

export interface CatalogueEvents {
  /** A release has taken over. */
  swapped(release: Release): void
  /** The pointer, or what it points at, could not be taken; the current release stays. */
  failed(message: string): void
}

export interface CatalogueOptions {
  /** What the pages in memory may weigh together, in bytes. */
  cacheBytes: number
  /** Milliseconds between two looks at the pointer. */
  pollMs: number
  events: CatalogueEvents
  /** A monotonic clock, in milliseconds. */
  now?: () => number
}

export class Catalogue {
  readonly #origin: Origin
  readonly #options: CatalogueOptions
  readonly #pages: PageCache
  #current: Release | undefined
  #pointer: Pointer | undefined
  #refreshing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(origin: Origin, options: CatalogueOptions) {
    this.#origin = origin
    this.#options = options
    this.#pages = new PageCache(options.cacheBytes)
  }

  /** The release that answers requests now; undefined as long as none could be loaded. */
  get current(): Release | undefined {
    return this.#current
  }

  /** Looks at the pointer now. Never rejects: what goes wrong is an event. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .catch((error) => this.#options.events.failed(messageOf(error)))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Looks at the pointer now and from time to time, until `stop`. */
  async watch(): Promise<void> {
    await this.refresh()
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.watch(), this.#options.pollMs).unref()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #refresh(): Promise<void> {
    const { reader } = this.#origin
    const pointer = await reader.pointer()
    if (!pointer) {
      if (!this.#current) this.#options.events.failed('no release was ever published here')
      return
    }
    if (pointer.release === this.#pointer?.release && pointer.manifest === this.#pointer.manifest) return
    const manifest = await reader.manifest(pointer)
    const release = new Release(
      { manifest, routes: await reader.routes(manifest) },
      this.#origin,
      this.#pages,
    )
    const previous = this.#current
    if (previous) await release.warmUp(previous, this.#options.now ?? monotonicNow)
    this.#pointer = pointer
    this.#current = release
    previous?.retire()
    this.#options.events.swapped(release)
  }
}

function monotonicNow(): number {
  return performance.now()
}
