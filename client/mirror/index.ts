// A copy of the catalogue, kept up to date and searched.

export type { OfferFilter } from './filters.ts'
export type { FoundFacts } from './find.ts'
export {
  createMirror,
  type FoundOffers,
  type Mirror,
  type MirrorOptions,
  type MirrorSource,
  type SyncResult,
} from './mirror.ts'
export { type CatalogueCopy, type MirrorStore, memoryStore } from './store.ts'
