// A copy of the catalogue that is kept up to date: by the snapshot at first, and if the changes do not suffice; by
// `/beta/changes` otherwise.

import { FILTERS, SAMPLE_POLICIES } from '../api/description.ts'
import { OffersError } from '../api/errors.ts'
import type { CallOptions } from '../api/options.ts'
import {
  type ChangesQuery,
  type FilterList,
  type KnownStatus,
  type ListQuery,
  type Offer,
  type PageMeta,
  statusOf,
} from '../api/types.ts'
import { type Clock, systemClock, unlessAborted } from '../lib/clock.ts'
import { dayOf } from '../lib/days.ts'
import { inSlices } from '../lib/slices.ts'
import type { OfferPage } from '../lists/page.ts'
import type { ReadPage } from '../lists/read-pages.ts'
import { MAX_SNAPSHOT_BYTES, type Snapshot, type SnapshotOptions } from '../snapshot/open-snapshot.ts'
import { CurrentCopy } from './current-copy.ts'
import type { OfferFilter } from './filters.ts'
import { type FoundFacts, findIn } from './find.ts'
import { offersById } from './once-per-copy.ts'
import { partSharer } from './share-parts.ts'
import { statusOn } from './status-on.ts'
import { type CatalogueCopy, type MirrorStore, memoryStore } from './store.ts'

export interface MirrorOptions {
  /** Keeps the copy; in memory if not given. */
  store?: MirrorStore | undefined
  /**
   * The most bytes of a snapshot, packed or unpacked, since all of it is in memory; 2^28 if not given. A copy has at most
   * an offer for each kB of them, also if it is made by the changes.
   */
  maxBytes?: number | undefined
  /** For tests. */
  clock?: Clock | undefined
}

export interface SyncResult {
  /** The day of the copy from now on. */
  dataAsOf: string
  /** Where the difference comes from; `nothing` if there is no new day, unless a sample has become the whole catalogue. */
  from: 'snapshot' | 'changes' | 'nothing'
  added: Offer[]
  /** With their present content. */
  changed: Offer[]
  /** With their last content: from the changes with their present status, from the snapshot as in the earlier copy. */
  removed: Offer[]
}

/** A window of the offers that were found, and what the search says of it. */
export type FoundOffers = Offer[] & FoundFacts

export interface Mirror {
  /**
   * Brings the copy up to date. Calls at the same time follow each other. A call ends with its own signal; if it is writing
   * then, the copy is still replaced.
   * @throws {OffersError} the copy then stays unchanged
   */
  sync(options?: CallOptions): Promise<SyncResult>
  /**
   * Offers of the copy, in the order of `sort`; without one in the order of the API, or the best matches first if a text is
   * searched. Those that ended before today are left out, unless the filter has `ended`. The list also has `total`, `ended`,
   * `next` and `hints`. Sends no request.
   * @throws {OffersError} `no_copy` before the first `sync`; `damaged_copy`; `unknown_name` if there is no such issuer,
   *   category, comuna or region, or several: the message says which one may be meant
   * @throws {TypeError} for a member, word, day or number that can't be one, for an order by `value` without a `kind`, and
   *   for filters that cannot hold together
   */
  find(filter?: OfferFilter): Promise<FoundOffers>
  /** @throws {OffersError} `no_copy` before the first `sync`; `damaged_copy` */
  get(id: string): Promise<Offer | undefined>
  /**
   * The status of an offer today, in the time zone of the catalogue. Its own `status` is that of the day of its data.
   * @throws {OffersError} `no_copy` before the first `sync`; `damaged_copy`
   */
  statusToday(offer: Offer): Promise<KnownStatus>
  /** The copy itself; undefined before the first `sync`. @throws {OffersError} `damaged_copy` */
  copy(): Promise<CatalogueCopy | undefined>
}

/** An item of a list of issuers, categories or comunas. */
interface NamedItem {
  slug: string
  /** Only comunas have one. */
  region?: string | null
}

/** The calls of the client that a mirror needs. */
export interface MirrorSource
  extends Record<FilterList, (options: CallOptions) => Promise<{ data: readonly NamedItem[] }>> {
  snapshot(options: SnapshotOptions): Promise<Snapshot | undefined>
  changes(query: ChangesQuery, options: CallOptions): AsyncGenerator<ReadPage<ChangesQuery>, void, undefined>
  list(query: ListQuery, options: CallOptions): Promise<OfferPage>
  timeZone(options: CallOptions): Promise<string | undefined>
}

/** A new day comes once a day: more restarts than this have another cause. */
const MAX_RESTARTS = 3

/** A copy may have an offer for each this many of its `maxBytes`. SECURITY: a short line can take much memory. */
const MIN_LINE_BYTES = 1024

