// The schemas of everything that the API answers with, by their names in its description: clients generate code
// from them, tests hold every answer against them.

import type { AnySchema } from '../lib/schema.ts'
import { object } from '../lib/schema.ts'
import {
  benefitSchema,
  type Issuer,
  issuerMembers,
  moneySchema,
  type Offer,
  offerMembers,
  slugAndNameSchema,
} from '../offers/offer.ts'
import { parameterErrorSchema, problemSchema } from './problems.ts'
import { issuerWithCountSchema, RESPONSE_SCHEMAS, snapshotOfferSchema } from './responses.ts'

export const PUBLISHED_SCHEMAS = {
  Offer: object<Offer>(offerMembers),
  SnapshotOffer: snapshotOfferSchema,
  Benefit: benefitSchema,
  Money: moneySchema,
  Issuer: object<Issuer>(issuerMembers),
  IssuerWithCount: issuerWithCountSchema,
  Named: slugAndNameSchema,
  ...RESPONSE_SCHEMAS,
  Problem: problemSchema,
  ParameterError: parameterErrorSchema,
} as const satisfies Record<string, AnySchema>

export type PublishedSchemaName = keyof typeof PUBLISHED_SCHEMAS
