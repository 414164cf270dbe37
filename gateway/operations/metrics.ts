// Everything that can be measured, as prom-client hands it to Prometheus. Loaded only if an admin port is given.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Clock } from '../../lib/time/clock.ts'
import packageFacts from '../../package.json' with { type: 'json' }
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type ConnectionBounds, DROP_REASONS } from '../connections/connection-bounds.ts'
import type { KeyStore } from '../keys/key-store.ts'
import { countEndingSoon, ENDS_SOON_DAYS } from '../keys/key-verdict.ts'
import type { DownloadBounds } from '../limits/download-bounds.ts'
import type { FailureWatches } from './failure-watch.ts'
import { metricsOf } from './prometheus-counters.ts'
import type { RequestCounters } from './request-counters.ts'

/** The parts of a gateway that are measured. */
export interface MeasuredGateway {
  readonly catalogue: Pick<Catalogue, 'current' | 'cacheWeight' | 'secondsUnchecked'>
  readonly connections: Pick<ConnectionBounds, 'dropped'>
  readonly downloads: Pick<DownloadBounds, 'total'>
  readonly failures: FailureWatches
  readonly keyStore: KeyStore
  /** How often a release has taken over, the first one included. */
  readonly releasesTaken: number
  /** When the current release took over, in milliseconds since the epoch. */
  readonly lastTakenAt: number | undefined
}

export interface MetricsSources {
  gateway: MeasuredGateway
  counters: RequestCounters
  clock: Clock
}

export interface Metrics {
  readonly contentType: string
  /** The text of a scrape. */
  text(): Promise<string>
}

export function createMetrics({ gateway, counters, clock }: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  describeBuild(registry)
  describeRelease(registry, gateway, clock)
  describeChecks(registry, gateway)
  describeCache(registry, gateway)
  describeFailures(registry, gateway)
  describeConnections(registry, gateway)
  describeDownloads(registry, gateway)
  describeKeys(registry, countEndingSoon(gateway.keyStore, clock))
  return {
    contentType: registry.contentType,
    text: () => Registry.merge([registry, AggregatorRegistry.aggregate([metricsOf(counters)])]).metrics(),
  }
}

function describeBuild(registry: Registry): void {
  new Gauge({
    name: 'offers_gateway_build_info',
    help: 'Always 1; the labels name the version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: packageFacts.version, node: process.versions.node }, 1)
}

function describeRelease(registry: Registry, gateway: MeasuredGateway, clock: Clock): void {
  const { catalogue } = gateway
  const registers = [registry]
  new Gauge({
    name: 'offers_release_info',
    help: 'Always 1; the labels name the current release.',
    labelNames: ['release', 'data_as_of'],
    registers,
    collect() {
      this.reset()
      const { manifest } = catalogue.current ?? {}
      if (manifest) this.set({ release: manifest.id, data_as_of: manifest.data_as_of }, 1)
    },
  })
  new Gauge({
    name: 'offers_catalogue_age_seconds',
    help: 'Seconds since the moment that the data refers to. Below 0: that moment is in the future.',
    registers,
    collect() {
      const { manifest } = catalogue.current ?? {}
      if (manifest) this.set((clock() - Date.parse(manifest.data_as_of)) / 1000)
      // Absent: 0 would read as fresh.
      else this.remove()
    },
  })
  new Gauge({
    name: 'offers_broken_issuer_days',
    help: 'For how many days in a row the source of an issuer is broken; absent if it is whole.',
    labelNames: ['issuer'],
    registers,
    collect() {
      this.reset()
      const { manifest } = catalogue.current ?? {}
      for (const { issuer, days } of manifest?.broken_issuers ?? []) this.set({ issuer }, days)
    },
  })
  new Gauge({
    name: 'offers_release_taken_timestamp_seconds',
    help: 'When the current release took over, in seconds since the epoch.',
    registers,
    collect() {
      const { lastTakenAt } = gateway
      if (lastTakenAt === undefined) this.remove()
      else this.set(lastTakenAt / 1000)
    },
  })
}

function describeCache(registry: Registry, { catalogue }: MeasuredGateway): void {
  new Gauge({
    name: 'offers_page_cache_bytes',
    help: 'What the pages in memory weigh together.',
    registers: [registry],
    collect() {
      this.set(catalogue.cacheWeight.bytes)
    },
  })
  new Gauge({
    name: 'offers_page_cache_max_bytes',
    help: 'What they may weigh together.',
    registers: [registry],
  }).set(catalogue.cacheWeight.maxBytes)
}

/** How long ago a new release would have been seen. */
function describeChecks(registry: Registry, { catalogue }: MeasuredGateway): void {
  new Gauge({
    name: 'offers_release_check_age_seconds',
    help: 'Seconds since a look at the pointer last went well.',
    registers: [registry],
    collect() {
      const { secondsUnchecked } = catalogue
      if (secondsUnchecked === undefined) this.remove()
      else this.set(secondsUnchecked)
    },
  })
}

function describeFailures(registry: Registry, gateway: MeasuredGateway): void {
  const { failures } = gateway
  addCounter(registry, 'offers_release_takes_total', 'Releases that took over.', () => gateway.releasesTaken)
  addCounter(
    registry,
    'offers_release_failures_total',
    'Looks at the pointer after which it could not be taken.',
    () => failures.release.total,
  )
  new Counter({
    name: 'offers_dependency_errors_total',
    help: 'Failed questions, lost connections and failed attempts at new ones, by what the gateway depends on.',
    labelNames: ['dependency'],
    registers: [registry],
    collect() {
      this.reset()
      this.inc({ dependency: 'key_store' }, failures.keyStore.total)
      this.inc({ dependency: 'limiter' }, failures.limiter.total)
      this.inc({ dependency: 'origin' }, failures.origin.total)
    },
  })
}

function describeConnections(registry: Registry, { connections }: MeasuredGateway): void {
  new Counter({
    name: 'offers_connections_dropped_total',
    help: 'Connections closed as one too many in all or of an address, or for too many requests at once.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const reason of DROP_REASONS) this.inc({ reason }, connections.dropped[reason])
    },
  })
}

function describeKeys(registry: Registry, endingSoon: () => Promise<number>): void {
  new Gauge({
    name: 'offers_keys_ending_soon',
    help: `Good keys that end within ${ENDS_SOON_DAYS} days. Absent while the key store does not answer.`,
    registers: [registry],
    async collect() {
      try {
        this.set(await endingSoon())
      } catch {
        // The outage itself is counted where requests meet it.
        this.remove()
      }
    },
  })
}

function describeDownloads(registry: Registry, { downloads }: MeasuredGateway): void {
  new Gauge({
    name: 'offers_snapshot_downloads',
    help: 'Snapshots that are being downloaded at this moment.',
    registers: [registry],
    collect() {
      this.set(downloads.total)
    },
  })
}

/** A count that is kept elsewhere. */
function addCounter(registry: Registry, name: string, help: string, total: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(total())
    },
  })
}
