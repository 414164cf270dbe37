// The words that published and source schemas share.

import { COUNTRY, CURRENCY, DATE, INSTANT, OFFER_ID, SLUG } from './patterns.ts'

/** A JSON Schema (2020-12), or a part of one. */
export type Schema = { readonly [keyword: string]: unknown }

export const text: Schema = { type: 'string', pattern: '\\S' }

export const slug: Schema = { type: 'string', pattern: SLUG.source }

export const offerId: Schema = { type: 'string', pattern: OFFER_ID.source }

export const date: Schema = { type: 'string', format: 'date', pattern: DATE.source }

export const instant: Schema = { type: 'string', format: 'date-time', pattern: INSTANT.source }

export const country: Schema = { type: 'string', pattern: COUNTRY.source }

export const currency: Schema = { type: 'string', pattern: CURRENCY.source }

export const webAddress: Schema = { type: 'string', format: 'uri', pattern: '^https?://' }

/** The same schema, with null allowed. */
export function nullable(schema: Schema): Schema {
  if (typeof schema.type !== 'string') throw new TypeError('only a schema of one type can be made nullable')
  return { ...schema, type: [schema.type, 'null'] }
}

/** An object that has all of these members; `closed` ones may have no others. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  options: { optional?: readonly string[]; closed?: boolean } = {},
): Schema {
  const optional = options.optional ?? []
  return {
    type: 'object',
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
    ...(options.closed ? { additionalProperties: false } : {}),
  }
}

// What value and currency must be depends on the kind; the published description and the check of the source
// state it with the very same words.
const whenKindIs = (kind: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  if: { properties: { kind: { const: kind } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
  then: { properties },
})

const aboveZero: Schema = { type: 'number', exclusiveMinimum: 0 }
const share: Schema = { type: 'number', exclusiveMinimum: 0, maximum: 100 }
const none: Schema = { type: 'null' }

export const benefitRules: readonly Schema[] = [
  whenKindIs('percentage', { value: share, currency: none }),
  whenKindIs('cashback', { value: aboveZero }),
  {
    if: {
      properties: { kind: { const: 'cashback' }, currency: none },
      required: ['kind', 'currency'],
    },
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
    then: { properties: { value: share } },
  },
  whenKindIs('amount', { value: aboveZero, currency: { type: 'string' } }),
  whenKindIs('fixed_price', { value: aboveZero, currency: { type: 'string' } }),
  whenKindIs('multibuy', { value: { type: 'number', exclusiveMinimum: 1 }, currency: none }),
  whenKindIs('installments', { value: { type: 'integer', minimum: 2 }, currency: none }),
  whenKindIs('other', { value: none, currency: none }),
]
