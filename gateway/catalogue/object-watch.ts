// Looks, at a slow pace and without reading them, whether the objects of the current release are there with their size,
// so that damage is noticed before clients ask for it.

import { objectPath } from '../../contract/release/layout.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { StalledFileError } from '../../lib/files/file-errors.ts'
import type { Origin } from '../origin/origin.ts'
import type { Release } from './release.ts'

/** Milliseconds between two looks. */
const PAUSE_MS = 1_000

/** Looks in which all objects are looked at, at most: well within an hour. */
export const LOOKS_A_ROUND = 3_000

/** Objects of a look, if a release has few. */
const MIN_SHARE = 10

/** Damaged objects that are remembered, and looked at each time. */
const MAX_DAMAGED = 100

/** A gzip file is at least this long. */
const MIN_GZIP_BYTES = 18

/** One of the two is called after each look. */
export interface ObjectEvents {
  failed(error: OperatorError): void
  recovered(): void
}

export class ObjectWatch {
  readonly #origin: Pick<Origin, 'storedSize'>
  readonly #events: ObjectEvents
  /** By path. */
  readonly #damaged = new Map<string, { entry: TargetEntry; fault: string }>()
  #release: Release | undefined
  /** The first entry of the next look. */
  #next = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(origin: Pick<Origin, 'storedSize'>, events: ObjectEvents) {
    this.#origin = origin
    this.#events = events
  }

  /** How many faults are known; undefined if the origin is not a folder. */
  get damaged(): number | undefined {
    return this.#origin.storedSize && this.#damaged.size
  }

  /** The first fault, in words. */
  get fault(): string | undefined {
    const [damaged] = this.#damaged
    return damaged && `${damaged[0]}: ${damaged[1].fault}`
  }

  /** Looks every second, until `stop`. */
  async watch(current: () => Release | undefined): Promise<void> {
    if (!this.#origin.storedSize || this.#stopped) return
    await this.look(current())
    this.#timer = setTimeout(() => void this.watch(current), PAUSE_MS).unref()
    if (this.#stopped) clearTimeout(this.#timer)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /**
   * Looks at the damaged objects, and at a share of all others from all over the table. Never rejects.
   * @param share look at this many other objects, or all if there are fewer; at more of them in a large release
   */
  async look(release: Release | undefined, share = MIN_SHARE): Promise<void> {
    if (!release || !this.#origin.storedSize) return
    if (release !== this.#release) this.#damaged.clear()
    this.#release = release
    const step = Math.min(LOOKS_A_ROUND, Math.ceil(release.table.count / share))
    try {
      for (const { entry } of this.#damaged.values()) await this.#examine(entry)
      for (const entry of release.table.entries(step, this.#next % step)) await this.#examine(entry)
    } catch (error) {
      // Otherwise the file system does not answer, which requests report.
      if (error instanceof OperatorError) return this.#events.failed(error)
    } finally {
      this.#next += 1
    }
    const { fault } = this
    if (fault === undefined) this.#events.recovered()
    else this.#events.failed(new OperatorError('bad-release', fault))
  }

  /** @throws {StalledFileError} */
  async #examine(entry: TargetEntry): Promise<void> {
    const path = objectPath(entry.digest, entry.storage)
    const found = await this.#origin.storedSize?.(entry).catch((error) => {
      if (error instanceof StalledFileError) throw error
      return messageOf(error)
    })
    const fault = faultOf(found, entry)
    if (fault === undefined) this.#damaged.delete(path)
    else if (this.#damaged.size < MAX_DAMAGED) this.#damaged.set(path, { entry, fault })
  }
}

/** The table does not have the size of gzip files. Those that are read are verified whole. */
function faultOf(found: number | string | undefined, { storage, size }: TargetEntry): string | undefined {
  if (found === undefined) return 'missing'
  if (typeof found === 'string') return found
  const isRight = storage === 'gzip' ? found >= MIN_GZIP_BYTES : found === size
  return isRight ? undefined : `cut off, ${found} bytes are left`
}
