// The bytes of JSON answers, and the schemas that describe them. An offer is rendered once, as one line; every
// body that holds it holds that line.
//
//   {"data":[
//   {"id":"off_…",…},
//   {"id":"off_…",…}
//   ],"meta":{…}}
//
// So the line ends of a page are its index: the gateway cuts windows out of prebuilt pages with it (page-lines.ts).

import { jsonLine } from '../lib/json.ts'
import { type AnySchema, described, instant, listOf, object, type Schema, text } from '../lib/schema.ts'
import { type Issuer, issuerMembers, type Offer, offerMembers, refTo } from '../offers/offer.ts'
import { type Edition, SCHEMA_VERSION } from './edition.ts'

/** What `meta` says of a page. `total` counts the offers that match, `count` those on the page. */
export interface PageWindow {
  count: number
  total: number
  limit: number
  offset: number
}

/** `meta` of every JSON answer. */
export interface Meta extends Edition {
  schema_version: string
}

/** An issuer as listed: with the number of its offers that lists hold. */
export interface IssuerWithCount extends Issuer {
  offers_count: number
}

const count = (description: string): Schema<number> => ({ type: 'integer', minimum: 0, description })

export const attributionSchema: Schema<string> = described(
  text,
  'Names the provider of the data and its site.',
)

const editionMembers = {
  data_as_of: described(instant, 'The moment the data refers to.'),
  schema_version: {
    type: 'string',
    examples: [SCHEMA_VERSION],
    description: 'The version of this contract.',
  },
}

/** The schemas of answers, by their names in the API description. */
export const RESPONSE_SCHEMAS = {
  OfferList: object<{ data: Offer[]; meta: Meta & PageWindow }>({
    data: listOf(refTo<Offer>('Offer')),
    meta: object<Meta & PageWindow>({
      ...editionMembers,
      count: count('The offers in this answer.'),
      total: count('The offers that match.'),
      limit: { type: 'integer', minimum: 1, description: 'The page size applied.' },
      offset: count('The offers skipped.'),
      attribution: attributionSchema,
    }),
  }),
  OfferDetail: object<{ data: Offer; meta: Meta }>({
    data: refTo('Offer'),
    meta: object<Meta>({ ...editionMembers, attribution: attributionSchema }),
  }),
  IssuerList: object<{ data: IssuerWithCount[]; meta: Meta & Pick<PageWindow, 'count' | 'total'> }>({
    data: listOf(refTo<IssuerWithCount>('IssuerWithCount')),
    meta: object<Meta & Pick<PageWindow, 'count' | 'total'>>({
      ...editionMembers,
      count: count('The issuers in this answer.'),
      total: count('All issuers.'),
      attribution: attributionSchema,
    }),
  }),
} as const satisfies Record<string, AnySchema>

export type ResponseSchemaName = keyof typeof RESPONSE_SCHEMAS

export const issuerWithCountSchema: Schema<IssuerWithCount> = object<IssuerWithCount>({
  ...issuerMembers,
  offers_count: count('The offers of this issuer that lists hold.'),
})

/** A line of a snapshot. */
export interface SnapshotOffer extends Offer {
  meta: { attribution: string }
}

export const snapshotOfferSchema: Schema<SnapshotOffer> = object<SnapshotOffer>({
  ...offerMembers,
  meta: object<SnapshotOffer['meta']>({ attribution: attributionSchema }),
})

export const LIST_HEAD: Buffer = Buffer.from('{"data":[\n')
const EMPTY_LIST_HEAD = Buffer.from('{"data":[')
const LINE_JOINT = Buffer.from(',\n')

/** A page of a list. `lines` are rendered offers without line ends, or several at once as `linesBetween` cuts them. */
export function listBody(lines: readonly Uint8Array[], edition: Edition, window: PageWindow): Buffer {
  const parts: Uint8Array[] = [lines.length > 0 ? LIST_HEAD : EMPTY_LIST_HEAD]
  lines.forEach((line, index) => {
    if (index > 0) parts.push(LINE_JOINT)
    parts.push(line)
  })
  const { total, limit, offset } = window
  const meta = metaOf(edition, { count: window.count, total, limit, offset })
  parts.push(Buffer.from(`${lines.length > 0 ? '\n' : ''}],"meta":${meta}}\n`))
  return Buffer.concat(parts)
}

/** The answer to one offer's address. */
export function detailBody(line: Uint8Array, edition: Edition): Buffer {
  return Buffer.concat([Buffer.from('{"data":\n'), line, Buffer.from(`\n,"meta":${metaOf(edition, {})}}\n`)])
}

/** The list of all issuers. */
export function issuersBody(issuers: readonly IssuerWithCount[], edition: Edition): Buffer {
  const meta = metaOf(edition, { count: issuers.length, total: issuers.length })
  const lines = issuers.map((issuer) => jsonLine(issuer)).join(',\n')
  return Buffer.from(`{"data":[\n${lines}\n],"meta":${meta}}\n`)
}

/** A line of a snapshot, its line feed included: the offer, then the attribution that travels with it. */
export function snapshotLine(line: Uint8Array, edition: Edition): Buffer {
  const meta = jsonLine({ attribution: edition.attribution })
  return Buffer.concat([line.subarray(0, -1), Buffer.from(`,"meta":${meta}}\n`)])
}

function metaOf({ data_as_of, attribution }: Edition, numbers: Partial<PageWindow>): string {
  return jsonLine({ data_as_of, schema_version: SCHEMA_VERSION, ...numbers, attribution })
}
