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

/** At most this many looks examine all objects once, so a round ends well within an hour. */
export const LOOKS_A_ROUND = 3_000

/** The least number of objects that a look examines, if the release has as many. */
const MIN_OBJECTS = 10

/** Damaged objects that are remembered, and examined at each look. */
const MAX_DAMAGED = 100

/** The header and the trailer of a gzip file (RFC 1952 §2.3). */
const MIN_GZIP_BYTES = 18

/** One of the two is called after each look at a release, unless the file system stalls: such a look finds nothing out. */
export interface ObjectEvents {
  failed(error: OperatorError): void
  recovered(): void
}

export class ObjectWatch {
  readonly #origin: Pick<Origin, 'storedSize'>
  readonly #events: ObjectEvents
  /** Objects with a fault, by path. */
  readonly #damaged = new Map<string, { entry: TargetEntry; fault: string }>()
  #release: Release | undefined
  /** How many looks there were: each examines every `step`-th entry, and begins one entry further than the last. */
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(origin: Pick<Origin, 'storedSize'>, events: ObjectEvents) {
    this.#origin = origin
    this.#events = events
  }

  /** How many faults are known; undefined if the origin is not a folder. */
  get damaged(): number | undefined {
    return this.#origin.storedSize ? this.#damaged.size : undefined
  }

  /** The first fault, in words. */
  get fault(): string | undefined {
    const [first] = this.#damaged
    if (!first) return undefined
    const [path, { fault }] = first
    return `${path}: ${fault}`
  }

  /** Looks every second, until `stop`. */
  async watch(current: () => Release | undefined): Promise<void> {
    if (!this.#origin.storedSize || this.#stopped) return
    await this.look(current())
    // `stop` may have been called meanwhile.
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.watch(current), PAUSE_MS).unref()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /**
   * Looks at the damaged objects, and at some of all others, from all over the table. Never rejects.
   * @param count how many other objects to examine, or all if there are fewer; in a large release it examines more
   */
  async look(release: Release | undefined, count = MIN_OBJECTS): Promise<void> {
    if (!release || !this.#origin.storedSize) return
    if (release !== this.#release) this.#damaged.clear()
    this.#release = release
    const step = Math.min(LOOKS_A_ROUND, Math.ceil(release.table.count / count))
    try {
      for (const { entry } of this.#damaged.values()) await this.#examine(entry)
      for (const entry of release.table.entries(step, this.#looks % step)) await this.#examine(entry)
    } catch (error) {
      // The table is damaged. Any other error is a file system that does not answer, which requests report.
      if (error instanceof OperatorError) this.#events.failed(error)
      return
    } finally {
      this.#looks += 1
    }
    const { fault } = this
    if (fault === undefined) this.#events.recovered()
    else this.#events.failed(new OperatorError('bad-release', fault))
  }

  /** Remembers or forgets the fault of one object. @throws {StalledFileError} if the file system does not answer */
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

/**
 * The table does not have the size of gzip files, so only their least size is checked. Files that are read are verified.
 * @param found the size in bytes, or a text if it cannot be read; undefined if the object is missing
 */
function faultOf(found: number | string | undefined, { storage, size }: TargetEntry): string | undefined {
  if (found === undefined) return 'missing'
  if (typeof found === 'string') return found
  const isWhole = storage === 'gzip' ? found >= MIN_GZIP_BYTES : found === size
  return isWhole ? undefined : `cut off, ${found} bytes are left`
}
