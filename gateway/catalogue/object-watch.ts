// Looks, at a slow pace and without reading them, whether the objects of the current release are there with their size,
// so that damage is noticed before clients ask for it.

import { objectPath } from '../../contract/release/layout.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { messageOf, OperatorError } from '../../lib/errors.ts'
import { StalledFileError } from '../../lib/files/file-errors.ts'
import type { FailureWatch } from '../operations/failure-watch.ts'
import type { Origin } from '../origin/origin.ts'
import type { Release } from './release.ts'

/** Milliseconds between two looks. */
const PAUSE_MS = 1_000

/** Looks in which all objects are looked at: well within an hour. */
export const LOOKS_A_ROUND = 3_000

/** Objects of a look, if a release has few. */
const MIN_SHARE = 10

/** Objects of the first look at a release, and of `serve --check`. */
const SAMPLE = 2_000

/** Damaged objects that are remembered, and looked at each time. */
const MAX_DAMAGED = 100

/** A gzip file is at least this long. */
const MIN_GZIP_BYTES = 18

export class ObjectWatch {
  readonly #origin: Pick<Origin, 'storedSize'>
  readonly #failures: Pick<FailureWatch, 'failed' | 'recovered'>
  readonly #damaged = new Map<string, { entry: TargetEntry; fault: string }>()
  #release: Release | undefined
  #round = objectsOf()
  /** Bytes of the objects of the round so far; undefined once one of them was damaged. */
  #bytes: number | undefined = 0
  #wrongTotal: string | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(origin: Pick<Origin, 'storedSize'>, failures: Pick<FailureWatch, 'failed' | 'recovered'>) {
    this.#origin = origin
    this.#failures = failures
  }

  /** How many faults are known; undefined if the origin is not a folder. */
  get damaged(): number | undefined {
    if (!this.#origin.storedSize) return undefined
    return this.#damaged.size + (this.#wrongTotal === undefined ? 0 : 1)
  }

  /** The first fault, in words. */
  get fault(): string | undefined {
    const [damaged] = this.#damaged
    return damaged ? `${damaged[0]}: ${damaged[1].fault}` : this.#wrongTotal
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

  /** Looks at a share of the objects; at the first look, at some all over the table. Never rejects. */
  async look(release: Release | undefined): Promise<void> {
    if (!release) return
    const isNew = release !== this.#release
    if (isNew) {
      this.#release = release
      this.#damaged.clear()
      this.#wrongTotal = undefined
      this.#beginRound(release)
    }
    try {
      if (isNew) await this.#lookAtSample(release)
      else await this.#lookAtShare(release)
    } catch {
      // The file system does not answer, which requests report. This round has missed an object.
      this.#beginRound(release)
    }
    const { fault } = this
    if (fault === undefined) this.#failures.recovered()
    else this.#failures.failed(new OperatorError('bad-release', fault))
  }

  async #lookAtSample({ targets }: Release): Promise<void> {
    const step = Math.ceil(targets.count / SAMPLE)
    for (const entry of targets.entries(step)) await this.#examine(entry)
  }

  async #lookAtShare(release: Release): Promise<void> {
    for (const { entry } of this.#damaged.values()) await this.#examine(entry)
    const share = Math.max(MIN_SHARE, Math.ceil(release.targets.count / LOOKS_A_ROUND))
    for (let left = share; left > 0; left -= 1) {
      const { value: entry } = this.#round.next()
      if (!entry) return this.#endRound(release)
      const size = await this.#examine(entry)
      if (size === undefined) this.#bytes = undefined
      else if (this.#bytes !== undefined) this.#bytes += size
    }
  }

  #beginRound({ targets }: Release): void {
    this.#round = objectsOf(targets)
    this.#bytes = 0
  }

  /** The table does not have the size of gzip files, but the manifest has their sum. */
  #endRound(release: Release): void {
    const [found, expected] = [this.#bytes, release.manifest.stored_bytes]
    const isRight = found === undefined || expected === null || found === expected
    this.#wrongTotal = isRight ? undefined : `objects: expected ${expected} bytes in all, found ${found}`
    this.#beginRound(release)
  }

  /** @returns the size; undefined if the object is damaged @throws {StalledFileError} */
  async #examine(entry: TargetEntry): Promise<number | undefined> {
    const path = objectPath(entry.digest, entry.storage)
    const found = await this.#origin.storedSize?.(entry).catch((error) => {
      if (error instanceof StalledFileError) throw error
      return messageOf(error)
    })
    const fault = faultOf(found, entry)
    if (fault === undefined) this.#damaged.delete(path)
    else if (this.#damaged.size < MAX_DAMAGED) this.#damaged.set(path, { entry, fault })
    return typeof found === 'number' && fault === undefined ? found : undefined
  }
}

function faultOf(found: number | string | undefined, { storage, size }: TargetEntry): string | undefined {
  if (found === undefined) return 'missing'
  if (typeof found === 'string') return found
  const isRight = storage === 'gzip' ? found >= MIN_GZIP_BYTES : found === size
  return isRight ? undefined : `cut off, ${found} bytes are left`
}

/**
 * Each object of a table once, in sixteen parts by the last digit of its digest: duplicates are in the same part, so only
 * one part is remembered at a time, and objects of every folder are among the first ones.
 */
function* objectsOf(table?: TargetTable): Generator<TargetEntry, undefined> {
  for (const digit of table ? '0123456789abcdef' : '') {
    const seen = new Set<string>()
    for (const entry of table?.entries() ?? []) {
      if (!entry.digest.endsWith(digit) || seen.has(entry.digest)) continue
      seen.add(entry.digest)
      yield entry
    }
  }
}
