// The description of the API (OpenAPI 3.1). The build writes it once a day, with records of the day as examples.

import { type AnySchema, slug } from '../../../lib/json/schema.ts'
import { PUBLISHED_DEMO_KEY } from '../../keys/format.ts'
import { DEFAULT_LIMIT, KEY_KINDS, KEY_LIMITS, RATE_WINDOW_SECONDS, WIDEST_LIMITS } from '../../keys/kinds.ts'
import { offerId, WITHDRAWN_DAYS } from '../../offers/offer.ts'
import { FILTERS, type FilterName, filterSlugsOf } from '../filters.ts'
import { pathsIn, RESOURCES, type ResourceRow } from '../resources.ts'
import { PUBLISHED_SCHEMAS, type SnapshotOffer } from '../responses.ts'
import { type Version, versionNamed } from '../versions.ts'
import { type DescribedDay, NO_CONTACT } from './described-day.ts'
import { headersIn, READ_HEADERS, readHeaderRefs } from './openapi-headers.ts'
import { problemResponses, responsesOf } from './openapi-responses.ts'

/** The description of one version of the API. */
export function describeApi(day: DescribedDay): AnySchema {
  const { version, edition, timeZone, license, contact, terms } = day
  const paths = pathsIn(version)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Offers Catalogue',
      version: version.schemaVersion,
      summary: 'A read-only, daily catalogue of consumer offers, grouped by issuer.',
      description: aboutTheApi(day),
      ...(license ? { license } : {}),
      ...(contact ? { contact } : {}),
      ...(terms === undefined ? {} : { termsOfService: terms }),
    },
    // Relative to the description itself, so it is right below any path.
    servers: [{ url: '..', description: 'The gateway that this description was read from.' }],
    security: [{ key: [] }],
    tags: [{ name: 'catalogue', description: 'The catalogue of the day.' }],
    paths: Object.fromEntries(RESOURCES.map((row) => [paths[row.name], { get: operationOf(row, day) }])),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: aboutKeys(day) } },
      schemas: { ...PUBLISHED_SCHEMAS, ...exampleSchemas(day) },
      parameters: READ_HEADERS,
      headers: headersIn(version),
      responses: problemResponses(day),
    },
    'x-meta': {
      data_as_of: edition.data_as_of,
      day: day.day,
      time_zone: timeZone,
      attribution: edition.attribution,
    },
  }
}

function aboutKeys({ contact }: DescribedDay): string {
  const ask = contact ? 'For a named key, ask the contact of this description (`info.contact`).' : NO_CONTACT
  return `${ABOUT_KEYS} ${ask}`
}

const ABOUT_KEYS =
  'An API key, as `Authorization: Bearer <API_KEY>`. The demo key is public, so that anyone can evaluate the API: ' +
  `\`${PUBLISHED_DEMO_KEY}\`. An operator may have revoked it. Keep a named key out of front-end code.`

/**
 * An offer and a line of a snapshot as examples. They are in the schemas, because the lines have no media type that could
 * hold one.
 */
function exampleSchemas({ offer, edition }: DescribedDay): AnySchema {
  if (!offer) return {}
  const { data_as_of, attribution } = edition
  const line: SnapshotOffer = { ...offer, meta: { data_as_of, attribution } }
  return {
    Offer: { ...PUBLISHED_SCHEMAS.Offer, examples: [offer] },
    SnapshotOffer: { ...PUBLISHED_SCHEMAS.SnapshotOffer, examples: [line] },
  }
}

function aboutTheApi({ version, timeZone, day }: DescribedDay): string {
  const limits = KEY_KINDS.map((kind) => {
    const { maxLimit, maxOffset, requests, countedBy } = KEY_LIMITS[kind]
    const reach = `limit up to ${maxLimit}, offset up to ${maxOffset}, so ${maxOffset + maxLimit} offers of a list`
    return `- ${kind} key: ${reach}; ${requests} requests in ${RATE_WINDOW_SECONDS} s, counted by ${countedBy}.`
  })
  return [
    ...aboutTheEnd(version),
    `This is the catalogue of ${day}. Days begin and end in the time zone ${timeZone}; times are in UTC.`,
    'The data changes once a day. Cache answers and revalidate them with `If-None-Match`: a 304 means that your copy is current.',
    'Pages of one list belong together if their `meta.data_as_of` is the same. If it differs, a new release was published in between: start again.',
    `Lists are ordered by \`updated_at\`, newest first, then by \`id\`. A daily client can stop at the first offer that it already has unchanged: by then it has seen every addition and every change, **but no removal**. Offers that ended or were withdrawn are not in lists. \`${pathsIn(version).changes}\` reports changes and removals: use it to keep a copy up to date.`,
    'Members and values of enumerations may be added at any time: ignore unknown members, and treat unknown values as `other`.',
    'HEAD answers like GET, without the body. Any other method gets 405 `method_not_allowed`. Answers are gzipped if the request accepts gzip.',
    limits.join('\n'),
    'A key can have another limit of requests, which the header `RateLimit-Policy` has.',
    'The last page that a key may read has no `next`, even if `meta.total` is larger: narrow the list with filters, or download the snapshot.',
  ].join('\n\n')
}

