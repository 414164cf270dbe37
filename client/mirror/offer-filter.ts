// The filters for searching a copy.

import type { FilterName, KnownBenefitKind, ListQuery, Offer, Weekday } from '../api/types.ts'

/** An offer must pass all filters that are given. Those of the API are slugs. */
export interface OfferFilter extends Pick<ListQuery, FilterName> {
  /**
   * Words in title, merchant, summary, issuer, category or comunas; case and accents don't matter. The best matches come
   * first: those with the most words, then those with whole words, and words of the title.
   */
  text?: string | undefined
  /** Whether an offer must have `all` words of `text`, the default, or `any` of them. */
  match?: 'all' | 'any' | undefined
  /** The name of a region, as `comunas()` has it; case and accents don't matter. */
  region?: string | undefined
  kind?: KnownBenefitKind | undefined
  /** `YYYY-MM-DD`: it holds on this day, by its dates and weekdays. */
  day?: string | undefined
  weekday?: Weekday | undefined
  /** Leaves out offers whose dates or weekdays are unknown. */
  strict?: boolean | undefined
  /** Anything else. */
  where?: ((offer: Offer) => boolean) | undefined
}

/** The slugs with which each filter of the API finds an offer. */
export const SLUGS_OF: Readonly<Record<FilterName, (offer: Offer) => readonly string[]>> = {
  issuer: ({ issuer }) => [issuer.slug],
  category: ({ category }) => [category.slug],
  comuna: ({ comunas }) => comunas.map(({ slug }) => slug),
}
