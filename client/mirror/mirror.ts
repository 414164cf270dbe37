// A copy of the catalogue that is kept up to date: by the snapshot at first, by `/beta/changes` from then on.

import { SAMPLE_POLICIES } from '../api/description.ts'
import type { ChangesQuery, ComunaWithCount, ListQuery, Offer, PageMeta } from '../api/types.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { OffersError } from '../lib/errors.ts'
import type { OfferPage } from '../lists/page.ts'
import type { ReadPage } from '../lists/read-pages.ts'
import type { CallOptions } from '../options.ts'
import type { Snapshot, SnapshotOptions } from '../snapshot/open-snapshot.ts'
import { offersById } from './copy-indexes.ts'
import { CurrentCopy } from './current-copy.ts'
import { findIn } from './find.ts'
import type { OfferFilter } from './offer-filter.ts'
import { shared } from './shared.ts'
import { type CatalogueCopy, type MirrorStore, memoryStore } from './store.ts'

export interface MirrorOptions {
  /** Keeps the copy; in memory if not given. */
  store?: MirrorStore | undefined
  /** The most bytes of text in a copy, since all of it is in memory; 2^28 if not given. */
  maxBytes?: number | undefined
}

export interface SyncResult {
  /** The day of the copy from now on. */
  dataAsOf: string
  /** Where the difference comes from; `nothing` if there is no new day. */
  from: 'snapshot' | 'changes' | 'nothing'
  added: Offer[]
  /** With their present content. */
  changed: Offer[]
  /** With their last content: from the changes with their present status, from the snapshot as in the earlier copy. */
  removed: Offer[]
}

export interface Mirror {
  /**
   * Brings the copy up to date. Calls at the same time share one update, which is cancelled only if all their signals
   * abort.
   * @throws {OffersError} the copy then stays unchanged
   */
  sync(options?: CallOptions): Promise<SyncResult>
  /**
   * Offers of the copy, in the order of the API, or the best matches first if a text is searched. Sends no request.
   * @throws {OffersError} `no_copy` before the first `sync`; `unknown_name` if there is no such issuer, category, comuna
   * or region: the message says which one may be meant
   * @throws {TypeError} for a member, weekday, kind or day that can't be one
   */
  find(filter?: OfferFilter): Promise<Offer[]>
  /** @throws {OffersError} `no_copy` before the first `sync` */
  get(id: string): Promise<Offer | undefined>
  /** The copy itself; undefined before the first `sync`. */
  copy(): Promise<CatalogueCopy | undefined>
}

interface Slug {
  slug: string
}

/** The calls of the client that a mirror needs. */
export interface MirrorSource {
  snapshot(options: SnapshotOptions): Promise<Snapshot | undefined>
  changes(query: ChangesQuery, options: CallOptions): AsyncGenerator<ReadPage<ChangesQuery>, void, undefined>
  list(query: ListQuery, options: CallOptions): Promise<OfferPage>
  issuers(options: CallOptions): Promise<{ data: Slug[] }>
  categories(options: CallOptions): Promise<{ data: Slug[] }>
  comunas(options: CallOptions): Promise<{ data: ComunaWithCount[] }>
}

/** A new day comes once a day. */
const MAX_RESTARTS = 3

/** 100,000 offers have some 100 million. */
const MAX_COPY_BYTES = 2 ** 28

export function createMirror(
  source: MirrorSource,
  { store = memoryStore(), maxBytes = MAX_COPY_BYTES }: MirrorOptions = {},
  clock: Clock = systemClock,
): Mirror {
  const current = new CurrentCopy(store, clock)

  async function sync(call: CallOptions): Promise<SyncResult> {
    // For an hour the cache of a browser would answer that nothing is new.
    const options = { ...call, revalidate: true }
    const before = await current.look()
    const changed = before && (await changesSince(source, before, options))
    const after = changed ?? (await wholeSnapshot(source, before, { ...options, maxBytes }))
    if (!after || after.dataAsOf === before?.dataAsOf) {
      return { dataAsOf: before?.dataAsOf ?? '', from: 'nothing', added: [], changed: [], removed: [] }
    }
    const { gone, ...known } = after
    const next = { ...known, ...(await readNames(source, options)) }
    await current.write(next)
    return {
      dataAsOf: next.dataAsOf,
      from: changed ? 'changes' : 'snapshot',
      ...difference(before?.offers ?? [], next.offers, gone),
    }
  }

  async function held(): Promise<CatalogueCopy> {
    const copy = await current.get()
    if (!copy) throw new OffersError('no_copy', 'the mirror holds no copy: call sync() first')
    return copy
  }

  return {
    copy: () => current.get(),
    sync: shared(sync),
    async find(filter = {}) {
      return findIn(await held(), filter)
    },
    async get(id) {
      return offersById(await held()).get(id)
    },
  }
}

