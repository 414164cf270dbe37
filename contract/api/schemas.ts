// The schemas of everything that the API answers with, by their names in its description: clients generate code
// from them, tests hold every answer against them.

import { benefitSchema, issuerSchema, moneySchema, offerSchema, slugAndNameSchema } from '../offers/offer.ts'
import { parameterErrorSchema, problemSchema } from './problems.ts'
import {
  categoryWithCountSchema,
  comunaWithCountSchema,
  issuerWithCountSchema,
  RESPONSE_SCHEMAS,
  snapshotOfferSchema,
} from './responses.ts'

export const PUBLISHED_SCHEMAS = {
  Offer: offerSchema,
  SnapshotOffer: snapshotOfferSchema,
  Benefit: benefitSchema,
  Money: moneySchema,
  Issuer: issuerSchema,
  IssuerWithCount: issuerWithCountSchema,
  CategoryWithCount: categoryWithCountSchema,
  ComunaWithCount: comunaWithCountSchema,
  Named: slugAndNameSchema,
  ...RESPONSE_SCHEMAS,
  Problem: problemSchema,
  ParameterError: parameterErrorSchema,
}

export type PublishedSchemaName = keyof typeof PUBLISHED_SCHEMAS