function aboutTheEnd({ end }: Version): string[] {
  if (!end) return []
  const { basePath } = versionNamed(end.successor)
  return [
    `**This version of the API ends at ${end.sunset}.** From then on its addresses answer 410 \`version_gone\`. ` +
      `\`${basePath}\` replaces it, with the same keys and the same offer ids.`,
  ]
}

function operationOf(row: ResourceRow, day: DescribedDay): AnySchema {
  const parameters = [...parametersOf(row.kind, day), ...readHeaderRefs(row.kind === 'snapshot')]
  return {
    operationId: row.operationId,
    tags: ['catalogue'],
    summary: row.summary,
    description: row.description,
    ...(day.version.end ? { deprecated: true } : {}),
    ...(row.needsKey ? {} : { security: [] }),
    parameters,
    responses: responsesOf(row, day),
  }
}

/** A parameter of a route, in the form of the description. */
export interface DescribedParameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: AnySchema
  example?: unknown
}

/** The parameters that a route reads from its address. */
export function parametersOf(kind: ResourceRow['kind'], day: DescribedDay): DescribedParameter[] {
  switch (kind) {
    case 'list':
      return listParameters(day)
    case 'changes':
      return changesParameters(day)
    case 'item':
      return [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The id of an offer.',
          schema: offerId,
          ...(day.offer ? { example: day.offer.id } : {}),
        },
      ]
    case 'document':
    case 'snapshot':
      return []
  }
}

function listParameters(day: DescribedDay): DescribedParameter[] {
  return [
    ...FILTERS.map(({ name, description }) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema: withExamples(slug, slugsShown(name, day)),
    })),
    ...windowParameters(),
  ]
}

function changesParameters({ edition }: DescribedDay): DescribedParameter[] {
  return [
    {
      name: 'since',
      in: 'query',
      required: false,
      description:
        `The \`data_as_of\` of an earlier answer, at most ${WITHDRAWN_DAYS} days old; without it, all offers that ` +
        'can be read by id.',
      schema: withExamples({ type: 'string', format: 'date-time' }, [edition.data_as_of]),
    },
    ...windowParameters(),
  ]
}

function windowParameters(): DescribedParameter[] {
  return [
    numberParameter('limit', `The page size. ${maxima('maxLimit')}`, {
      minimum: 1,
      maximum: WIDEST_LIMITS.maxLimit,
      default: DEFAULT_LIMIT,
    }),
    numberParameter('offset', `How many offers to skip. ${maxima('maxOffset')}`, {
      minimum: 0,
      maximum: WIDEST_LIMITS.maxOffset,
      default: 0,
    }),
  ]
}

/** At most this many slugs are examples of a filter; `/beta/issuers` and its like list all. */
const SLUGS_SHOWN = 5

/** The slugs of the example offer come first: together they find it. */
function slugsShown(name: FilterName, { slugs, offer }: DescribedDay): string[] {
  const first = offer ? filterSlugsOf(offer)[name] : []
  return [...new Set([...first, ...slugs[name]])].slice(0, SLUGS_SHOWN)
}

/**
 * An optional parameter has its examples in its schema. Tools fill in the example of a parameter, and a first try
 * must not be narrowed by all filters at once.
 */
function withExamples(schema: AnySchema, examples: readonly string[]): AnySchema {
  return examples.length > 0 ? { ...schema, examples } : schema
}

/** Its example is the default, which narrows nothing. */
function numberParameter(
  name: string,
  description: string,
  bounds: { minimum: number; maximum: number; default: number },
): DescribedParameter {
  const schema = { type: 'integer', ...bounds }
  return { name, in: 'query', required: false, description, schema, example: bounds.default }
}

/** `At most 25 with a demo key, 100 with a named key.` */
function maxima(bound: 'maxLimit' | 'maxOffset'): string {
  return `At most ${KEY_KINDS.map((kind) => `${KEY_LIMITS[kind][bound]} with a ${kind} key`).join(', ')}.`
}
