// The metrics of a gateway. Loaded only if there is an admin port.

import { isHeldWithoutEnd, type ReleaseManifest } from '../../contract/release/manifest.ts'
import { counter, gauge, histogramText, type Metric, metricsOf } from '../../lib/metrics.ts'
import { SharedWork, sharedFor } from '../../lib/shared-work.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { VERSION } from '../../lib/version.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ObjectWatch } from '../catalogue/object-watch.ts'
import type { PointerTurns } from '../catalogue/pointer-turns.ts'
import { type ConnectionBounds, DROP_REASONS } from '../connections/connection-bounds.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import type { KeyStore, KeyStoreCondition } from '../keys/key-store.ts'
import { countKeys, ENDS_SOON_DAYS, type KeyCounts } from '../keys/key-verdict.ts'
import type { FailureWatches } from './failure-watch.ts'
import type { Readiness } from './readiness.ts'
import { LATENCY_BOUNDS, type RequestCounters } from './request-counters.ts'

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

/** What the metrics are read from. */
export interface MetricsSources {
  gateway: MeasuredGateway
  /** Of the admin port. */
  bounds: MeasuredGateway['connections']
  counters: RequestCounters
  clock: Clock
}

/** How long scrapes share one count of the keys, in milliseconds: listing a large store takes a while. */
const COUNT_MS = 60_000

/** @returns a function that makes the text of a scrape */
export function createMetrics(sources: MetricsSources): () => Promise<string> {
  const { gateway, clock, counters } = sources
  const counted = sharedFor(COUNT_MS, () => countKeys(gateway.keyStore, clock()), clock)
  // No counts if the key store does not answer; requests that need it count that outage.
  const keyCounts = () => counted().catch(() => undefined)
  // Two metrics of one scrape share the answer.
  const conditions = new SharedWork<KeyStoreCondition>()
  const keyCondition = () => conditions.share('', () => gateway.keyStore.condition())
  const format = metricsOf(METRICS, { ...sources, keyCounts, keyCondition }, { ofProcess: true })
  return async () => `${await format()}\n${latencyText(counters)}`
}

interface Source extends MetricsSources {
  keyCounts(): Promise<KeyCounts | undefined>
  keyCondition(): Promise<KeyStoreCondition>
}

