// The metrics of a gateway. Loaded only if there is an admin port.

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { at } from '../../lib/lists.ts'
import { counter, gauge, type Metric, measureProcess, type Sample, samplesBy } from '../../lib/metrics.ts'
import { sharedFor } from '../../lib/shared-work.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { VERSION } from '../../lib/version.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ObjectWatch } from '../catalogue/object-watch.ts'
import type { PointerTurns } from '../catalogue/pointer-turns.ts'
import { type ConnectionBounds, DROP_REASONS, type DropReason } from '../connections/connection-bounds.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import type { KeyStore, KeyStoreCondition } from '../keys/key-store.ts'
import type { KeyUses } from '../keys/key-use.ts'
import { countKeys, ENDS_SOON_DAYS, type KeyCounts } from '../keys/key-verdict.ts'
import type { FailureWatches } from './failure-watch.ts'
import type { Readiness } from './readiness.ts'
import { LATENCY_BOUNDS, type RequestCounters, type RouteCounters } from './request-counters.ts'

/** The parts of a gateway that the admin port shows. */
export interface MeasuredGateway {
  readonly catalogue: Pick<Catalogue, 'current'>
  readonly pointerTurns: Pick<PointerTurns, 'total'> | undefined
  readonly objects: Pick<ObjectWatch, 'damaged'>
  readonly failures: FailureWatches
  readonly keyStore: KeyStore
  readonly keys: Pick<KeyCache, 'uses'>
  readonly connections: Pick<ConnectionBounds, 'dropped'>
  readiness(): Promise<Readiness>
}

export interface MetricsSources {
  gateway: MeasuredGateway
  /** Of the admin port. */
  bounds: MeasuredGateway['connections']
  counters: RequestCounters
  clock: Clock
}

/** How long keys are not counted again, in milliseconds: listing a large store takes a while. */
const COUNT_MS = 60_000

/** @returns the text of a scrape */
export function createMetrics({ gateway, bounds, counters, clock }: MetricsSources): () => Promise<string> {
  const format = measureProcess()
  const counts = sharedFor(COUNT_MS, () => countKeys(gateway.keyStore, clock()), clock)
  return async () =>
    format([
      buildInfo(),
      gauge('offers_clock_seconds', 'The clock of the gateway, in seconds since the epoch.', clock() / 1000),
      ...releaseMetrics(gateway, clock),
      ...failureMetrics(gateway),
      connectionMetric([gateway.connections, bounds]),
      ...keyMetrics(await counts().catch(() => undefined)),
      storeMetric(await gateway.keyStore.condition()),
      ...requestMetrics(counters),
      ...useMetrics(counters, gateway.keys.uses),
    ])
}

function buildInfo(): Metric {
  const labels = { version: VERSION, node: process.versions.node }
  const help = 'Always 1; the labels name the version of the program and of Node.'
  return gauge('offers_gateway_build_info', help, [{ labels, value: 1 }])
}

function releaseMetrics({ catalogue, objects }: MeasuredGateway, clock: Clock): Metric[] {
  const { manifest } = catalogue.current ?? {}
  return [
    gauge(
      'offers_release_info',
      'Always 1; the labels name the current release.',
      manifest && [{ labels: { release: manifest.id, data_as_of: manifest.data_as_of }, value: 1 }],
    ),
    gauge(
      'offers_catalogue_age_seconds',
      'Seconds since the moment of the data. Below 0: the moment is in the future.',
      manifest && (clock() - Date.parse(manifest.data_as_of)) / 1000,
    ),
    ...brokenMetrics(manifest?.broken_issuers ?? []),
    gauge(
      'offers_objects_damaged',
      'Objects of the current release found missing, empty or cut off, up to 100. Absent unless a folder is served.',
      objects.damaged,
    ),
  ]
}

function brokenMetrics(broken: ReleaseManifest['broken_issuers']): Metric[] {
  const leaving = broken.flatMap(({ issuer, days, keep_days, kept }): [string, number][] =>
    kept > 0 ? [[issuer, keep_days - days]] : [],
  )
  return [
    gauge(
      'offers_broken_issuer_days',
      'Days in a row for which the source of an issuer is broken, with the decision of --on-broken; absent if it is whole.',
      broken.map(({ issuer, days, decision }) => ({ labels: { issuer, decision }, value: days })),
    ),
    gauge(
      'offers_broken_issuer_days_left',
      'Days for which the last known offers of a broken issuer are still kept; absent if none are.',
      samplesBy('issuer', leaving),
    ),
  ]
}

