// The routes of the API, a row each. Every version has them below its base path. Routing, authentication, caching,
// metric labels, the API description and the page for people read this table.
//
//   kind       published under its path
//   list       pages of offers, by filters, limit and offset
//   changes    pages of offers, by the moment of their last change, limit and offset
//   item       one body for each offer
//   document   one body, the same for everyone
//   snapshot   one file for each kind of key, streamed

import { recordOf, rowsByName } from '../../lib/record-of.ts'
import { KEY_KINDS, KEY_LIMITS, SAMPLE_SIZE } from '../keys/kinds.ts'
import { WITHDRAWN_DAYS } from '../offers/offer.ts'
import type { ProblemCode } from './problems.ts'
import type { ResponseSchemaName } from './responses.ts'
import { type ApiVersion, CURRENT_VERSION } from './versions.ts'

/** How long an answer may be cached, and by which caches (RFC 9111). */
export interface Caching {
  cacheControl: string
  vary: string
}

// SECURITY: only the client may cache an answer that needs a key.
export const PRIVATE_CACHING: Caching = {
  cacheControl: 'private, max-age=3600',
  vary: 'Authorization, Accept-Encoding',
}
export const PUBLIC_CACHING: Caching = { cacheControl: 'public, max-age=3600', vary: 'Accept-Encoding' }

/** A route of the API. */
export interface ResourceRow {
  name: string
  kind: 'list' | 'changes' | 'item' | 'document' | 'snapshot'
  /** Below the base path of a version, with `{id}` in place of the id of an offer. */
  subpath: `/${string}`
  needsKey: boolean
  caching: Caching
  // For the API description.
  operationId: string
  summary: string
  description: string
  /** The 200 and the schema of its body; null if the body is described elsewhere. */
  success: { description: string; schema: ResponseSchemaName | null }
  /** Its errors, in addition to those of every route (`EVERYWHERE` in openapi-responses.ts). */
  problems: readonly ProblemCode[]
}

/** The common part of all lists without pages. */
const WHOLE_LIST = {
  kind: 'document',
  needsKey: true,
  caching: PRIVATE_CACHING,
  problems: ['invalid_parameter', 'unauthorized', 'rate_limited', 'too_many_downloads'],
} as const

