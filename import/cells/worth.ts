// The value of a benefit, and how a column states it.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import type { Money } from './read-number.ts'

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

export type FigureKind = Exclude<BenefitKind, 'other'>

/** What a column holds: benefits with their words, discounts, or figures of a kind. */
export interface WorthReading {
  as: 'text' | 'discount' | FigureKind
  /** percent: 0,5 without a sign means 0.5 %. cents: 499 means 4.99. */
  unit?: 'percent' | 'cents' | undefined
}
