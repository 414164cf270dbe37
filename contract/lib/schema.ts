// JSON Schemas that know the TypeScript type they describe: a schema that lacks a member of its type, or says
// something else of it, does not compile. Own code, because published schemas are bytes of the contract
// (`type: ["string","null"]`, open enums) that schema libraries write in other ways.

import { COUNTRY, CURRENCY, DATE, INSTANT, OFFER_ID, SLUG } from './patterns.ts'

/** A JSON Schema (2020-12), or a part of one. */
export type AnySchema = { readonly [keyword: string]: unknown }

declare const TYPE: unique symbol

/** A schema of values of type `T`: exactly of `T`, so neither a wider nor a narrower one fits in its place. */
export type Schema<T> = AnySchema & { readonly [TYPE]?: (value: T) => T }

/** A string that is not blank. */
export const text: Schema<string> = { type: 'string', pattern: '\\S' }

export const slug: Schema<string> = { type: 'string', pattern: SLUG.source }

export const offerId: Schema<string> = { type: 'string', pattern: OFFER_ID.source }

export const date: Schema<string> = { type: 'string', format: 'date', pattern: DATE.source }

export const instant: Schema<string> = { type: 'string', format: 'date-time', pattern: INSTANT.source }

export const country: Schema<string> = { type: 'string', pattern: COUNTRY.source }

export const currency: Schema<string> = { type: 'string', pattern: CURRENCY.source }

export const webAddress: Schema<string> = { type: 'string', format: 'uri', pattern: '^https?://' }

/** The same schema, with null allowed. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const keywords: AnySchema = schema
  if (typeof keywords.type !== 'string') throw new TypeError('only a schema of one type can be made nullable')
  return { ...keywords, type: [keywords.type, 'null'] }
}

/** The same schema with an explanation for people. */
export function described<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description }
}

export function oneOf<const W extends string>(words: readonly W[]): Schema<W> {
  return { type: 'string', enum: words }
}

export function listOf<T>(items: Schema<T>, keywords: AnySchema = {}): Schema<T[]> {
  return { type: 'array', items, ...keywords }
}

/** A schema for each member of `T`, the optional ones included. */
export type MemberSchemas<T> = { readonly [K in keyof T]-?: Schema<Exclude<T[K], undefined>> }

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** An object with these members; `closed` ones may have no others. The optional members of `T` are to be named. */
export function object<T>(
  properties: MemberSchemas<T>,
  options: { optional?: readonly (OptionalKeys<T> & string)[]; closed?: boolean } = {},
): Schema<T> {
  const optional: readonly string[] = options.optional ?? []
  return {
    type: 'object',
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
    ...(options.closed ? { additionalProperties: false } : {}),
  }
}