function failureMetrics({ failures, pointerTurns }: MeasuredGateway): Metric[] {
  return [
    counter(
      'offers_pointer_turns_total',
      'How often the pointer went back to an older release, or forward again. Absent if a folder is served.',
      pointerTurns?.total,
    ),
    counter(
      'offers_release_failures_total',
      'Failed checks of the pointer, or of the release that it names.',
      failures.release.total,
    ),
    counter(
      'offers_dependency_errors_total',
      'Failed requests, lost connections and failed attempts at new ones, by dependency.',
      samplesBy('dependency', [
        ['key_store', failures.keyStore.total],
        ['limiter', failures.limiter.total],
        ['origin', failures.origin.total],
      ]),
    ),
  ]
}

function connectionMetric(connections: readonly MetricsSources['bounds'][]): Metric {
  const sumOf = (reason: DropReason) => connections.reduce((sum, { dropped }) => sum + dropped[reason], 0)
  return counter(
    'offers_connections_dropped_total',
    'Connections closed: too many in all or of an address, or too many waiting or refused requests.',
    samplesBy(
      'reason',
      DROP_REASONS.map((reason) => [reason, sumOf(reason)]),
    ),
  )
}

/** Without counts if the key store does not answer; requests that need it count that outage. */
function keyMetrics(counts: KeyCounts | undefined): Metric[] {
  return [
    gauge(
      'offers_keys',
      'Keys in the store, by state. Their sum, and the revoked ones, shrink only if the store loses keys. Absent while the key store does not answer.',
      counts && samplesBy('state', Object.entries(counts.states)),
    ),
    gauge(
      'offers_keys_ending_soon',
      `Good keys that end within ${ENDS_SOON_DAYS} days. Absent while the key store does not answer.`,
      counts?.endingSoon,
    ),
  ]
}

function storeMetric({ isReadOnly }: KeyStoreCondition): Metric {
  const help = '1 if the key store is a replica, where no key can be issued or revoked.'
  return gauge('offers_key_store_read_only', help, Number(isReadOnly))
}

const LATENCY = 'offers_http_request_duration_seconds'

function requestMetrics(counters: RequestCounters): Metric[] {
  const routes = Object.entries(counters.routes)
  return [
    counter(
      'offers_http_requests_total',
      'Answers. Those with status 304 have no body.',
      routes.flatMap(([route, counts]) => answerSamples(route, counts)),
    ),
    {
      type: 'histogram',
      name: LATENCY,
      help: 'Seconds from the head of a request to the head of its answer.',
      values: routes.flatMap(([route, counts]) => latencySamples(route, counts)),
    },
    counter(
      'offers_http_problems_total',
      'Errors answered, by the code in their bodies.',
      samplesBy('code', Object.entries(counters.problems)),
    ),
  ]
}

function useMetrics({ refusals }: RequestCounters, uses: KeyUses): Metric[] {
  return [
    counter(
      'offers_key_requests_total',
      'Answers by key: an id, the kind of shared keys, or other beyond 1,000 of these. Refused: status 400 to 499, also of keys that are no longer good.',
      Array.from(uses.counted, ([key, { answered, refused }]) => [
        { labels: { key, outcome: 'answered' }, value: answered },
        { labels: { key, outcome: 'refused' }, value: refused },
      ]).flat(),
    ),
    counter(
      'offers_key_refusals_total',
      'Requests without a good key, by reason.',
      samplesBy('reason', Object.entries(refusals)),
    ),
  ]
}

function answerSamples(route: string, { answers }: RouteCounters): Sample[] {
  return Object.entries(answers).flatMap(([key_kind, counts]) =>
    Array.from(counts, (value, status) => ({ labels: { route, status, key_kind }, value })).filter(
      ({ value }) => value > 0,
    ),
  )
}

function latencySamples(route: string, { latencies, seconds }: RouteCounters): Sample[] {
  let total = 0
  const buckets = [...LATENCY_BOUNDS, '+Inf'].map((le, index) => {
    total += at(latencies, index)
    return { metricName: `${LATENCY}_bucket`, labels: { route, le }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${LATENCY}_sum`, labels: { route }, value: seconds },
    { metricName: `${LATENCY}_count`, labels: { route }, value: total },
  ]
}
