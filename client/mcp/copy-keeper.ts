// Keeps a copy up to date for as long as the server runs, and knows how old it is.

import { OffersError } from '../api/errors.ts'
import { type Clock, systemClock, unlessAborted, within } from '../lib/clock.ts'
import { dayOf } from '../lib/days.ts'
import { printable } from '../lib/shown-texts.ts'
import { type Mirror, noneIfDamaged } from '../mirror/mirror.ts'
import type { CatalogueCopy } from '../mirror/store.ts'

const HOUR_MS = 3600 * 1000
/** A copy of this age is synced: a catalogue has a new day each day. */
const OLD_MS = 24 * HOUR_MS
/** How often the age is checked. After a failure, or while there is no new day, the API is asked this often. */
const CHECK_MS = HOUR_MS
/** How long a call waits for the first copy. Clients of the protocol give up after 60 s. */
const FIRST_COPY_MS = 30_000

export interface KeeperOptions {
  mirror: Pick<Mirror, 'copy' | 'sync'>
  /** Named in errors. */
  folder: string
  /** Takes a line without its end. */
  log: (line: string) => void
  /** For tests. */
  clock?: Clock
}

export class CopyKeeper {
  readonly #options: Required<KeeperOptions>
  #signal: AbortSignal | undefined
  #syncing: Promise<void> | undefined
  /** Why the latest sync failed; undefined if it did not. */
  #failure: string | undefined

  constructor(options: KeeperOptions) {
    this.#options = { clock: systemClock, ...options }
  }

  /** Syncs whenever the copy is missing or older than a day, until the signal fires. Failures are logged. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal
    while (!signal.aborted) {
      await this.#syncOnce(signal)
      if (!signal.aborted) await this.#options.clock.sleep(CHECK_MS, signal)
    }
  }

  /** Joins the running sync, or starts one. */
  #syncOnce(signal: AbortSignal): Promise<void> {
    this.#syncing ??= this.#syncIfOld(signal).finally(() => {
      this.#syncing = undefined
    })
    return this.#syncing
  }

  /**
   * The copy. If there is no usable one, it waits for a sync: the API may be back since the last one failed.
   * @throws {OffersError} `no_copy` if there is none even then, or that sync takes long; `damaged_copy` if it could not be
   *   replaced. Both messages say what to do.
   */
  async copy(): Promise<CatalogueCopy> {
    const { mirror, clock } = this.#options
    const known = await mirror.copy().catch(noneIfDamaged)
    if (known) return known
    await within(
      FIRST_COPY_MS,
      { clock },
      () => this.#noCopy('the first sync is still under way'),
      async () => this.#signal && this.#syncOnce(this.#signal),
    )
    const first = await mirror.copy()
    if (!first) throw this.#noCopy(this.#failure ?? 'no sync has run')
    return first
  }

  /** The calendar day in the time zone of the catalogue. */
  today({ timeZone }: CatalogueCopy): string {
    return dayOf(this.#options.clock.now(), timeZone)
  }

  /** How old the copy is, for people. */
  freshnessOf({ dataAsOf }: CatalogueCopy): string {
    const hours = Math.floor(this.#ageOf(dataAsOf) / HOUR_MS)
    const age = hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} days old`
    return this.#failure === undefined ? age : `${age}; the last sync failed: ${this.#failure}`
  }

  async #syncIfOld(signal: AbortSignal): Promise<void> {
    const { mirror, log } = this.#options
    try {
      const copy = await mirror.copy().catch(noneIfDamaged)
      if (copy && this.#ageOf(copy.dataAsOf) < OLD_MS) return
      // The server ends with its signal, whatever the mirror does.
      const { from, dataAsOf } = await unlessAborted(mirror.sync({ signal }), signal)
      this.#failure = undefined
      if (from === 'nothing') return
      log(`the copy is now of ${dataAsOf}, by the ${from}`)
    } catch (error) {
      if (signal.aborted) return
      this.#failure = wordsOf(error)
      log(`sync failed, and will be tried again in an hour: ${this.#failure}`)
    }
  }

  #ageOf(day: string): number {
    return Math.max(0, this.#options.clock.now() - Date.parse(day))
  }

  #noCopy(why: string): OffersError {
    const { folder } = this.#options
    const advice = `Run "offers sync ${folder}" in a terminal to see why, and check OFFERS_BASE_URL and OFFERS_KEY`
    return new OffersError(
      'no_copy',
      `${folder} holds no whole copy of the catalogue: ${why.replace(/\.$/, '')}. ${advice}`,
    )
  }
}

/** In characters: an error is a line of the log, and a part of answers. */
const MAX_ERROR = 500

/** An error with its code, in one line of bounded length. */
export function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return printable(`${codeOf(error)}: ${message}`).slice(0, MAX_ERROR)
}

/** The client and the tools throw a `TypeError` for arguments, of an agent or of the program, such as a bad key. */
function codeOf(error: unknown): string {
  if (error instanceof OffersError) return error.code
  return error instanceof TypeError ? 'invalid_arguments' : 'failed'
}
