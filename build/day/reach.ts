// How far the pages of a release reach.

export interface Reach {
  /** Combinations of filters that hold an offer, the unfiltered list among them. */
  lists: number
  pages: number
  /** Lists with more offers than a named key can page to. */
  beyond: number
}
