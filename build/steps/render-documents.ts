// Step: the documents, which describe the catalogue as a whole: its issuers, and the description of the API.

import { FILTER_NAMES } from '../../contract/api/filters.ts'
import { describeApi } from '../../contract/api/openapi.ts'
import type { DocumentName } from '../../contract/api/resources.ts'
import { type IssuerWithCount, issuersBody } from '../../contract/api/responses.ts'
import { compareText } from '../../contract/lib/compare.ts'
import { prettyJson } from '../../contract/lib/json.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import type { Issuer } from '../../contract/offers/offer.ts'
import { type CatalogueOffer, parseLine } from '../catalogue/catalogue-offer.ts'
import type { Lines } from '../catalogue/line-store.ts'
import type { ReleaseDate } from './date-release.ts'
import type { Reference } from './read-reference.ts'

export interface Documents {
  bodies: Readonly<Record<DocumentName, Buffer>>
  /** The number of issuers. */
  issuers: number
}

export interface DocumentContext {
  reference: Reference
  date: ReleaseDate
  lines: Lines
}

/** @param listed in the order of the catalogue */
export function renderDocuments(listed: readonly CatalogueOffer[], context: DocumentContext): Documents {
  const issuers = countOffers(listed, context)
  const description = describeApi({
    edition: context.date,
    slugs: recordOf(FILTER_NAMES, (name) => distinct(listed.flatMap(({ slugs }) => slugs[name]))),
    offer: listed[0]?.id ?? null,
  })
  const bodies = {
    issuers: issuersBody(issuers, context.date),
    openapi: Buffer.from(prettyJson(description)),
  }
  return { bodies, issuers: issuers.length }
}

/** All issuers of the source, and those that only offers kept from the days before still name; by slug. */
function countOffers(
  listed: readonly CatalogueOffer[],
  { reference, lines }: DocumentContext,
): IssuerWithCount[] {
  const withoutOffers = (issuer: Issuer): IssuerWithCount => ({ ...issuer, offers_count: 0 })
  const counted = new Map([...reference.issuers].map(([slug, issuer]) => [slug, withoutOffers(issuer)]))
  for (const { issuer: slug, line } of listed) {
    const issuer = counted.get(slug) ?? withoutOffers(parseLine(lines.at(line)).issuer)
    issuer.offers_count += 1
    counted.set(slug, issuer)
  }
  return [...counted.values()].sort((a, b) => compareText(a.slug, b.slug))
}

function distinct(slugs: readonly string[]): string[] {
  return [...new Set(slugs)].sort()
}
