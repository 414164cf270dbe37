// The members of an offer that are compared from day to day: those that can be unknown, and the ways in which a
// converter spoils them.

import type { Offer } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'

export const COMPARED_MEMBERS = [
  'valid_from',
  'valid_until',
  'url',
  'merchant',
  'weekdays',
  'comunas',
  'benefit.value',
  'benefit.cap',
] as const
export type ComparedMember = (typeof COMPARED_MEMBERS)[number]

/** Null or an empty list means that the source does not state it. */
export type ComparedMembers = Readonly<Record<ComparedMember, MemberValue>>
export type MemberValue = string | number | readonly string[] | null

export const DAY_MEMBERS = ['valid_from', 'valid_until'] as const satisfies ComparedMember[]
export const NUMBER_MEMBERS = ['benefit.value', 'benefit.cap'] as const satisfies ComparedMember[]

export function membersOfRecord(record: SourceOffer): ComparedMembers {
  return membersOf({
    ...{ url: null, merchant: null, weekdays: null },
    ...record,
  })
}

export function membersOfOffer(offer: Offer): ComparedMembers {
  return membersOf({ ...offer, comunas: offer.comunas.map(({ slug }) => slug) })
}

/** The members that can be unknown. A new member of the offer that is missing here does not compile. */
type Nullable = { [K in keyof Offer]: null extends Offer[K] ? K : never }[keyof Offer]

type Compared = Pick<Offer, Nullable | 'benefit'> & { comunas: readonly string[] }

function membersOf({
  valid_from,
  valid_until,
  url,
  merchant,
  weekdays,
  comunas,
  benefit,
  ...forgotten
}: Compared): ComparedMembers {
  forgotten satisfies Record<string, never>
  return {
    ...{ valid_from, valid_until, url, merchant, weekdays, comunas },
    'benefit.value': benefit.value,
    'benefit.cap': benefit.cap?.value ?? null,
  }
}

export function isKnown(value: MemberValue): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0)
}

/** Whether two different days, as `YYYY-MM-DD`, have day and month swapped. */
export function isSwapped(before: string, now: string): boolean {
  const [year, month, day] = before.split('-')
  return before !== now && now === `${year}-${day}-${month}`
}

/** The exact power of ten by which a number changed; undefined if it changed otherwise, or not at all. */
export function powerOfTen(before: number, now: number): number | undefined {
  if (before === now) return undefined
  const [digits, exponent] = before.toExponential().split('e')
  const [digitsNow, exponentNow] = now.toExponential().split('e')
  return digits === digitsNow ? Number(exponentNow) - Number(exponent) : undefined
}
