import { LARGEST_PAGE, LARGEST_PAGES } from '../api/description.ts'
import { OffersError } from '../api/errors.ts'
import type { Key } from '../api/options.ts'
import type { ListQuery } from '../api/types.ts'
import type { OfferPage } from './page.ts'

/**
 * Pages as large as the key may read, by the kind that its beginning names. If a key may ask for less than that, it is
 * refused once, and the refusal names its limit.
 */
export class LargestPage {
  /** The most that the key may ask for, as far as it is known. */
  #limit: number = LARGEST_PAGE

  /**
   * Reads a page. Without a `limit` in the query it is as large as the key may read; a larger `limit` than that is lowered.
   * @throws {OffersError} also `scope_exceeded`, if the refusal is about something else
   */
  async read<Q extends ListQuery>(
    read: (query: Q) => Promise<OfferPage<Q>>,
    query: Q,
    key: Key,
  ): Promise<OfferPage<Q>> {
    const [, ofKind] = LARGEST_PAGES.find(([prefix]) => key?.startsWith(prefix)) ?? []
    const limit = query.limit ?? Math.min(this.#limit, ofKind ?? LARGEST_PAGE)
    try {
      return await read({ ...query, limit })
    } catch (error) {
      const allowed = allowedLimit(error)
      // A refusal that allows what was asked for would come again.
      if (allowed === undefined || allowed >= limit) throw error
      this.#limit = allowed
      return await read({ ...query, limit: allowed })
    }
  }
}

/** The limit that a refusal allows; undefined if it is no refusal of a limit. */
function allowedLimit(error: unknown): number | undefined {
  if (!(error instanceof OffersError) || error.code !== 'scope_exceeded') return undefined
  const maximum = error.errors.find(({ param }) => param === 'limit')?.maximum
  return Number.isSafeInteger(maximum) && Number(maximum) > 0 ? maximum : undefined
}
