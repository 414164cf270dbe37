// A client for the Offers Catalogue API: for Node, browsers, Deno, Bun and workers.

export {
  benefitKindOf,
  issuerTypeOf,
  type KnownBenefitKind,
  type KnownIssuerType,
  type KnownStatus,
  statusOf,
} from './api/known.ts'
export type * from './api/types.ts'
export type { Clock } from './clock.ts'
export { type ClientErrorCode, OffersError, type OffersErrorCode } from './errors.ts'
export type { Answer, Rate } from './http/answer.ts'
export { type CacheEntry, type MemoryCacheOptions, memoryCache, type OffersCache } from './http/cache.ts'
export type { Received } from './http/json-reader.ts'
export type { RetryOptions } from './http/retry.ts'
export type { CategoriesBody, ComunasBody, DetailBody, IssuersBody, WholeListBody } from './lists/bodies.ts'
export type { OfferPage } from './lists/page.ts'
export type { ReadPage } from './lists/read-pages.ts'
export type { OfferFilter } from './mirror/find.ts'
export type { Mirror, MirrorOptions, SyncResult } from './mirror/mirror.ts'
export { type CatalogueCopy, type MirrorStore, memoryStore } from './mirror/store.ts'
export { createOffersClient, type OffersClient, type WholeList } from './offers-client.ts'
export type { CallOptions, ClientOptions, Hooks, RequestFacts, TruncatedFacts, WaitFacts } from './options.ts'
export type { Snapshot, SnapshotOptions, SnapshotPart } from './snapshot/open-snapshot.ts'
export type { OffersOfDay } from './snapshot/read-offers.ts'
