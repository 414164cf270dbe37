// The rules for value and currency of a benefit by its kind, for the check of the source. The published description
// has them in words, because client generators handle `if` and `then` badly.

import type { AnySchema } from '../../lib/json/schema.ts'

const whenKindIs = (kind: string, properties: Readonly<Record<string, AnySchema>>): AnySchema => ({
  if: { properties: { kind: { const: kind } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
  then: { properties },
})

const aboveZero: AnySchema = { type: 'number', exclusiveMinimum: 0 }
const share: AnySchema = { type: 'number', exclusiveMinimum: 0, maximum: 100 }
const none: AnySchema = { type: 'null' }

export const benefitRules: readonly AnySchema[] = [
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
