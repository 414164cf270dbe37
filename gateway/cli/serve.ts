// `serve`: opens the parts of the gateway, and runs it until a signal stops it.

import type { AddressInfo } from 'node:net'
import { versions } from 'node:process'
import { PATHS } from '../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { command, type NoUnusedOption, type Settings } from '../../lib/command-line/command.ts'
import { monotonicClock, systemClock } from '../../lib/time/clock.ts'
import { VERSION } from '../../lib/version.ts'
import { DRAIN_LIMIT_MS, Gateway } from '../gateway.ts'
import { openKeyStore } from '../keys/open-key-store.ts'
import { createProcessLog, type Log } from '../lib/log.ts'
import { openLimiter } from '../limits/open-limiter.ts'
import type { AdminOptions, AdminServer } from '../operations/admin-server.ts'
import {
  type FailureWatches,
  keyStoreEvents,
  limiterEvents,
  watchFailures,
} from '../operations/failure-watch.ts'
import { endOnCrash, stopSignal } from '../operations/process-events.ts'
import { RequestCounters } from '../operations/request-counters.ts'
import { feedWatchdog } from '../operations/watchdog.ts'
import { openOrigin } from '../origin/open-origin.ts'
import { checkServe } from './check-serve.ts'
import { parseProxies, SERVE_OPTIONS } from './serve-options.ts'

/** Logged behind a proxy, which may have several gateways behind it. */
const UNSHARED =
  'requests are counted in memory: if the proxy has several gateways, each admits a whole quota; count with --limits redis://…'

/** Serves until SIGTERM or SIGINT, then drains. With `--check` it only checks. */
export const serve = command({
  name: 'serve',
  about: 'Serves the current release. Each later one is served as soon as it is published.',
  options: SERVE_OPTIONS,
  examples: [
    'serve --public my/public-out --keys keys.ndjson',
    'serve --public my/public-out --keys keys.ndjson --check',
    'serve --origin https://cdn.example/offers --keys redis://10.0.0.5 --admin-port 9090',
  ],
  async run({ check, ...settings }, { stdout, stderr, env }) {
    const { origin, keys, limits, trustProxy, publicUrl, keysGraceMs, ...more } = settings
    const { logLevel, host, port, admin, drainDelayMs, welcome, local, ...unused } = more
    unused satisfies NoUnusedOption
    if (check) return checkServe({ origin, keys, limits }, stdout)
    const log = createProcessLog(logLevel)
    log.info({ version: VERSION, node: versions.node }, 'starting')
    // Before anything is loaded: systemd counts from the start of the process.
    feedWatchdog(env, log)
    const failures = watchFailures(log)
    const adminParts = adminPartsOf(admin)
    const { clientAddress, isProxy, count: proxies } = trustProxy ?? parseProxies('')
    if (limits === 'memory' && proxies > 0) log.warn({ limits }, UNSHARED)
    const parts = await openParts({ origin, keys, limits }, log, failures)
    const { risk } = await parts.keyStore.condition()
    if (risk !== undefined) log.warn({ risk }, 'keys at risk')
    const gateway = new Gateway({
      ...parts,
      ...{ local, clientAddress, publicUrl, keysGraceMs, log, failures },
      observer: adminParts?.counters,
      connections: { isProxy },
      clock: systemClock,
    })
    let adminServer: AdminServer | undefined
    try {
      endOnCrash(log)
      const stopped = stopSignal(log)
      // Before the gateway starts, so that /readyz answers while the release is being loaded.
      adminServer =
        adminParts &&
        (await openAdmin({ ...adminParts, gateway, clock: systemClock, log, connections: { isProxy } }))
      const address = await gateway.start(host, port)
      log.info({ address: address.address, port: address.port }, 'listening')
      if (welcome) stderr.write(greeting(publicUrl ?? urlOf(address)))
      log.info({ signal: await stopped, delay_ms: drainDelayMs, limit_ms: DRAIN_LIMIT_MS }, 'draining')
    } finally {
      // Also if the start fails: otherwise open servers and connections would keep the process alive.
      await gateway.stop({ delayMs: drainDelayMs })
      // Last: until then /readyz says that the gateway is draining.
      adminServer?.close()
    }
    log.info({}, 'stopped')
  },
})

async function openParts(
  { origin: place, keys, limits }: Pick<Settings<typeof SERVE_OPTIONS>, 'origin' | 'keys' | 'limits'>,
  log: Log,
  failures: FailureWatches,
) {
  const origin = await openOrigin(place)
  const limiter = await openLimiter(limits, monotonicClock, limiterEvents(log, failures))
  try {
    const keyStore = await openKeyStore(keys, keyStoreEvents(log, failures))
    return { origin, limiter, keyStore }
  } catch (error) {
    await limiter.close()
    origin.close()
    throw error
  }
}

/** The address of the admin port, and the counters that the gateway fills for it. Undefined without that port. */
function adminPartsOf({ host, port }: Settings<typeof SERVE_OPTIONS>['admin']) {
  return port === undefined ? undefined : { host, port, counters: new RequestCounters() }
}

async function openAdmin(options: AdminOptions): Promise<AdminServer> {
  // Loaded here, because prom-client takes time to load, and measures the process from then on.
  const { openAdminServer } = await import('../operations/admin-server.ts')
  const admin = await openAdminServer(options)
  options.log.info({ address: admin.address.address, port: admin.address.port }, 'admin port open')
  return admin
}

function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/**
 * A greeting for newcomers: the address of the gateway, and a call to paste.
 * @param url where clients reach the gateway, e.g. `http://127.0.0.1:8080`
 */
export function greeting(url: string): string {
  return (
    `\nThe offers catalogue is served at ${url}\n\nThe demo key, public for everyone to try:\n\n  ${PUBLISHED_DEMO_KEY}\n\n` +
    'Paste this into another terminal:\n\n' +
    `  curl -i -H "Authorization: Bearer ${PUBLISHED_DEMO_KEY}" "${url}${PATHS.offers}"\n\nCtrl-C stops it.\n\n`
  )
}
