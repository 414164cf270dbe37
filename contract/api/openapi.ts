// The description of the API, OpenAPI 3.1. The build writes it once a day, with the day's own slugs as examples.

import {
  DEFAULT_LIMIT,
  KEY_KINDS,
  KEY_LIMITS,
  LARGEST_LIMIT,
  RATE_WINDOW_SECONDS,
  SAMPLE_SIZE,
} from '../keys/kinds.ts'
import { offerId, type Schema, slug } from '../lib/schema.ts'
import { SCHEMA_VERSION } from '../offers/offer.ts'
import {
  answerHeaders,
  failures,
  HEADERS,
  headerRef,
  jsonAnswer,
  problemResponses,
} from './openapi-responses.ts'
import { PATHS } from './request-target.ts'
import type { Edition } from './responses.ts'
import { PUBLISHED_SCHEMAS } from './schemas.ts'

/** What of the day stands in the description: the slugs that lists can be filtered by, and an offer to read. */
export interface DescribedDay {
  edition: Edition
  issuers: readonly string[]
  categories: readonly string[]
  comunas: readonly string[]
  /** The id of an offer, or null on a day without any. */
  offer: string | null
}

export function describeApi(day: DescribedDay): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Offers Catalogue',
      version: SCHEMA_VERSION,
      summary: 'A read-only, daily catalogue of consumer offers, grouped by issuer.',
      description: aboutTheApi(),
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [{ name: 'catalogue', description: 'The catalogue of the day.' }],
    paths: {
      [PATHS.offers]: { get: listOffers(day) },
      [`${PATHS.offers}/{id}`]: { get: readOffer(day) },
      [PATHS.issuers]: { get: listIssuers() },
      [PATHS.snapshot]: { get: downloadSnapshot() },
      [PATHS.openapi]: { get: describe() },
    },
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

function listOffers(day: DescribedDay): Schema {
  return {
    operationId: 'listOffers',
    tags: ['catalogue'],
    summary: 'List offers, filtered and paged',
    description:
      'Filters combine with AND and match exactly. A filter that matches nothing gives an empty list.',
    parameters: [
      filter('issuer', 'Keeps only offers of this issuer.', day.issuers),
      filter('category', 'Keeps only offers of this category.', day.categories),
      filter('comuna', 'Keeps only offers that name this comuna.', day.comunas),
      numberParameter('limit', `The page size. ${maxima('maxLimit')}`, {
        minimum: 1,
        maximum: LARGEST_LIMIT,
        default: DEFAULT_LIMIT,
      }),
      numberParameter('offset', `How many offers to skip. ${maxima('maxOffset')}`, {
        minimum: 0,
        maximum: KEY_LIMITS.named.maxOffset,
        default: 0,
      }),
    ],
    responses: {
      200: jsonAnswer('A page of offers.', 'OfferList', ['Link']),
      ...failures('invalid_parameter', 'unauthorized', 'scope_exceeded', 'rate_limited'),
    },
  }
}

function readOffer(day: DescribedDay): Schema {
  return {
    operationId: 'readOffer',
    tags: ['catalogue'],
    summary: 'Read one offer',
    description: 'Also answers offers that have ended, and for 90 days those that were withdrawn.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of an offer.',
        schema: day.offer === null ? offerId : { ...offerId, examples: [day.offer] },
      },
    ],
    responses: {
      200: jsonAnswer('The offer.', 'OfferDetail'),
      ...failures('invalid_parameter', 'unauthorized', 'not_found', 'rate_limited'),
    },
  }
}

function listIssuers(): Schema {
  return {
    operationId: 'listIssuers',
    tags: ['catalogue'],
    summary: 'List all issuers',
    description: 'All of them, ordered by slug.',
    responses: {
      200: jsonAnswer('All issuers.', 'IssuerList'),
      ...failures('invalid_parameter', 'unauthorized', 'rate_limited'),
    },
  }
}

function downloadSnapshot(): Schema {
  const body = { 'application/gzip': { schema: { type: 'string', contentEncoding: 'binary' } } }
  const headers = answerHeaders(['Content-Disposition', 'Repr-Digest', 'Accept-Ranges'])
  return {
    operationId: 'downloadSnapshot',
    tags: ['catalogue'],
    summary: 'Download the catalogue of the day',
    description:
      'Gzip-compressed NDJSON, one `SnapshotOffer` a line. ' +
      `A demo key gets a sample of ${SAMPLE_SIZE} offers, spread over issuers and categories; a named key gets all. ` +
      'A broken download resumes with `Range` and `If-Range`.',
    parameters: [
      {
        name: 'Range',
        in: 'header',
        required: false,
        description: 'One range of bytes (RFC 9110).',
        schema: { type: 'string', examples: ['bytes=1024-'] },
      },
    ],
    responses: {
      200: { description: 'The snapshot.', headers, content: body },
      206: {
        description: 'The part that was asked for.',
        headers: { ...headers, 'Content-Range': headerRef('Content-Range') },
        content: body,
      },
      ...failures('invalid_parameter', 'unauthorized', 'range_not_satisfiable', 'rate_limited'),
    },
  }
}

function describe(): Schema {
  return {
    operationId: 'describeApi',
    tags: ['catalogue'],
    summary: 'Read this description',
    description: 'Needs no key.',
    security: [],
    responses: {
      200: {
        description: 'This document.',
        headers: { ETag: headerRef('ETag'), 'Cache-Control': headerRef('Cache-Control') },
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: { description: 'What you have still stands.' },
      ...failures('invalid_parameter'),
    },
  }
}

function filter(name: string, description: string, values: readonly string[]): Schema {
  const schema = values.length > 0 ? { ...slug, examples: values } : slug
  return { name, in: 'query', required: false, description, schema }
}

function numberParameter(name: string, description: string, bounds: Schema): Schema {
  return { name, in: 'query', required: false, description, schema: { type: 'integer', ...bounds } }
}

function maxima(bound: 'maxLimit' | 'maxOffset'): string {
  return `At most ${KEY_KINDS.map((kind) => `${KEY_LIMITS[kind][bound]} with a ${kind} key`).join(', ')}.`
}
