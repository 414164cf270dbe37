// The schemas of everything that the API answers with, by their names in its description: clients generate code
// from them, tests hold every answer against them.

import { described } from '../../lib/json/schema.ts'
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
  Offer: described(
    offerSchema,
    'A discount or benefit. Dates are calendar days, `YYYY-MM-DD`, both ends included.',
  ),
  SnapshotOffer: described(snapshotOfferSchema, 'A line of the snapshot: an offer, and in `meta` its day.'),
  Benefit: described(benefitSchema, 'What one gets; `kind` says how to read `value`.'),
  Money: described(moneySchema, 'An amount of money.'),
  Issuer: described(issuerSchema, 'Who makes offers: a bank, a municipality, a retailer.'),
  IssuerWithCount: described(issuerWithCountSchema, 'An issuer, with the number of its offers.'),
  CategoryWithCount: described(categoryWithCountSchema, 'A category, with the number of its offers.'),
  ComunaWithCount: described(comunaWithCountSchema, 'A comuna, with the number of its offers.'),
  Named: described(
    slugAndNameSchema,
    'What lists can be filtered by: a slug for the filter, a name for people.',
  ),
  ...RESPONSE_SCHEMAS,
  Problem: described(problemSchema, 'An error (RFC 9457). Branch on `code`, never on texts.'),
  ParameterError: described(parameterErrorSchema, 'A parameter that is wrong, or asks for too much.'),
}

export type PublishedSchemaName = keyof typeof PUBLISHED_SCHEMAS