/** The names by which a copy is searched. */
async function readNames(
  source: MirrorSource,
  options: CallOptions,
): Promise<Pick<CatalogueCopy, 'regions' | 'slugs'>> {
  const [issuers, categories, comunas] = await Promise.all([
    source.issuers(options),
    source.categories(options),
    source.comunas(options),
  ])
  const slugsIn = ({ data }: { data: readonly Slug[] }) => data.map(({ slug }) => slug)
  return {
    regions: Object.fromEntries(comunas.data.flatMap(({ slug, region }) => (region ? [[slug, region]] : []))),
    slugs: { issuer: slugsIn(issuers), category: slugsIn(categories), comuna: slugsIn(comunas) },
  }
}

interface Fetched extends Omit<CatalogueCopy, 'regions' | 'slugs'> {
  /** Removed offers, with their present content. */
  gone: ReadonlyMap<string, Offer>
}

/** @returns undefined if the changes are incomplete: then the snapshot is needed */
async function changesSince(
  source: MirrorSource,
  { dataAsOf: since, offers: held, etag: _, regions: __, slugs: ___, ...before }: CatalogueCopy,
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
  const all = new Map(held.map((offer) => [offer.id, offer]))
  const gone = new Map<string, Offer>()
  for (const offer of changes.values()) {
    if (offer.status === 'scheduled' || offer.status === 'active') all.set(offer.id, offer)
    else if (all.delete(offer.id)) gone.set(offer.id, offer)
  }
  return { ...before, ...day, etag: undefined, offers: [...all.values()].sort(byNewest), gone }
}

/** @returns undefined if the copy equals the snapshot */
async function wholeSnapshot(
  source: MirrorSource,
  before: CatalogueCopy | undefined,
  options: SnapshotOptions,
): Promise<Fetched | undefined> {
  for (let restarts = 0; ; restarts++) {
    try {
      const snapshot = await source.snapshot({ ...options, ifNoneMatch: before?.etag })
      if (!snapshot) return undefined
      const offers: Offer[] = []
      let meta: { data_as_of: string; attribution: string } | undefined
      for await (const { meta: ofLine, ...offer } of snapshot.offers()) {
        meta ??= ofLine
        offers.push(offer)
      }
      // An empty snapshot is the same file each day: its tag does not show the day.
      const etag = meta && snapshot.etag
      meta ??= await metaOfNoOffers(source, options)
      const { data_as_of: dataAsOf, attribution } = meta
      return { dataAsOf, attribution, etag, offers: offers.sort(byNewest), gone: new Map() }
    } catch (error) {
      const isNewDay = error instanceof OffersError && error.code === 'catalogue_changing'
      if (!isNewDay || restarts >= MAX_RESTARTS) throw error
    }
  }
}

/** The day of a catalogue of no offers, whose snapshot has no line to name it. */
async function metaOfNoOffers(
  source: MirrorSource,
  { signal, requestId, revalidate, timeoutMs, retry }: CallOptions,
): Promise<PageMeta> {
  const call = { signal, requestId, revalidate, timeoutMs, retry }
  const { meta, answer } = await source.list({ limit: 1 }, call)
  if (meta.total === 0) return meta
  throw new OffersError('catalogue_changing', 'a new day came in: begin again', answer)
}

/** The order of the API. */
function byNewest(a: Offer, b: Offer): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function difference(before: readonly Offer[], after: readonly Offer[], gone: ReadonlyMap<string, Offer>) {
  const had = new Map(before.map((offer) => [offer.id, offer]))
  const has = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !had.has(id)),
    changed: after.filter(({ id, updated_at }) => had.has(id) && had.get(id)?.updated_at !== updated_at),
    removed: before.filter(({ id }) => !has.has(id)).map((offer) => gone.get(offer.id) ?? offer),
  }
}
