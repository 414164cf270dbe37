// Counts every failure, and logs the beginning and the end of an outage: an outage under load must not fill the disk.

import { messageOf } from '../../lib/errors.ts'
import type { CatalogueEvents } from '../catalogue/catalogue.ts'
import type { ApiProblem } from '../http/api-problem.ts'
import type { KeyStoreEvents } from '../keys/key-store.ts'
import type { Log } from '../lib/log.ts'
import type { ReportFailure } from '../middlewares/error-handler.ts'

/** Milliseconds without a failure that end an outage. */
const QUIET_MS = 10_000

/** Different errors of one outage that are logged at level error. */
const MAX_REASONS = 5

/** The failures of one part that the gateway depends on. */
export class FailureWatch {
  readonly #part: string
  readonly #log: Log
  readonly #quietMs: number | undefined
  /** All failures since the start. */
  total = 0
  /** Rejects while the part still fails. Without it, `quietMs` without a failure end an outage. */
  probe: (() => Promise<unknown>) | undefined
  #outage: { timer: NodeJS.Timeout | undefined; failuresBefore: number; reasons: Set<string> } | undefined

  /** @param quietMs milliseconds without a failure that end an outage; without it, only `recovered` does */
  constructor(part: string, log: Log, quietMs?: number) {
    this.#part = part
    this.#log = log
    this.#quietMs = quietMs
  }

  /**
   * Counts a failure. The first of an outage, and the first ones of other reasons, are logged as errors, all others at
   * level debug. An outage may have several reasons: Redis may close a connection, and refuse the password of the next one.
   * @param facts further members of the log line, e.g. `request_id`
   */
  failed(error: unknown, facts: object = {}): void {
    const line = { part: this.#part, ...facts, ...errorFacts(error) }
    this.#outage?.timer?.refresh()
    this.#outage ??= { timer: this.#startQuiet(), failuresBefore: this.total, reasons: new Set() }
    const { reasons } = this.#outage
    if (reasons.has(line.err) || reasons.size >= MAX_REASONS) this.#log.debug(line, 'still failing')
    else this.#log.error(line, 'failing')
    if (reasons.size < MAX_REASONS) reasons.add(line.err)
    this.total += 1
  }

  /** Ends the outage, if there is one. */
  recovered(): void {
    if (!this.#outage) return
    clearTimeout(this.#outage.timer)
    const failures = this.total - this.#outage.failuresBefore
    this.#outage = undefined
    this.#log.info({ part: this.#part, failures, quiet_ms: this.#quietMs }, 'recovered')
  }

  #startQuiet(): NodeJS.Timeout | undefined {
    return this.#quietMs === undefined ? undefined : setTimeout(() => this.#quiet(), this.#quietMs).unref()
  }

  #quiet(): void {
    if (!this.probe) this.recovered()
    else
      this.probe().then(
        () => this.recovered(),
        // This starts the timer again.
        (error) => this.failed(error),
      )
  }
}

/** A watch for each part that may fail. */
export type FailureWatches = ReturnType<typeof watchFailures>

export function watchFailures(log: Log) {
  return {
    /** Failed look-ups, lost connections, and failed attempts at new ones. */
    keyStore: new FailureWatch('key_store', log, QUIET_MS),
    /** Faults of the key store though it answers; a check that finds none ends the outage. */
    keys: new FailureWatch('keys', log),
    /** Days of use that could not be stored. */
    keyUses: new FailureWatch('key_uses', log),
    /** Requests counted by this process alone, lost connections, and failed attempts at new ones. */
    limiter: new FailureWatch('limiter', log, QUIET_MS),
    /** Bodies that could not be read, or were not what the release names. */
    origin: new FailureWatch('origin', log, QUIET_MS),
    /** Looks at the objects of a folder that found damage, also of the table; one without a fault ends the outage. */
    objects: new FailureWatch('objects', log),
    /** Checks of the pointer that failed, also for the release that it names; one without a fault ends the outage. */
    release: new FailureWatch('release', log),
  }
}

/** The members of a log line that describe an error. */
export function errorFacts(error: unknown): { err: string; cause: string | undefined } {
  const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined
  return { err: messageOf(error), cause }
}

/**
 * Reports failures that are not the fault of a client, each with the id of its request: those of the gateway at level error,
 * those of the origin by its watch, and those that were reported already at level debug.
 */
export function reportFailure(log: Log, failures: FailureWatches): ReportFailure {
  return (problem, res) => {
    const { id, caller } = res.locals.context
    const facts = { request_id: id, key_id: caller?.id }
    switch (partAtFault(problem)) {
      case 'origin':
        return failures.origin.failed(problem, facts)
      case 'reported already':
        return log.debug({ ...facts, ...errorFacts(problem) }, 'request failed')
      case 'gateway': {
        const error = problem.cause ?? problem
        const stack = error instanceof Error ? error.stack : undefined
        return log.error({ ...facts, ...errorFacts(error), stack }, 'request failed')
      }
    }
  }
}

/**
 * `reported already`: the key cache and the catalogue report their failures themselves. A release that lacks an answer is
 * treated alike, for nothing has failed here.
 */
function partAtFault({ code, cause }: ApiProblem): 'origin' | 'gateway' | 'reported already' {
  switch (code) {
    case 'origin_unavailable':
    case 'catalogue_unavailable':
      // Without a cause nothing failed to be read: there is no release yet, or it lacks the answer.
      return cause === undefined ? 'reported already' : 'origin'
    case 'key_store_unavailable':
      return 'reported already'
    default:
      return 'gateway'
  }
}

const MOVED = 'Redis moved or restarted'

export function catalogueEvents(log: Log, failures: FailureWatches): CatalogueEvents {
  return {
    swapped: ({ manifest }) => {
      log.info({ release: manifest.id, data_as_of: manifest.data_as_of }, 'release taken')
    },
    failed: (message) => failures.release.failed(message),
    checked: () => failures.release.recovered(),
  }
}

export function keyStoreEvents(log: Log, failures: FailureWatches): KeyStoreEvents {
  return {
    onError: (error) => failures.keyStore.failed(error),
    onFaults: (faults) => {
      for (const fault of faults) failures.keys.failed(fault)
      if (faults.length === 0) failures.keys.recovered()
    },
    onMoved: () => log.warn({ part: 'key_store' }, MOVED),
  }
}

export function limiterEvents(log: Log, failures: FailureWatches) {
  return {
    onError: (error: unknown) => failures.limiter.failed(error),
    onMoved: () => log.warn({ part: 'limiter' }, MOVED),
  }
}
