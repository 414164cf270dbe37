// Counts the offers that were rewritten since the previous release, and compares the share with the last weeks. A
// converter that reads the wrong column rewrites most texts at once, which no rule about single issuers notices.

import { formatCount } from '../../lib/text/format-numbers.ts'

/** The share of rewritten offers of each day, oldest first, as the next build remembers it. */
export type PastShares = readonly (readonly [day: string, share: number])[]

export interface Rewritten {
  /** The offers that changed in more than their category, their status, or a later end. */
  offers: number
  /** The offers that both releases list. */
  of: number
  /** The median share of the last days; null while there are too few days. */
  usual: number | null
  /** Whether it is far more than usual. */
  unusual: boolean
}

/** The days that are remembered, and the least number of them for a comparison. */
const DAYS = 14
const MIN_DAYS = 7

// In real catalogues at most a tenth of all offers was rewritten overnight, and the largest issuer had a third of all.
const MIN_OFFERS = 10
const MIN_SHARE = 1 / 3
const TIMES_USUAL = 3

/** @param past the days before, and today if this is not its first release */
export function compareWithPast(
  { offers, of }: Pick<Rewritten, 'offers' | 'of'>,
  past: PastShares,
  today: string,
): Rewritten {
  const shares = before(past, today).map(([, share]) => share)
  const usual = shares.length < MIN_DAYS ? null : median(shares)
  const share = shareOf({ offers, of })
  const isMany = offers >= MIN_OFFERS && share > MIN_SHARE
  return { offers, of, usual, unusual: isMany && usual !== null && share > TIMES_USUAL * usual }
}

/** Adds the share of today. Of several releases of one day the highest counts. */
export function rememberShare(
  rewritten: Pick<Rewritten, 'offers' | 'of'>,
  past: PastShares,
  today: string,
): PastShares {
  if (rewritten.of === 0) return past
  const earlier = past.find(([day]) => day === today)?.[1] ?? 0
  return [...before(past, today), [today, Math.max(earlier, shareOf(rewritten))]]
}

function before(past: PastShares, today: string): PastShares {
  return past.filter(([day]) => day < today).slice(-DAYS)
}

/** Rounded for the memory; 0 if there is nothing to compare. */
function shareOf({ offers, of }: Pick<Rewritten, 'offers' | 'of'>): number {
  return of === 0 ? 0 : Math.round((offers / of) * 10_000) / 10_000
}

/** The higher one of two in the middle. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}

/** E.g. `240 of 300 offers were rewritten (80.0 %), far more than on the last days (1.2 %); check some of them`. */
export function describeRewritten(rewritten: Rewritten): string {
  const { offers, of, usual } = rewritten
  const counted = `${formatCount(offers)} of ${formatCount(of)} offers were rewritten (${percent(shareOf(rewritten))})`
  return `${counted}, far more than on the last days (${percent(usual ?? 0)}); check some of them`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
