// A client for the Offers Catalogue API: for Node, browsers, Deno, Bun and workers.

export { type ClientErrorCode, OffersError, type OffersErrorCode } from './api/errors.ts'
export type {
  Answer,
  CacheEntry,
  CallOptions,
  ClientOptions,
  Hooks,
  OffersCache,
  Rate,
  RequestFacts,
  RetryOptions,
  TruncatedFacts,
  WaitFacts,
} from './api/options.ts'
export type * from './api/types.ts'
export { benefitKindOf, issuerTypeOf, statusOf } from './api/types.ts'
export { memoryCache } from './http/cache.ts'
export type { Received } from './http/json-reader.ts'
export type { Clock } from './lib/clock.ts'
export type { CategoriesBody, ComunasBody, DetailBody, IssuersBody, WholeListBody } from './lists/bodies.ts'
export type { OfferPage } from './lists/page.ts'
export type { ReadPage } from './lists/read-pages.ts'
export { createOffersClient, type OffersClient, type WholeList } from './offers-client.ts'
export type { Snapshot, SnapshotOptions } from './snapshot/open-snapshot.ts'
export type { OffersOfDay } from './snapshot/read-offers.ts'
