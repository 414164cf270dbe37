// The records of the API by their names, out of the types that are made from its description.

import type { components, operations } from './description.ts'

type Schemas = components['schemas']

export type Offer = Schemas['Offer']
export type SnapshotOffer = Schemas['SnapshotOffer']
export type Benefit = Schemas['Benefit']
export type Money = Schemas['Money']
export type Issuer = Schemas['Issuer']
export type IssuerWithCount = Schemas['IssuerWithCount']
export type CategoryWithCount = Schemas['CategoryWithCount']
export type ComunaWithCount = Schemas['ComunaWithCount']
export type Named = Schemas['Named']
export type Weekday = NonNullable<Offer['weekdays']>[number]
export type PageMeta = Schemas['OfferList']['meta']
export type Problem = Schemas['Problem']
export type ProblemCode = Problem['code']
export type ParameterError = Schemas['ParameterError']

/** What every answer says of itself. */
export type Meta = Schemas['OfferDetail']['meta']

/** Parameters that may be left out, as a caller writes them: undefined is absent. */
type Query<T> = { [K in keyof T]?: T[K] | undefined }

/** Filters combine with AND and match exactly; without them it is the whole catalogue. */
export type ListQuery = Query<NonNullable<operations['listOffers']['parameters']['query']>>
export type ChangesQuery = Query<NonNullable<operations['listChanges']['parameters']['query']>>
