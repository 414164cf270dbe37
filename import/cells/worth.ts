// The value of a benefit, and how a column states it.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import type { Money } from './read-number.ts'
import type { FigureKind } from './value-words.ts'

export interface Worth {
  kind: BenefitKind
  value: number
  currency: string | null
}

/** A value, and the cap in the same cell. */
export interface StatedWorth {
  worth: Worth
  cap: Money | null
}

/** How to read a column. */
export interface WorthReading {
  /**
   * text: a form such as "20% de descuento" or "2x1", which says kind and value. discount: the same, and $ 10 alone is a
   * discount. A kind: also a figure alone, which is of this kind.
   */
  as: 'text' | 'discount' | FigureKind
  /**
   * percent: 0,5 without a sign means 0.5 %. share: it means 50 %. cents: 499 means 4.99. Left out: 499 is 499, and 0,5 is
   * not read as a percentage, since it may be 50 %.
   */
  unit?: 'percent' | 'share' | 'cents' | undefined
}
