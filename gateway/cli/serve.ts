// `serve`: opens what the gateway needs, and runs it until a signal stops it.

import { systemClock } from '../../lib/time/clock.ts'
import packageFacts from '../../package.json' with { type: 'json' }
import { keepTickObjects } from '../fast-path/tick-objects.ts'
import { Gateway } from '../gateway.ts'
import { openKeyStore } from '../keys/open-key-store.ts'
import { createProcessLog, type Log } from '../lib/log.ts'
import { openLimiter } from '../limits/open-limiter.ts'
import type { AdminServer } from '../operations/admin-server.ts'
import type { AnswerObserver } from '../operations/answer-observer.ts'
import { type FailureWatches, watchFailures } from '../operations/failure-watch.ts'
import { endOnCrash, onReloadSignal, stopSignal } from '../operations/process-events.ts'
import { RequestCounters } from '../operations/request-counters.ts'
import { requestLog } from '../operations/request-log.ts'
import { welcome } from '../operations/welcome.ts'
import { openOrigin } from '../origin/open-origin.ts'
import { readServeOptions, type ServeOptions } from './serve-options.ts'

/** Serves until SIGTERM or SIGINT, then drains. @throws {OperatorError} if it can't start */
export async function serve(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  keepTickObjects()
  const settings = readServeOptions(argv, env)
  const log = createProcessLog(settings.logLevel)
  const { version } = packageFacts
  log.info({ version, node: process.versions.node, settings: settings.loggable }, 'starting')
  const failures = watchFailures(log, settings.pollMs)
  const counters = settings.admin && new RequestCounters()
  const observers: AnswerObserver[] = []
  if (counters) observers.push(counters)
  if (settings.logRequests) observers.push(requestLog(log))
  const { clientAddress, connections, downloads, cacheBytes, pollMs, identity } = settings
  const gateway = new Gateway({
    ...(await openParts(settings, failures)),
    ...{
      clientAddress,
      connections,
      downloads,
      cacheBytes,
      pollMs,
      identity,
      clock: systemClock,
      log,
      failures,
      observers,
    },
  })
  let admin: AdminServer | undefined
  try {
    endOnCrash(log)
    onReloadSignal(() => gateway.reload())
    const stopped = stopSignal(log)
    // First, so that /readyz can say why, while the release is still being loaded.
    admin = counters && (await openAdmin(settings.admin, gateway, counters, log))
    const { address, port } = await gateway.start(settings.host, settings.port)
    log.info({ address, port }, 'listening')
    if (settings.welcome)
      process.stderr.write(await welcome(identity.publicUrl ?? urlOf(address, port), gateway.keys))
    const { delayMs, limitMs } = settings.stopTimes
    log.info({ signal: await stopped, delay_ms: delayMs, limit_ms: limitMs }, 'draining')
  } finally {
    // Open servers and connections would keep a process that could not start from ending.
    await gateway.stop(settings.stopTimes)
    admin?.close()
  }
  log.info({}, 'stopped')
}

async function openParts({ folder, url, trust, keys, limits }: ServeOptions, failures: FailureWatches) {
  const origin = await openOrigin({ folder, url, trust })
  const limiter = await openLimiter(limits, systemClock, {
    onError: (error) => failures.limiter.failed(error),
  })
  try {
    const keyStore = await openKeyStore(keys, { onError: (error) => failures.keyStore.failed(error) })
    return { origin, limiter, keyStore }
  } catch (error) {
    await limiter.close()
    origin.close()
    throw error
  }
}

async function openAdmin(
  options: ServeOptions['admin'],
  gateway: Gateway,
  counters: RequestCounters,
  log: Log,
): Promise<AdminServer | undefined> {
  if (!options) return undefined
  // Loaded here, because prom-client takes time to start, and measures the process from then on.
  const { openAdminServer } = await import('../operations/admin-server.ts')
  const admin = await openAdminServer({ ...options, gateway, counters, clock: systemClock, log })
  const { address, port } = admin.address
  log.info({ address, port }, 'admin port open')
  return admin
}

function urlOf(address: string, port: number): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
