// The bytes of JSON answers, and the schemas that describe them. An offer is rendered once, as one line; every
// body that holds it holds that line.
//
//   {"data":[
//   {"id":"off_…",…},
//   {"id":"off_…",…}
//   ],"meta":{…}}
//
// So the line ends of a page are its index: with them the gateway cuts windows out of prebuilt pages
// (gateway/catalogue/window.ts).

import { jsonLine } from '../../lib/json/json.ts'
import {
  described,
  instant,
  listOf,
  nullable,
  object,
  type Schema,
  type TypeOf,
  text,
} from '../../lib/json/schema.ts'
import {
  benefitSchema,
  categoryMembers,
  comunaMembers,
  issuerMembers,
  issuerSchema,
  moneySchema,
  type Offer,
  offerMembers,
  offerSchema,
  refTo,
  slugAndNameSchema,
} from '../offers/offer.ts'
import { parameterErrorSchema, problemSchema } from './problems.ts'
import type { ApiVersion } from './versions.ts'

/** The part of `meta` that all answers of a release share. */
export interface Edition {
  /** ISO 8601 UTC with milliseconds. */
  data_as_of: string
  attribution: string
}

/** The part of `meta` that all answers of a release share within one version of the API. */
export interface VersionedEdition extends Edition {
  schema_version: string
}

export function editionIn(
  { schemaVersion }: ApiVersion,
  { data_as_of, attribution }: Edition,
): VersionedEdition {
  return { data_as_of, attribution, schema_version: schemaVersion }
}

const count = (description: string): Schema<number> => ({ type: 'integer', minimum: 0, description })
const pageSize: Schema<number> = { type: 'integer', minimum: 1 }
const version: Schema<string> = { type: 'string' }
const attribution = described(
  text,
  'The provider of the data and its website. Credit it wherever you show the data.',
)

const editionMembers = {
  data_as_of: described(instant, 'The time of the data.'),
  schema_version: described(version, 'The version of this contract.'),
}

const pageMembers = {
  ...editionMembers,
  count: count('The offers in this answer.'),
  total: count('The offers that match.'),
  limit: described(pageSize, 'The page size applied.'),
  offset: count('The offers skipped.'),
  attribution,
}
const pageMeta = object(pageMembers)

const changesMeta = object({
  ...pageMembers,
  since: described(nullable(instant), 'The time in the request; null if it had none.'),
})

/** The part of `meta` that differs by page. `total` counts the offers that match, `count` those on the page. */
type PageWindow = Omit<TypeOf<typeof pageMeta>, keyof typeof editionMembers | 'attribution'> & {
  /** Only for changes; null if the request asked for all of them. */
  since?: string | null | undefined
}

const countOf = (thing: string) => ({
  offers_count: count(`The number of scheduled and active offers of this ${thing}.`),
})

/** An issuer in the list of issuers. */
export type IssuerWithCount = TypeOf<typeof issuerWithCountSchema>
const issuerWithCountSchema = object({ ...issuerMembers, ...countOf('issuer') })

/** A category in the list of categories. */
export type CategoryWithCount = TypeOf<typeof categoryWithCountSchema>
const categoryWithCountSchema = object({ ...categoryMembers, ...countOf('category') })

/** A comuna in the list of comunas. */
export type ComunaWithCount = TypeOf<typeof comunaWithCountSchema>
const comunaWithCountSchema = object({ ...comunaMembers, ...countOf('comuna') })

/** A line of a snapshot. */
export type SnapshotOffer = TypeOf<typeof snapshotOfferSchema>
const snapshotOfferSchema = object({
  ...offerMembers,
  meta: described(
    object({ data_as_of: editionMembers.data_as_of, attribution }),
    'The day and the attribution of the record.',
  ),
})

const ABOUT_META = 'The day, the size and the attribution of this answer.'

/** A list without pages. @param things the plural of its items, for descriptions */
const wholeList = <T>(items: Schema<T>, things: string) =>
  described(
    object({
      data: described(listOf(items), `All ${things}, by slug.`),
      meta: described(
        object({
          ...editionMembers,
          count: count(`The ${things} in this answer.`),
          total: count(`All ${things}.`),
          attribution,
        }),
        ABOUT_META,
      ),
    }),
    `All ${things}.`,
  )

