// Failures are counted each time, and logged when an outage begins and when it is over: an outage under load must not
// fill the disk.

import { messageOf } from '../../lib/errors.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { Log } from '../lib/log.ts'
import type { ReportFailure } from '../middlewares/error-handler.ts'
import { traceparentOf } from './request-log.ts'

/** After this time without a failure a part counts as well again, in milliseconds. */
const QUIET_MS = 10_000

/** The failures of one part that the gateway depends on. */
export class FailureWatch {
  readonly #part: string
  readonly #log: Log
  readonly #quietMs: number | undefined
  #total = 0
  #outage: { timer: NodeJS.Timeout | undefined; failuresBefore: number } | undefined

  /** @param quietMs after this time without a failure an outage is over; left out where `recovered` says so */
  constructor(part: string, log: Log, quietMs?: number) {
    this.#part = part
    this.#log = log
    this.#quietMs = quietMs
  }

  /** All failures since the start. */
  get total(): number {
    return this.#total
  }

  /**
   * Takes note of a failure. The first one is logged as an error, those that follow at level debug.
   * @param facts further members of the log line, e.g. `request_id`
   */
  failed(error: unknown, facts: object = {}): void {
    const line = { part: this.#part, ...facts, ...errorFacts(error) }
    if (this.#outage) {
      this.#outage.timer?.refresh()
      this.#log.debug(line, 'still failing')
    } else {
      this.#outage = { timer: this.#startQuiet(), failuresBefore: this.#total }
      this.#log.error(line, 'failing')
    }
    this.#total += 1
  }

  /** The part is well again. Ends the outage, if there is one. */
  recovered(): void {
    if (!this.#outage) return
    clearTimeout(this.#outage.timer)
    const failures = this.#total - this.#outage.failuresBefore
    this.#outage = undefined
    this.#log.info({ part: this.#part, failures, quiet_ms: this.#quietMs }, 'failing no more')
  }

  #startQuiet(): NodeJS.Timeout | undefined {
    return this.#quietMs === undefined ? undefined : setTimeout(() => this.recovered(), this.#quietMs).unref()
  }
}

export interface FailureWatches {
  /** Questions without an answer, lost connections, and failed attempts at new ones. */
  keyStore: FailureWatch
  /** Requests counted by this process alone, lost connections, and failed attempts at new ones. */
  limiter: FailureWatch
  /** Bodies that could not be read, or were not what the release names. */
  origin: FailureWatch
  /** Looks at the pointer after which it, or what it names, could not be taken. */
  release: FailureWatch
}

export function watchFailures(log: Log): FailureWatches {
  return {
    keyStore: new FailureWatch('key_store', log, QUIET_MS),
    limiter: new FailureWatch('limiter', log, QUIET_MS),
    origin: new FailureWatch('origin', log, QUIET_MS),
    // A look at the pointer that goes well ends its outages.
    release: new FailureWatch('release', log),
  }
}

/** The members of a log line that describe an error. */
export function errorFacts(error: unknown): { err: string; cause: string | undefined } {
  const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined
  return { err: messageOf(error), cause }
}

/**
 * Reports what is not the fault of a client. Every failed request can be found by its id; those of an outage only at level
 * debug.
 */
export function reportFailure(log: Log, failures: FailureWatches): ReportFailure {
  return (error, res) => {
    const { id, caller } = res.locals.context
    const facts = { request_id: id, traceparent: traceparentOf(res.req), key_id: caller?.id }
    switch (partAtFault(error)) {
      case 'origin':
        return failures.origin.failed(error, facts)
      case 'reported already':
        return log.debug({ ...facts, ...errorFacts(error) }, 'request failed')
      case 'gateway': {
        const stack = error instanceof Error ? error.stack : undefined
        return log.error({ ...facts, ...errorFacts(error), stack }, 'request failed')
      }
    }
  }
}

/** `reported already`: the key cache and the watch for releases report what they suffer themselves. */
function partAtFault(error: unknown): 'origin' | 'gateway' | 'reported already' {
  if (!(error instanceof ApiProblem)) return 'gateway'
  switch (error.code) {
    case 'origin_unavailable':
      return 'origin'
    case 'catalogue_unavailable':
      // Without a cause nothing has failed here: there is no release yet.
      return error.cause === undefined ? 'reported already' : 'origin'
    case 'key_store_unavailable':
      return 'reported already'
    default:
      return 'gateway'
  }
}
