// Offers of yesterday and their records of today, compared.

import { catalogueOffer, PRESENT } from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { NatureChanges } from '../../../build/source/nature-changes.ts'
import type { Offer, OfferStatus } from '../../../contract/offers/offer.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'
import { record } from './source.ts'

/** The members of an offer that a test sets, before and now. Others are unknown. */
export type Comparable = Partial<
  Pick<Offer, 'valid_from' | 'valid_until' | 'url' | 'merchant' | 'weekdays'>
> & {
  comunas?: string[]
  value?: number | null
  cap?: number | null
}

export interface Night {
  issuer?: string
  /** If it differs from today's. */
  issuerBefore?: string
  status?: OfferStatus
  /** The number of offers with these changes. */
  count?: number
  before: Comparable
  now: Comparable
}

/** The offers are `R-0`, `R-1` … in their order. */
export function compareNights(nights: readonly Night[]): NatureChanges {
  const nature = new NatureChanges()
  const lines = new LineStore()
  let number = 0
  for (const night of nights) {
    const { issuer = 'banco-norte', status = 'active', count = 1, before, now } = night
    const issuerBefore = night.issuerBefore ?? issuer
    for (let each = 0; each < count; each++) {
      const offer: Offer = { ...tinyOffer(number, ''), ...published(before), status }
      const known = { ...catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), PRESENT), issuer }
      const source = sourceRecord({ ref: `R-${number}`, issuer }, now)
      // Like the build, which keeps the line of an unchanged offer.
      const isSame = JSON.stringify(before) === JSON.stringify(now)
      nature.look(source, {
        before: { ...known, issuer: issuerBefore },
        now: known,
        offer: isSame ? undefined : offer,
      })
      number += 1
    }
  }
  return nature
}

function published({ comunas = [], value = null, cap = null, ...others }: Comparable): Partial<Offer> {
  const slugs = comunas.map((slug) => ({ slug, name: slug }))
  return { ...others, comunas: slugs, benefit: benefitOf(value, cap) }
}

function sourceRecord(
  names: Pick<SourceOffer, 'ref' | 'issuer'>,
  { comunas = [], value = null, cap = null, ...others }: Comparable,
): SourceOffer {
  const unknown = { valid_from: null, valid_until: null, url: null, merchant: null, weekdays: null }
  return record({ ...names, ...unknown, ...others, comunas, benefit: benefitOf(value, cap) })
}

function benefitOf(value: number | null, cap: number | null): Offer['benefit'] {
  const amount = cap === null ? null : { value: cap, currency: 'CLP' }
  return { kind: value === null ? 'other' : 'amount', value, currency: 'CLP', cap: amount, summary: 'x' }
}