/** The schemas of answers, by their names in the API description. */
const RESPONSE_SCHEMAS = {
  OfferList: described(
    object({
      data: described(listOf(refTo<Offer>('Offer')), 'Newest `updated_at` first, then by `id`.'),
      meta: described(pageMeta, ABOUT_META),
    }),
    'A page of offers.',
  ),
  ChangeList: described(
    object({
      data: described(listOf(refTo<Offer>('Offer')), 'Newest `updated_at` first, then by `id`.'),
      meta: described(changesMeta, ABOUT_META),
    }),
    'A page of changes.',
  ),
  OfferDetail: described(
    object({
      data: refTo<Offer>('Offer'),
      meta: described(object({ ...editionMembers, attribution }), ABOUT_META),
    }),
    'One offer.',
  ),
  IssuerList: wholeList(refTo<IssuerWithCount>('IssuerWithCount'), 'issuers'),
  CategoryList: wholeList(refTo<CategoryWithCount>('CategoryWithCount'), 'categories'),
  ComunaList: wholeList(refTo<ComunaWithCount>('ComunaWithCount'), 'comunas'),
}

export type ResponseSchemaName = keyof typeof RESPONSE_SCHEMAS

/** Behind it the gateway looks for the first offer of a page (gateway/catalogue/window.ts). */
export const LIST_START: Buffer = Buffer.from('{"data":[\n')
const EMPTY_LIST_START = Buffer.from('{"data":[')
const LINE_JOINT = Buffer.from(',\n')

/** A page of a list. `lines` are rendered offers without line ends, or several at once as the gateway cuts them. */
export function listBody(
  lines: readonly Uint8Array[],
  edition: VersionedEdition,
  window: PageWindow,
): Buffer {
  const parts: Uint8Array[] = [lines.length > 0 ? LIST_START : EMPTY_LIST_START]
  lines.forEach((line, index) => {
    if (index > 0) parts.push(LINE_JOINT)
    parts.push(line)
  })
  const { count, total, limit, offset, since } = window
  const meta = metaOf(edition, { count, total, limit, offset, since })
  parts.push(Buffer.from(`${lines.length > 0 ? '\n' : ''}],"meta":${meta}}\n`))
  return Buffer.concat(parts)
}

/** The answer to one offer's address. */
export function detailBody(line: Uint8Array, edition: VersionedEdition): Buffer {
  return Buffer.concat([Buffer.from('{"data":\n'), line, Buffer.from(`\n,"meta":${metaOf(edition, {})}}\n`)])
}

/** A list without pages, one item a line: issuers, categories or comunas. One without items has an empty line. */
export function wholeListBody(items: readonly object[], edition: VersionedEdition): Buffer {
  const meta = metaOf(edition, { count: items.length, total: items.length })
  const lines = items.map((item) => jsonLine(item)).join(',\n')
  return Buffer.from(`{"data":[\n${lines}\n],"meta":${meta}}\n`)
}

/** A line of a snapshot with its line feed: a rendered offer, with its day and attribution as the last member `meta`. */
export function snapshotLine(line: Uint8Array, { data_as_of, attribution }: Edition): Buffer {
  const meta = jsonLine({ data_as_of, attribution })
  // Without the closing bracket of the offer.
  return Buffer.concat([line.subarray(0, -1), Buffer.from(`,"meta":${meta}}\n`)])
}

/** The text of `meta`; it leaves out `since` if that is undefined. */
function metaOf(
  { data_as_of, schema_version, attribution }: VersionedEdition,
  numbers: Partial<PageWindow>,
): string {
  return jsonLine({ data_as_of, schema_version, ...numbers, attribution })
}

/**
 * The schemas of all answers of the API, by their names in its description. Clients generate code from them, and
 * tests check every answer against them.
 */
export const PUBLISHED_SCHEMAS = {
  Offer: described(
    offerSchema,
    'A discount or benefit. Dates are calendar days, `YYYY-MM-DD`, both ends included.',
  ),
  SnapshotOffer: described(snapshotOfferSchema, 'A line of the snapshot: an offer with its day in `meta`.'),
  Benefit: described(benefitSchema, 'The benefit; `kind` says how to read `value`.'),
  Money: described(moneySchema, 'An amount of money.'),
  Issuer: described(issuerSchema, 'An organisation that makes offers: a bank, a municipality, a retailer.'),
  IssuerWithCount: described(issuerWithCountSchema, 'An issuer, with the number of its offers.'),
  CategoryWithCount: described(categoryWithCountSchema, 'A category, with the number of its offers.'),
  ComunaWithCount: described(comunaWithCountSchema, 'A comuna, with the number of its offers.'),
  Named: described(
    slugAndNameSchema,
    'A value that lists can be filtered by: a slug for the filter, a name for people.',
  ),
  ...RESPONSE_SCHEMAS,
  Problem: described(problemSchema, 'An error (RFC 9457). Branch on `code`, never on the texts.'),
  ParameterError: described(parameterErrorSchema, 'A parameter that is wrong, or asks for too much.'),
}
