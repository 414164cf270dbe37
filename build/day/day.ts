// A day that can be published: what the first half of a build makes of a source, and the second half renders.

import type { Offers } from './catalogue-offer.ts'
import type { ChangeReport } from './changes.ts'
import type { LineStore } from './line-store.ts'
import type { Previous } from './memory.ts'
import type { Reference } from './reference.ts'
import type { ReleaseDate } from './release-date.ts'
import type { Verdict } from './verdict.ts'

export interface Day {
  previous: Previous
  reference: Reference
  date: ReleaseDate
  verdict: Verdict
  /** All that can be read today, by id. */
  offers: Offers
  changes: ChangeReport
  /** The rendered lines of the offers. */
  lines: LineStore
}