/**
 * A copy of the whole catalogue, which `sync` keeps up to date and `find` searches.
 * @param source the client
 * @example
 * ```ts
 * import { createOffersClient } from '@offers-catalogue/client'
 * import { createMirror } from '@offers-catalogue/client/mirror'
 * import { folderStore } from '@offers-catalogue/client/node'
 *
 * const offers = createOffersClient({ baseUrl: 'https://api.example', key: process.env.OFFERS_KEY ?? '' })
 * const mirror = createMirror(offers, { store: folderStore('catalogue') })
 * const { added, removed } = await mirror.sync() // once a day
 * console.log(`${added.length} added, ${removed.length} removed`)
 * const found = await mirror.find({ text: 'cine los miércoles' })
 * console.log(found.map(({ title }) => title).join('\n'))
 * ```
 */
export function createMirror(
  source: MirrorSource,
  { store = memoryStore(), maxBytes = MAX_SNAPSHOT_BYTES, clock = systemClock }: MirrorOptions = {},
): Mirror {
  const current = new CurrentCopy(store, clock)
  let previousSync: Promise<unknown> = Promise.resolve()

  async function requireCopy(): Promise<CatalogueCopy> {
    const copy = await current.get()
    if (!copy) throw new OffersError('no_copy', 'the mirror holds no copy: call sync() first')
    return copy
  }

  const todayIn = ({ timeZone }: CatalogueCopy) => dayOf(clock.now(), timeZone)

  return {
    copy: () => current.get(),
    async sync(call = {}) {
      call.signal?.throwIfAborted()
      // A sync whose signal has aborted may still be writing: the next one waits for it, as two would mix their output.
      const syncing = previousSync.then(() => updateCopy(current, source, { ...call, maxBytes }))
      previousSync = syncing.catch(() => {})
      return await unlessAborted(syncing, call.signal)
    },
    async find(filter = {}) {
      const copy = await requireCopy()
      const { offers, ...facts } = await findIn(copy, filter, todayIn(copy))
      return Object.assign(offers, facts)
    },
    async get(id) {
      return offersById(await requireCopy()).get(id)
    },
    async statusToday(offer) {
      return statusOf({ status: statusOn(offer, todayIn(await requireCopy())) })
    },
  }
}

/** Brings a copy up to date: by the changes since its day, or by the snapshot. */
async function updateCopy(
  current: CurrentCopy,
  source: MirrorSource,
  { maxBytes, ...call }: CallOptions & { maxBytes: number },
): Promise<SyncResult> {
  // Bypasses the cache of a browser, which keeps answers for an hour.
  const options = { ...call, revalidate: true }
  const before = await current.look().catch(noneIfDamaged)
  const isSample = before?.sampleOf !== undefined
  // A sample takes the snapshot, which is whole if the key is another one now; the changes would leave it a sample. A
  // whole copy stays one until a new day, also if the key now gets samples.
  const changed = before && !isSample ? await changesSince(source, before, options) : undefined
  const after = changed ?? (await wholeSnapshot(source, before, { ...options, maxBytes }))
  const hasBecomeWhole = isSample && after?.sampleOf === undefined
  if (!after || (after.dataAsOf === before?.dataAsOf && !hasBecomeWhole)) {
    // There is a copy: it equals the snapshot, or what came is of its day.
    return { dataAsOf: before?.dataAsOf ?? '', from: 'nothing', added: [], changed: [], removed: [] }
  }
  const { gone, ...known } = after
  // A snapshot was checked line by line; changes are checked here alone.
  if (known.offers.length > maxBytes / MIN_LINE_BYTES) throw tooMany(maxBytes)
  const next = { ...known, ...(await readNames(source, options)) }
  await current.write(next)
  return {
    dataAsOf: next.dataAsOf,
    from: changed ? 'changes' : 'snapshot',
    ...(await difference(before?.offers ?? [], next.offers, gone)),
  }
}

/** Takes a damaged copy for none, and throws any other error again. The next sync then takes the snapshot. */
export function noneIfDamaged(error: unknown): undefined {
  if (!(error instanceof OffersError) || error.code !== 'damaged_copy') throw error
}

const tooMany = (maxBytes: number) =>
  new OffersError(
    'too_large',
    `the catalogue has more than ${Math.floor(maxBytes / MIN_LINE_BYTES)} offers: see maxBytes`,
  )

/** The names by which a copy is searched, and the time zone of its days. */
async function readNames(
  source: MirrorSource,
  options: CallOptions,
): Promise<Pick<CatalogueCopy, 'regions' | 'slugs' | 'timeZone'>> {
  const [timeZone, ...lists] = await Promise.all([
    source.timeZone(options),
    ...FILTERS.map(async ({ name, list }) => {
      const { data } = list === null ? { data: [] } : await source[list](options)
      return { name, data }
    }),
  ])
  const regions = lists.flatMap(({ data }) =>
    data.flatMap(({ slug, region }) => (region ? [[slug, region]] : [])),
  )
  return {
    timeZone,
    regions: Object.fromEntries(regions),
    slugs: Object.fromEntries(lists.map(({ name, data }) => [name, data.map(({ slug }) => slug)])),
  }
}

interface Fetched extends Omit<CatalogueCopy, 'regions' | 'slugs' | 'timeZone'> {
  /** Removed offers by id, with their present content; empty for a snapshot, which has none. */
  gone: ReadonlyMap<string, Offer>
}

