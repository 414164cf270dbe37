// JSON Schemas with the TypeScript type that they describe, so that a type is derived from its schema and not written
// twice. Own code, because published schemas are part of the contract to the byte (`type: ["string","null"]`, open
// enums), and libraries write them in other ways.

import { COUNTRY, CURRENCY, DATE, INSTANT, MAX_SLUG_LENGTH, SLUG } from '../text/patterns.ts'

/** A JSON Schema (2020-12), or a part of one. */
export type AnySchema = { readonly [keyword: string]: unknown; readonly [EXPECTED]?: string }

/** A symbol is copied with a schema, but not written into its JSON. */
const EXPECTED = Symbol('expected')

/** The same schema with words for texts that don't match its pattern or format: `found "x", expected …`. */
export function expecting<T>(words: string, schema: Schema<T>): Schema<T> {
  return { ...schema, [EXPECTED]: words }
}

export function expectedBy(schema: AnySchema | undefined): string | undefined {
  return schema?.[EXPECTED]
}

declare const TYPE: unique symbol

/** A schema of values of type `T`: exactly of `T`, so neither a wider nor a narrower one fits in its place. */
export type Schema<T> = AnySchema & { readonly [TYPE]?: (value: T) => T }

/** The type of the values that a schema describes. */
export type TypeOf<S> = S extends { readonly [TYPE]?: (value: infer T) => infer _ } ? T : never

export const string: Schema<string> = { type: 'string' }

export const number: Schema<number> = { type: 'number' }

export const aboveZero: Schema<number> = { type: 'number', exclusiveMinimum: 0 }

/** A string that is not blank. */
export const text = expecting<string>('a text that is not blank', { type: 'string', pattern: '\\S' })

export const slug = expecting<string>(
  'a slug: lower-case letters and digits, words joined by hyphens, such as banco-norte',
  { type: 'string', pattern: SLUG.source, maxLength: MAX_SLUG_LENGTH },
)

export const date = expecting<string>('a day of the calendar as YYYY-MM-DD, such as 2026-12-31', {
  type: 'string',
  format: 'date',
  pattern: DATE.source,
})

export const instant: Schema<string> = { type: 'string', format: 'date-time', pattern: INSTANT.source }

// What is published says only the form of a code, so that a client need not know all of them.
export const country: Schema<string> = { type: 'string', pattern: COUNTRY.source }
export const currency: Schema<string> = { type: 'string', pattern: CURRENCY.source }

// What is read has to be a code that exists: `CPL` is one of no currency.
export const knownCountry = expecting<string>('a country of ISO 3166-1, such as CL', {
  type: 'string',
  format: 'country',
})
export const knownCurrency = expecting<string>('a current currency of ISO 4217, such as CLP', {
  type: 'string',
  format: 'currency',
})

// Not the `source` of a regular expression: that has escaped slashes, and the pattern is published.
export const webAddress: Schema<string> = { type: 'string', format: 'uri', pattern: '^https?://[^/?#]' }

/** The same schema of a text, with a bound in characters (code points). */
export function atMost<T extends string | null>(maxLength: number, schema: Schema<T>): Schema<T> {
  return { ...schema, maxLength }
}

/** The same schema, with null allowed. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const keywords: AnySchema = schema
  if (typeof keywords.type !== 'string') throw new TypeError('only a schema of one type can be made nullable')
  const words = Array.isArray(keywords.enum) ? { enum: [...keywords.enum, null] } : {}
  return { ...keywords, type: [keywords.type, 'null'], ...words }
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

type Members = Readonly<Record<string, AnySchema>>

type ObjectOf<P extends Members, O extends keyof P> = { [K in Exclude<keyof P, O>]: TypeOf<P[K]> } & {
  [K in O]?: TypeOf<P[K]>
}

/** An object with these members, some of them optional; a `closed` one may have no others. */
export function object<P extends Members, const O extends keyof P & string = never>(
  properties: P,
  options: { optional?: readonly O[]; closed?: boolean } = {},
): Schema<ObjectOf<P, O>> {
  const optional: readonly string[] = options.optional ?? []
  return {
    type: 'object',
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
    ...(options.closed ? { additionalProperties: false } : {}),
  }
}
