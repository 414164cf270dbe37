// The description of the API, OpenAPI 3.1. The build writes it once a day, with the day's own slugs as examples.

import { DEFAULT_LIMIT, KEY_KINDS, KEY_LIMITS, RATE_WINDOW_SECONDS, WIDEST_LIMITS } from '../keys/kinds.ts'
import { type AnySchema, offerId, slug } from '../lib/schema.ts'
import { type Edition, SCHEMA_VERSION } from './edition.ts'
import { FILTERS, type FilterSlugs } from './filters.ts'
import { HEADERS, problemResponses, responsesOf } from './openapi-responses.ts'
import { RESOURCES, type ResourceRow } from './resources.ts'
import { PUBLISHED_SCHEMAS } from './schemas.ts'

/** What of the day is in the description. */
export interface DescribedDay {
  edition: Edition
  /** The slugs that lists can be filtered by, sorted. */
  slugs: FilterSlugs
  /** The id of an offer, or null on a day without any. */
  offer: string | null
}

export function describeApi(day: DescribedDay): AnySchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Offers Catalogue',
      version: SCHEMA_VERSION,
      summary: 'A read-only, daily catalogue of consumer offers, grouped by issuer.',
      description: aboutTheApi(),
    },
    // Relative to the description itself, so that it holds below any path.
    servers: [{ url: '..', description: 'The gateway that this description was read from.' }],
    security: [{ key: [] }],
    tags: [{ name: 'catalogue', description: 'The catalogue of the day.' }],
    paths: Object.fromEntries(RESOURCES.map((row) => [row.path, { get: operationOf(row, day) }])),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `Authorization: Bearer <API_KEY>`.',
        },
      },
      schemas: PUBLISHED_SCHEMAS,
      headers: HEADERS,
      responses: problemResponses(),
    },
    'x-meta': { data_as_of: day.edition.data_as_of, attribution: day.edition.attribution },
  }
}

function aboutTheApi(): string {
  const limits = KEY_KINDS.map((kind) => {
    const { maxLimit, maxOffset, requests, countedBy } = KEY_LIMITS[kind]
    return `- ${kind} key: limit up to ${maxLimit}, offset up to ${maxOffset}, ${requests} requests in ${RATE_WINDOW_SECONDS} s, counted by ${countedBy}.`
  })
  return [
    'The data changes once a day. Keep what you fetched, and ask again with `If-None-Match`: a 304 says that it still stands.',
    'Lists are ordered by `updated_at`, newest first, then by `id`. A daily client can stop reading at the first offer that it knows unchanged.',
    'Fields may be added at any time, and so may values of enumerations: pass over what you do not know, and treat unknown values as `other`.',
    limits.join('\n'),
  ].join('\n\n')
}

function operationOf(row: ResourceRow, day: DescribedDay): AnySchema {
  const parameters = parametersOf(row.kind, day)
  return {
    operationId: row.operationId,
    tags: ['catalogue'],
    summary: row.summary,
    description: row.description,
    ...(row.needsKey ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: responsesOf(row),
  }
}

function parametersOf(kind: ResourceRow['kind'], day: DescribedDay): AnySchema[] {
  switch (kind) {
    case 'list':
      return listParameters(day)
    case 'item':
      return [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The id of an offer.',
          schema: day.offer === null ? offerId : { ...offerId, examples: [day.offer] },
        },
      ]
    case 'document':
      return []
    case 'snapshot':
      return [
        {
          name: 'Range',
          in: 'header',
          required: false,
          description: 'One range of bytes (RFC 9110).',
          schema: { type: 'string', examples: ['bytes=1024-'] },
        },
      ]
  }
}

function listParameters({ slugs }: DescribedDay): AnySchema[] {
  return [
    ...FILTERS.map(({ name, description }) => {
      const schema = slugs[name].length > 0 ? { ...slug, examples: slugs[name] } : slug
      return { name, in: 'query', required: false, description, schema }
    }),
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

function numberParameter(name: string, description: string, bounds: AnySchema): AnySchema {
  return { name, in: 'query', required: false, description, schema: { type: 'integer', ...bounds } }
}

function maxima(bound: 'maxLimit' | 'maxOffset'): string {
  return `At most ${KEY_KINDS.map((kind) => `${KEY_LIMITS[kind][bound]} with a ${kind} key`).join(', ')}.`
}
