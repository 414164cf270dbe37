// Lines for what clients do, each at most once in a while: a flood must not fill the disk.

import { HOUR_MS, monotonicClock } from '../../lib/time/clock.ts'
import type { ConnectionOptions } from '../connections/connection-bounds.ts'
import type { Log } from '../lib/log.ts'
import type { RequestSource } from '../limits/client-address.ts'
import type { ReportRefusal } from '../middlewares/error-handler.ts'

const MINUTE_MS = 60_000

/** Logs a closed connection, at most one a minute. */
export function warnOfDrops(log: Log, clock = monotonicClock): Required<ConnectionOptions>['onDrop'] {
  let nextAt = Number.NEGATIVE_INFINITY
  return (drop) => {
    if (clock() < nextAt) return
    nextAt = clock() + MINUTE_MS
    log.warn(drop, 'connection closed')
  }
}

/**
 * Logs, at most once an hour, a peer that sends X-Forwarded-For but is no trusted proxy: if it is a balancer, its clients
 * share all limits of one address.
 */
export function warnOfUnnamedProxy(
  log: Log,
  isProxy: (address: string) => boolean = () => false,
  clock = monotonicClock,
): (request: RequestSource) => void {
  let nextAt = Number.NEGATIVE_INFINITY
  return ({ headers, socket }) => {
    if (headers['x-forwarded-for'] === undefined || socket.remoteAddress === undefined) return
    if (clock() < nextAt || isProxy(socket.remoteAddress)) return
    nextAt = clock() + HOUR_MS
    log.warn({ peer: socket.remoteAddress }, 'X-Forwarded-For of a peer that --trust-proxy does not name')
  }
}

/** Lines about refusals in a minute. */
const MAX_REFUSALS = 100

/**
 * Logs refused requests that have a key, at level info: each key and code once a minute. Those that come through a trusted
 * proxy are in its log.
 */
export function logRefusals(log: Log, clock = monotonicClock): ReportRefusal {
  let nextAt = Number.NEGATIVE_INFINITY
  const logged = new Set<string>()
  return ({ id, isFromProxy, holder, refusal, problem }) => {
    if (isFromProxy || (!holder && (refusal === undefined || refusal === 'missing'))) return
    if (clock() >= nextAt) {
      logged.clear()
      nextAt = clock() + MINUTE_MS
    }
    const name = `${holder?.id} ${problem} ${refusal}`
    if (logged.size >= MAX_REFUSALS || logged.has(name)) return
    logged.add(name)
    const facts = { key_id: holder?.id, key_kind: holder?.kind, code: problem, reason: refusal }
    log.info({ request_id: id, ...facts }, 'refused')
  }
}