/** @returns undefined if the changes are incomplete or the key gets samples: then the snapshot is needed */
async function changesSince(
  source: MirrorSource,
  { dataAsOf: since, offers: before }: CatalogueCopy,
  options: CallOptions,
): Promise<Fetched | undefined> {
  const changes = new Map<string, Offer>()
  let day: { dataAsOf: string; attribution: string } | undefined
  try {
    for await (const { data, meta, answer, isTruncated, hasRestarted } of source.changes(
      { since },
      options,
    )) {
      // The snapshot of these keys is a sample; changes do not describe it.
      if (isTruncated || SAMPLE_POLICIES.includes(answer.rate?.policy ?? '')) return undefined
      if (hasRestarted || !day) {
        changes.clear()
        day = { dataAsOf: meta.data_as_of, attribution: meta.attribution }
      }
      for (const offer of data) changes.set(offer.id, offer)
    }
  } catch (error) {
    if (error instanceof OffersError && error.code === 'history_gone') return undefined
    throw error
  }
  if (!day) return undefined
  const all = new Map(before.map((offer) => [offer.id, offer]))
  const gone = new Map<string, Offer>()
  for (const offer of changes.values()) {
    // Only these are in lists and snapshots.
    if (offer.status === 'scheduled' || offer.status === 'active') all.set(offer.id, offer)
    else if (all.delete(offer.id)) gone.set(offer.id, offer)
  }
  // Those that did not change are in order already, which makes sorting quick.
  const offers = [...all.values()].sort(byNewest)
  // No answer named the tag of the snapshot of this day.
  return { ...day, etag: undefined, offers, gone }
}

/** Reads the snapshot, again if a new day comes meanwhile. @returns undefined if the copy equals the snapshot */
async function wholeSnapshot(
  source: MirrorSource,
  before: CatalogueCopy | undefined,
  options: SnapshotOptions & { maxBytes: number },
): Promise<Fetched | undefined> {
  for (let restarts = 0; ; restarts++) {
    try {
      const snapshot = await source.snapshot({ ...options, ifNoneMatch: before?.etag })
      return snapshot && (await readSnapshot(source, snapshot, options))
    } catch (error) {
      const isNewDay = error instanceof OffersError && error.code === 'catalogue_changing'
      if (!isNewDay || restarts >= MAX_RESTARTS) throw error
    }
  }
}

/** The offers of a snapshot, and their day: that of the lines, or of the lists if it has none. */
async function readSnapshot(
  source: MirrorSource,
  snapshot: Snapshot,
  options: CallOptions & { maxBytes: number },
): Promise<Fetched> {
  const offers: Offer[] = []
  let metaOfLines: { data_as_of: string; attribution: string } | undefined
  const sharing = partSharer()
  const turn = inSlices()
  for await (const { meta, ...offer } of snapshot.offers()) {
    metaOfLines ??= meta
    if (offers.length >= options.maxBytes / MIN_LINE_BYTES) throw tooMany(options.maxBytes)
    offers.push(sharing(offer))
    await turn()
  }
  const isSample = SAMPLE_POLICIES.includes(snapshot.answer.rate?.policy ?? '')
  // A list states the number of all offers for a sample, and everything for a snapshot without lines.
  const { data_as_of, attribution, total } =
    metaOfLines && !isSample
      ? { ...metaOfLines, total: offers.length }
      : { ...(await metaOfLists(source, options, metaOfLines?.data_as_of)), ...metaOfLines }
  return {
    dataAsOf: data_as_of,
    attribution,
    // An empty snapshot is the same file each day: its tag does not show the day.
    etag: metaOfLines && snapshot.etag,
    sampleOf: total > offers.length ? total : undefined,
    offers: offers.sort(byNewest),
    gone: new Map(),
  }
}

/**
 * The `meta` of a list, for a snapshot without lines, which does not name its day, and for a sample, which does not name
 * the number of all offers.
 * @param day of the lines; undefined if there are none
 * @throws {OffersError} `catalogue_changing` if the list is of another day than the lines, or has offers and there are none
 */
async function metaOfLists(source: MirrorSource, options: CallOptions, day?: string): Promise<PageMeta> {
  const { meta, answer } = await source.list({ limit: 1 }, options)
  if (day === undefined ? meta.total === 0 : meta.data_as_of === day) return meta
  throw new OffersError('catalogue_changing', 'a new day came in: begin again', answer)
}

/** The order of the API. */
function byNewest(a: Offer, b: Offer): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

async function difference(
  before: readonly Offer[],
  after: readonly Offer[],
  gone: ReadonlyMap<string, Offer>,
): Promise<Pick<SyncResult, 'added' | 'changed' | 'removed'>> {
  const turn = inSlices()
  const had = new Map<string, Offer>()
  for (const offer of before) {
    had.set(offer.id, offer)
    await turn()
  }
  const [added, changed]: [Offer[], Offer[]] = [[], []]
  for (const offer of after) {
    const known = had.get(offer.id)
    had.delete(offer.id)
    if (!known) added.push(offer)
    else if (known.updated_at !== offer.updated_at) changed.push(offer)
    await turn()
  }
  return { added, changed, removed: [...had.values()].map((offer) => gone.get(offer.id) ?? offer) }
}
