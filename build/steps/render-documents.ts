// Step: the two answers that tell of the catalogue as a whole: the issuers, and the description of the API.

import { describeApi } from '../../contract/api/openapi.ts'
import { type IssuerWithCount, issuersBody } from '../../contract/api/responses.ts'
import { prettyJson } from '../../contract/lib/json.ts'
import type { Issuer } from '../../contract/offers/offer.ts'
import { type CatalogueOffer, parseLine } from '../catalogue/catalogue-offer.ts'
import type { Lines } from '../catalogue/line-store.ts'
import type { ReleaseDate } from '../today.ts'
import type { Reference } from './read-reference.ts'

export interface Described {
  issuers: Buffer
  issuersCount: number
  openapi: Buffer
}

export interface DescribeContext {
  reference: Reference
  today: ReleaseDate
  lines: Lines
}

/** @param listed in the order of the catalogue */
export function describe(
  listed: readonly CatalogueOffer[],
  { reference, today, lines }: DescribeContext,
): Described {
  const issuers = countIssuers(listed, reference.issuers, lines)
  const openapi = describeApi({
    edition: today,
    slugs: {
      issuer: distinct(listed.map(({ issuer }) => issuer)),
      category: distinct(listed.map(({ category }) => category)),
      comuna: distinct(listed.flatMap(({ comunas }) => comunas)),
    },
    offer: listed[0]?.id ?? null,
  })
  return {
    issuers: issuersBody(issuers, today),
    issuersCount: issuers.length,
    openapi: Buffer.from(prettyJson(openapi)),
  }
}

/** All issuers of the source, and those that only offers kept from the days before still name; by slug. */
function countIssuers(
  listed: readonly CatalogueOffer[],
  known: ReadonlyMap<string, Issuer>,
  lines: Lines,
): IssuerWithCount[] {
  const counted = new Map([...known].map(([slug, issuer]) => [slug, { ...issuer, offers_count: 0 }]))
  for (const { issuer: slug, line } of listed) {
    const issuer = counted.get(slug) ?? { ...parseLine(lines.at(line)).issuer, offers_count: 0 }
    issuer.offers_count += 1
    counted.set(slug, issuer)
  }
  return [...counted.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

function distinct(slugs: readonly string[]): string[] {
  return [...new Set(slugs)].sort()
}