export const RESOURCES = [
  {
    name: 'offers',
    kind: 'list',
    subpath: '/offers',
    needsKey: true,
    caching: PRIVATE_CACHING,
    operationId: 'listOffers',
    summary: 'List offers, filtered and paged',
    description:
      'Filters combine with AND and match exactly. A filter that matches nothing gives an empty list.',
    success: { description: 'A page of offers.', schema: 'OfferList' },
    problems: ['invalid_parameter', 'unauthorized', 'scope_exceeded', 'rate_limited', 'too_many_downloads'],
  },
  {
    name: 'changes',
    kind: 'changes',
    subpath: '/changes',
    needsKey: true,
    caching: PRIVATE_CACHING,
    operationId: 'listChanges',
    summary: 'List changes since a time',
    description:
      'Every offer that can be read by its id and has changed since the time `since`, including those that ended ' +
      `or were withdrawn within ${WITHDRAWN_DAYS} days; without \`since\`, all of them. If the \`status\` is ` +
      '`scheduled` or `active`, put the offer into your copy; otherwise remove it.\n\n' +
      'Read all pages, then apply them, and keep the `data_as_of` of the **first** page as the next `since`. If a ' +
      'later page has another `data_as_of`, a new release was published in between: start over. If `total` is more ' +
      'than your key can page to, or the answer is a 410, download the snapshot and continue from its day.',
    success: { description: 'A page of changes.', schema: 'ChangeList' },
    problems: [
      'invalid_parameter',
      'unauthorized',
      'scope_exceeded',
      'history_gone',
      'rate_limited',
      'too_many_downloads',
    ],
  },
  {
    name: 'offer',
    kind: 'item',
    subpath: '/offers/{id}',
    needsKey: true,
    caching: PRIVATE_CACHING,
    operationId: 'readOffer',
    summary: 'Read one offer',
    description: `Includes offers that have ended and, for ${WITHDRAWN_DAYS} days, offers that were withdrawn.`,
    success: { description: 'The offer.', schema: 'OfferDetail' },
    problems: ['invalid_parameter', 'unauthorized', 'not_found', 'rate_limited'],
  },
  {
    ...WHOLE_LIST,
    name: 'issuers',
    subpath: '/issuers',
    operationId: 'listIssuers',
    summary: 'List all issuers',
    description: 'All issuers, ordered by slug.',
    success: { description: 'All issuers.', schema: 'IssuerList' },
  },
  {
    ...WHOLE_LIST,
    name: 'categories',
    subpath: '/categories',
    operationId: 'listCategories',
    summary: 'List all categories',
    description: 'All values of the `category` filter, with their names, ordered by slug.',
    success: { description: 'All categories.', schema: 'CategoryList' },
  },
  {
    ...WHOLE_LIST,
    name: 'comunas',
    subpath: '/comunas',
    operationId: 'listComunas',
    summary: 'List all comunas',
    description: 'All values of the `comuna` filter, with their names and regions, ordered by slug.',
    success: { description: 'All comunas.', schema: 'ComunaList' },
  },
  {
    name: 'snapshot',
    kind: 'snapshot',
    subpath: '/snapshot',
    needsKey: true,
    caching: PRIVATE_CACHING,
    operationId: 'downloadSnapshot',
    summary: 'Download the catalogue of the day',
    description:
      `Gzip-compressed NDJSON, one \`SnapshotOffer\` a line. ${snapshotContents()} ` +
      'Resume a broken download with `Range` and `If-Range`, or `If-Match`. Without either you may join the parts of two ' +
      'days, which `Repr-Digest` shows.',
    success: { description: 'The snapshot.', schema: null },
    problems: [
      'invalid_parameter',
      'unauthorized',
      'range_not_satisfiable',
      'rate_limited',
      'too_many_downloads',
    ],
  },
  {
    name: 'openapi',
    kind: 'document',
    subpath: '/openapi.json',
    needsKey: false,
    caching: PUBLIC_CACHING,
    operationId: 'describeApi',
    summary: 'Read this description',
    description: 'Needs no key.',
    success: { description: 'This document.', schema: null },
    problems: ['invalid_parameter'],
  },
] as const satisfies readonly ResourceRow[]

export type ResourceName = (typeof RESOURCES)[number]['name']

/** The resources of a kind. */
type ResourceOf<K extends ResourceRow['kind']> = Extract<(typeof RESOURCES)[number], { kind: K }>

export const RESOURCE_NAMES: readonly ResourceName[] = RESOURCES.map(({ name }) => name)

const isDocument = (row: (typeof RESOURCES)[number]): row is ResourceOf<'document'> => row.kind === 'document'

/** The names of the resources that have one body for everyone. */
export type DocumentName = ResourceOf<'document'>['name']
export const DOCUMENT_NAMES: readonly DocumentName[] = RESOURCES.filter(isDocument).map(({ name }) => name)

/** The schemas of the bodies of documents. The API description is a document without one. */
export type DocumentSchemaName = NonNullable<ResourceOf<'document'>['success']['schema']>

/** The row of each resource. */
export const RESOURCE_BY_NAME: Readonly<Record<ResourceName, ResourceRow>> = rowsByName(RESOURCES)

/** The path of each resource in a version of the API, with `{id}` in place of the id of an offer. */
export function pathsIn({ basePath }: Pick<ApiVersion, 'basePath'>): Readonly<Record<ResourceName, string>> {
  return recordOf(RESOURCE_NAMES, (name) => basePath + RESOURCE_BY_NAME[name].subpath)
}

/** The paths in the version that newcomers use. */
export const PATHS = pathsIn(CURRENT_VERSION)

function snapshotContents(): string {
  const sentences = KEY_KINDS.map((kind) =>
    KEY_LIMITS[kind].snapshot === 'full'
      ? `a ${kind} key gets all`
      : `a ${kind} key gets a sample of ${SAMPLE_SIZE} offers, spread over issuers and categories, which \`X-Sample\` names`,
  ).join('; ')
  return `${sentences.charAt(0).toUpperCase()}${sentences.slice(1)}.`
}
