// A copy of the catalogue, and where a mirror keeps it.

import type { FilterName, Offer } from '../api/types.ts'

/** A copy of the catalogue. */
export interface CatalogueCopy {
  /** The day of the copy: `data_as_of`. */
  dataAsOf: string
  /** The provider of the data and its website. */
  attribution: string
  /**
   * Of its days: `America/Santiago`. Without one, as in copies of earlier versions or if the API does not say it, they are
   * those of this machine.
   */
  timeZone?: string | undefined
  /** The entity tag of the snapshot, if the copy equals it. */
  etag: string | undefined
  /** The region of each comuna by slug, where it is known. */
  regions: Readonly<Record<string, string>>
  /**
   * The slugs that the API knows, those without offers included. Without them, as in copies of earlier versions, only
   * those of the offers are known.
   */
  slugs?: { readonly [name in FilterName]?: readonly string[] } | undefined
  /** The number of offers in the whole catalogue, if the copy is the sample of a demo key. */
  sampleOf?: number | undefined
  /** Newest `updated_at` first, then by `id`, as the API lists them. */
  offers: readonly Offer[]
}

/** A copy is written as a whole or not at all, and read unchanged. */
export interface MirrorStore {
  /** @returns undefined if there is none. @throws {OffersError} `damaged_copy` */
  read(): Promise<CatalogueCopy | undefined>
  /** @returns the version of what it wrote, if the store has versions */
  write(copy: CatalogueCopy): Promise<string> | Promise<void>
  /**
   * Changes with each copy that is written, and costs little: a mirror that has a copy asks for it once a second while it
   * is used, and in each sync, and reads the copy again if it has changed. Leave it out if only one mirror writes.
   */
  version?(): Promise<string>
}

/** Keeps a copy for as long as the program runs. */
export function memoryStore(): MirrorStore {
  let kept: CatalogueCopy | undefined
  return {
    read: async () => kept,
    write: async (copy) => {
      kept = copy
    },
  }
}

/** `sample of 100 of 414 offers`; empty if a copy is whole. */
export function sampleText({ offers, sampleOf }: CatalogueCopy): string {
  return sampleOf === undefined ? '' : `sample of ${offers.length} of ${sampleOf} offers`
}
