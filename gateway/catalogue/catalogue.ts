// The release that stands, and the watch for the next one. A new release takes over as a whole or not at all.

import { messageOf } from '../../contract/lib/errors.ts'
import type { Pointer, ReleaseManifest } from '../../contract/release/manifest.ts'
import type { Origin } from '../origin/origin.ts'
import { whenCollected } from './collected.ts'
import { Release } from './release.ts'

export interface CatalogueEvents {
  /** A release has taken over. */
  swapped(release: Release): void
  /** The pointer, or what it points at, could not be taken; what stood goes on standing. */
  failed(message: string): void
}

export interface CatalogueOptions {
  cacheBytes: number
  /** Milliseconds between two looks at the pointer. */
  pollMs: number
  events: CatalogueEvents
}

export class Catalogue {
  readonly #origin: Origin
  readonly #options: CatalogueOptions
  #current: Release | undefined
  #pointer: Pointer | undefined
  #refreshing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(origin: Origin, options: CatalogueOptions) {
    this.#origin = origin
    this.#options = options
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
    const release = await this.#prepare(manifest)
    this.#pointer = pointer
    this.#current = release
    this.#options.events.swapped(release)
  }

  /** Gets a release ready to take over. As long as there is an older one, they share the memory for pages. */
  async #prepare(manifest: ReleaseManifest): Promise<Release> {
    const older = this.#current
    older?.share()
    try {
      const routes = await this.#origin.reader.routes(manifest)
      const release = new Release({ manifest, routes }, this.#origin, this.#options.cacheBytes)
      if (!older) return release
      release.share()
      whenCollected(older, () => release.unshare())
      await release.warmUp(older)
      return release
    } catch (error) {
      older?.unshare()
      throw error
    }
  }
}
