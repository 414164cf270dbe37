// The members of an offer that are compared from day to day: those that can be unknown, by the schema of the offer, and
// the ways in which a converter spoils them.

import { type Benefit, benefitSchema, type Offer, offerSchema } from '../../contract/offers/offer.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import type { AnySchema } from '../../lib/json/schema.ts'
import { recordOf } from '../../lib/record-of.ts'

/** It is null if `value` is no amount of money, so null does not mean unknown. */
const NOT_COMPARED = ['currency'] as const

type CanBeUnknown<T> = {
  [K in keyof T]: null extends T[K] ? K : T[K] extends readonly unknown[] ? K : never
}[keyof T]

type ComparedMember =
  | CanBeUnknown<Offer>
  | `benefit.${Exclude<CanBeUnknown<Benefit>, (typeof NOT_COMPARED)[number]>}`

export const COMPARED_MEMBERS: readonly ComparedMember[] = [
  ...unknownIn(offerSchema),
  ...unknownIn(benefitSchema, 'benefit.'),
] as ComparedMember[]

/**
 * The members that may be null, and lists, which may be empty: `url` with the type `["string", "null"]`, `comunas` with
 * `"array"`, `cap` with `anyOf` a reference or null.
 */
function unknownIn(schema: AnySchema, prefix = ''): string[] {
  const members = Object.entries(schema.properties as Readonly<Record<string, AnySchema>>)
  const unknown = members.filter(([, { type, anyOf }]) =>
    /null|array/.test(JSON.stringify(type ?? anyOf ?? '')),
  )
  return unknown.flatMap(([name]) => (NOT_COMPARED.some((each) => each === name) ? [] : prefix + name))
}

/** Null or an empty list means that the source does not state it. */
export type ComparedMembers = Readonly<Record<ComparedMember, MemberValue>>
/** The value of a compared member. */
export type MemberValue = string | number | readonly string[] | null

export const DAY_MEMBERS = ['valid_from', 'valid_until'] as const satisfies ComparedMember[]
export const NUMBER_MEMBERS = ['benefit.value', 'benefit.cap'] as const satisfies ComparedMember[]

/**
 * Reads the compared members of a record of the source, or of an offer. Both have the same members, but an offer has
 * `{ slug, name }` in place of a slug: of these the slug is compared, of a cap its `value`.
 */
export function comparedMembersOf(record: SourceOffer | Offer): ComparedMembers {
  return recordOf(COMPARED_MEMBERS, (member) => {
    // `benefit.cap` is the member `cap` of the member `benefit`.
    const value = member.split('.').reduce<unknown>((part, name) => memberOf(part, name), record)
    if (Array.isArray(value)) return value.map((item) => String(memberOf(item, 'slug') ?? item))
    return (memberOf(value, 'value') ?? value ?? null) as MemberValue
  })
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
}

export function isKnown(value: MemberValue): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0)
}

/** Whether two different days, as `YYYY-MM-DD`, have day and month swapped. */
export function isSwapped(before: string, now: string): boolean {
  const [year, month, day] = before.split('-')
  return before !== now && now === `${year}-${day}-${month}`
}

/**
 * The exact power of ten by which a number changed: 2 from 15 to 1500. Undefined if it changed otherwise, or not at
 * all.
 */
export function powerOfTen(before: number, now: number): number | undefined {
  if (before === now) return undefined
  const [digits, exponent] = before.toExponential().split('e')
  const [digitsNow, exponentNow] = now.toExponential().split('e')
  return digits === digitsNow ? Number(exponentNow) - Number(exponent) : undefined
}