const METRICS: readonly Metric<Source>[] = [
  gauge(
    'offers_gateway_build_info',
    ['version', 'node'],
    'Always 1; the labels name the version of the program and of Node.',
    () => [[[VERSION, process.versions.node], 1]],
  ),
  gauge(
    'offers_clock_seconds',
    [],
    'The clock of the gateway, in seconds since the epoch.',
    ({ clock }) => clock() / 1000,
  ),
  gauge(
    'offers_release_info',
    ['release', 'data_as_of'],
    'Always 1; the labels name the current release.',
    (source) => {
      const manifest = manifestOf(source)
      return manifest && [[[manifest.id, manifest.data_as_of], 1]]
    },
  ),
  gauge(
    'offers_catalogue_age_seconds',
    [],
    'Seconds since the moment of the data. Below 0: the moment is in the future.',
    (source) => {
      const manifest = manifestOf(source)
      return manifest && (source.clock() - Date.parse(manifest.data_as_of)) / 1000
    },
  ),
  gauge(
    'offers_broken_issuer_days',
    ['issuer', 'decision'],
    'Days in a row for which the source of an issuer is broken, with the decision of --on-broken; absent if it is whole, or none of its offers is kept or withdrawn.',
    (source) =>
      brokenIssuers(source)
        .filter(({ kept, gone }) => kept > 0 || gone !== 0)
        .map(({ issuer, decision, days }) => [[issuer, decision], days]),
  ),
  gauge(
    'offers_broken_issuer_days_left',
    ['issuer'],
    'Days for which the last known offers of a broken issuer are still kept; absent if none are, or if no day ends it.',
    (source) =>
      brokenIssuers(source)
        .filter((broken) => broken.kept > 0 && !isHeldWithoutEnd(broken))
        .map(({ issuer, keep_days, days }) => [issuer, keep_days - days]),
  ),
  gauge(
    'offers_objects_damaged',
    [],
    'Objects of the current release found missing, empty or cut off, up to 100. Absent unless a folder is served.',
    ({ gateway }) => gateway.objects.damaged,
  ),
  counter(
    'offers_pointer_turns_total',
    [],
    'How often the pointer went back to an older release, or forward again. Absent if a folder is served.',
    ({ gateway }) => gateway.pointerTurns?.total,
  ),
  counter(
    'offers_release_failures_total',
    [],
    'Failed checks of the pointer, or of the release that it names.',
    ({ gateway }) => gateway.failures.release.total,
  ),
  counter(
    'offers_dependency_errors_total',
    ['dependency'],
    'Failed requests, lost connections and failed attempts at new ones, by dependency.',
    ({ gateway: { failures } }) => [
      ['key_store', failures.keyStore.total],
      ['limiter', failures.limiter.total],
      ['origin', failures.origin.total],
    ],
  ),
  counter(
    'offers_connections_dropped_total',
    ['reason'],
    'Connections closed: too many in all or of an address, too many waiting or refused requests, a large answer taken too slowly, or its room needed for another caller.',
    ({ gateway, bounds }) =>
      DROP_REASONS.map((reason) => [reason, gateway.connections.dropped[reason] + bounds.dropped[reason]]),
  ),
  gauge(
    'offers_keys',
    ['state'],
    'Keys in the store, by state. Their sum, and the revoked ones, shrink only if the store loses keys. Absent while the key store does not answer.',
    async ({ keyCounts }) => Object.entries((await keyCounts())?.states ?? {}),
  ),
  gauge(
    'offers_keys_ending_soon',
    [],
    `Valid keys that end within ${ENDS_SOON_DAYS} days. Absent while the key store does not answer.`,
    async ({ keyCounts }) => (await keyCounts())?.endingSoon,
  ),
  gauge(
    'offers_key_store_read_only',
    [],
    '1 if the key store is a replica or refuses changes, so that no key can be issued or revoked.',
    async ({ keyCondition }) => Number((await keyCondition()).isReadOnly),
  ),
  gauge(
    'offers_key_file_bad_lines',
    [],
    'Lines of the key file that count for no key. 0 with Redis.',
    async ({ keyCondition }) => (await keyCondition()).badLines.length,
  ),
  counter(
    'offers_http_requests_total',
    ['route', 'status', 'key_kind'],
    'Answers. Those with status 304 have no body.',
    ({ counters }) => counters.answers(),
  ),
  counter(
    'offers_http_problems_total',
    ['code'],
    'Errors answered, by the code in their bodies.',
    ({ counters }) => Object.entries(counters.problems),
  ),
  counter(
    'offers_key_requests_total',
    ['key', 'outcome'],
    'Answers by key: an id, the kind of shared keys, or other beyond 1,000 of these. Refused: status 400 to 499, also of keys that are no longer valid.',
    ({ gateway }) =>
      Array.from(gateway.keys.uses.counted, ([key, { answered, refused }]) => [
        [[key, 'answered'], answered] as const,
        [[key, 'refused'], refused] as const,
      ]).flat(),
  ),
  counter(
    'offers_key_refusals_total',
    ['reason'],
    'Requests without a valid key, by reason.',
    ({ counters }) => Object.entries(counters.refusals),
  ),
]

/** The manifest of the current release, if there is one. */
function manifestOf({ gateway }: Source): ReleaseManifest | undefined {
  return gateway.catalogue.current?.manifest
}

function brokenIssuers(source: Source): ReleaseManifest['broken_issuers'] {
  return manifestOf(source)?.broken_issuers ?? []
}

function latencyText({ routes }: RequestCounters): string {
  const name = 'offers_http_request_duration_seconds'
  const help = 'Seconds from the head of a request to the head of its answer.'
  const series = Object.entries(routes).map(([route, { latencies, seconds }]) => {
    return { label: route, counts: latencies, sum: seconds }
  })
  return histogramText({ name, label: 'route', help }, LATENCY_BOUNDS, series)
}
