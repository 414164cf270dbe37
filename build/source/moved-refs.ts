// Notices an issuer whose name a converter spelled differently: its refs return under another slug, and all its offers
// appear twice, as last known and as new ones.

import { isListed } from '../../contract/offers/offer.ts'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { groupBy } from '../../lib/lists.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import type { Offers } from '../day/catalogue-offer.ts'

const MIN_REFS = 10

/** A bound, because the search tries the refs of all new offers with every issuer. */
const MAX_TRIES = 2_000_000

export class MovedRefs {
  readonly #known: Offers
  /** The refs of new offers, by issuer. */
  readonly #added = new Map<string, string[]>()

  constructor(known: Offers) {
    this.#known = known
  }

  look({ issuer, ref }: Pick<SourceOffer, 'issuer' | 'ref'>, id: string): void {
    if (this.#known.size === 0 || this.#known.has(id)) return
    const refs = this.#added.get(issuer)
    if (refs) refs.push(ref)
    else this.#added.set(issuer, [ref])
  }

  /** @param current today's offers */
  hints(current: Pick<Offers, 'has'>): string[] {
    let left = MAX_TRIES
    const hints: string[] = []
    const listed = [...this.#known.values()].filter(({ status }) => isListed(status))
    for (const [issuer, offers] of groupBy(listed, (offer) => offer.issuer)) {
      const missing = new Set(offers.map(({ id }) => id).filter((id) => !current.has(id)))
      if (missing.size < MIN_REFS || missing.size * 2 <= offers.length) continue
      for (const [other, refs] of this.#added) {
        left -= refs.length
        if (other === issuer || left < 0) continue
        const moved = refs.filter((ref) => missing.has(mintOfferId(issuer, ref))).length
        if (moved < MIN_REFS || moved * 2 <= offers.length) continue
        hints.push(
          `${formatCount(moved)} refs of ${issuer} came back under ${other}; use \`lookup\` in the mapping`,
        )
      }
    }
    return hints
  }
}
