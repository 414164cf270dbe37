// The current release, and the watch for the next one. A new release takes over as a whole or not at all.

import { POINTER_PATH } from '../../contract/release/layout.ts'
import type { Pointer } from '../../contract/release/manifest.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import { type ReleaseSignature, timeText } from '../../contract/release/signature.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { SharedWork } from '../../lib/shared-work.ts'
import type { Origin } from '../origin/origin.ts'
import { AnswerCache } from './answer-cache.ts'
import type { PointerTurns } from './pointer-turns.ts'
import { Release } from './release.ts'

export interface CatalogueEvents {
  /** A release has taken over. */
  swapped(release: Release): void
  /** The pointer or its release could not be read; the current release stays. */
  failed(message: string): void
  /** The pointer was checked without failure, whether or not it names another release. */
  checked?(): void
}

export interface CatalogueOptions {
  /** The most bytes that cached answers of a release may take. */
  cacheBytes: number
  /** Milliseconds between two checks of the pointer. */
  pollMs: number
  events: CatalogueEvents
  /** Where clients reach the gateway, without a trailing slash; API descriptions then name it. */
  publicUrl?: string | undefined
  /** For an origin whose caches may disagree on the pointer. */
  turns?: PointerTurns | undefined
  /** Starts the time, `TAKE_LIMIT_MS` by default, in which pointer, manifest and table must be read together. */
  startDeadline?: () => AbortSignal
}

/** Milliseconds in which all three must be read: an origin that drips bytes would hold back every later release. */
export const TAKE_LIMIT_MS = 60_000

export class Catalogue {
  readonly #origin: Origin
  readonly #options: CatalogueOptions
  readonly #refreshing = new SharedWork<void>()
  #current: Release | undefined
  #pointer: Pointer | undefined
  #signature: ReleaseSignature | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(origin: Origin, options: CatalogueOptions) {
    this.#origin = origin
    this.#options = options
  }

  /** The release that answers requests now; undefined until one is loaded. */
  get current(): Release | undefined {
    return this.#current
  }

  /** Checks the pointer now; calls during a check share it. Never rejects: a failure is an event. */
  refresh(): Promise<void> {
    const { events } = this.#options
    return this.#refreshing.share(POINTER_PATH, () =>
      this.#refresh().then(
        () => events.checked?.(),
        (error) => events.failed(messageOf(error)),
      ),
    )
  }

  /** Checks the pointer now, and again `pollMs` after each check, until `stop`. */
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
    const { cacheBytes, publicUrl, startDeadline = () => AbortSignal.timeout(TAKE_LIMIT_MS) } = this.#options
    const next = await this.#readNext(startDeadline())
    if (!next) return
    const cache = new AnswerCache(cacheBytes)
    const release = new Release(next.loaded, { origin: this.#origin, cache, publicUrl })
    const previous = this.#current
    this.#pointer = next.pointer
    this.#signature = next.loaded.signature
    this.#current = release
    previous?.retire()
    this.#options.events.swapped(release)
  }

  /** The release that the pointer names; undefined if it is the current one, or if `turns` does not follow the pointer. */
  async #readNext(signal: AbortSignal): Promise<{ pointer: Pointer; loaded: LoadedRelease } | undefined> {
    const { reader } = this.#origin
    const { turns } = this.#options
    const pointer = await reader.pointer(signal)
    if (!pointer) {
      const why = this.#current ? `${POINTER_PATH} is gone` : await this.#origin.explainEmpty()
      throw new OperatorError('no-release', why)
    }
    const current = this.#pointer
    // Called at each check, because it counts the turns of the pointer.
    const isFollowed = turns?.follows(pointer.release, current?.release) ?? true
    const isCurrent = pointer.release === current?.release && pointer.manifest === current.manifest
    if (isCurrent || !isFollowed) return undefined
    const checked = await reader.manifestAndSignature(pointer, signal)
    expectNotOlder(checked.signature, this.#signature)
    return { pointer, loaded: { ...checked, table: await reader.table(checked.manifest, signal) } }
  }
}

/**
 * SECURITY: bounds replay. An attacker who controls the origin can serve an old release with its valid signature; only
 * the owner of the signing key can sign it again, as a rollback does.
 * @throws {OperatorError} `bad-signature`
 */
function expectNotOlder(next: ReleaseSignature | undefined, current: ReleaseSignature | undefined): void {
  if (!next || !current || next.signedAt >= current.signedAt) return
  throw new OperatorError(
    'bad-signature',
    `${POINTER_PATH}: it names a release that was signed at ${timeText(next.signedAt)}, ` +
      `before the current one, at ${timeText(current.signedAt)}; ` +
      'to go back on purpose, roll back with --sign',
  )
}
