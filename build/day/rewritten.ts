// How many offers were rewritten since the release before, and whether that is far more than in the last weeks: a
// converter that reads another column changes most texts at once, and no rule about single issuers shows it.

import { formatCount } from '../../lib/text/format-numbers.ts'

/** The share of rewritten offers of each day, oldest first, as the next build remembers it. */
export type PastShares = readonly (readonly [day: string, share: number])[]

export interface Rewritten {
  /** The offers that read otherwise, but for their category, their status, and an end that is later now. */
  offers: number
  /** The offers that both releases list. */
  of: number
  /** The median share of the last days; null while too few are remembered. */
  usual: number | null
  /** Whether it is far more than usual. */
  unusual: boolean
}

/** Days that are remembered; with fewer than a week of them nothing is usual. */
const DAYS = 14
const MIN_DAYS = 7

// Of real catalogues at most a tenth of all offers was rewritten overnight, and the largest issuer had a third of them.
const MIN_OFFERS = 10
const MIN_SHARE = 1 / 3
const TIMES_USUAL = 3

/** @param past the days before, today among them if this is not its first release */
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

/** With today's share. Of several releases of one day the most counts. */
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

/** Rounded, as it is remembered; 0 if there is nothing to compare. */
function shareOf({ offers, of }: Pick<Rewritten, 'offers' | 'of'>): number {
  return of === 0 ? 0 : Math.round((offers / of) * 10_000) / 10_000
}

/** Of two in the middle the higher one. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}

/** E.g. `240 of 300 offers were rewritten (80.0 %), far more than on the last days (1.2 %): look at some of them`. */
export function describeRewritten(rewritten: Rewritten): string {
  const { offers, of, usual } = rewritten
  const counted = `${formatCount(offers)} of ${formatCount(of)} offers were rewritten (${percent(shareOf(rewritten))})`
  return `${counted}, far more than on the last days (${percent(usual ?? 0)}): look at some of them`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
