// Step: the documents, which describe the catalogue as a whole: what offers can be filtered by, and the description
// of the API.

import { editionIn } from '../../contract/api/edition.ts'
import { FILTER_NAMES, type FilterName } from '../../contract/api/filters.ts'
import { type DescribedDay, describeApi } from '../../contract/api/openapi.ts'
import type { DocumentName } from '../../contract/api/resources.ts'
import {
  type CategoryWithCount,
  type ComunaWithCount,
  type IssuerWithCount,
  wholeListBody,
} from '../../contract/api/responses.ts'
import { CURRENT_VERSION, type Version, type VersionName, versionsIn } from '../../contract/api/versions.ts'
import { compareText } from '../../contract/lib/compare.ts'
import { prettyJson } from '../../contract/lib/json.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import type { Comuna, Offer, SlugAndName } from '../../contract/offers/offer.ts'
import { type CatalogueOffer, parseLine } from '../catalogue/catalogue-offer.ts'
import { type DataDocuments, exampleBodies } from '../catalogue/example-bodies.ts'
import type { Lines } from '../catalogue/line-store.ts'
import type { ReleaseDate } from './date-release.ts'
import type { Reference } from './read-reference.ts'

/** The documents of each version of the API that the release holds, oldest first. */
export type DocumentBodies = ReadonlyMap<VersionName, Readonly<Record<DocumentName, Buffer>>>

export interface CountedThings {
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
}

export interface Documents {
  bodies: DocumentBodies
  counted: CountedThings
  /** The day as it is described in the version that newcomers use. */
  described: DescribedDay
}

export interface DocumentContext {
  reference: Reference
  date: ReleaseDate
  lines: Lines
}

/** @param listed in the order of the catalogue */
export function renderDocuments(listed: readonly CatalogueOffer[], context: DocumentContext): Documents {
  const { reference, date } = context
  const count = <T extends SlugAndName>(
    filter: FilterName,
    known: ReadonlyMap<string, T>,
    unknown: FindNamed<T>,
  ) => countOffers({ filter, known, unknown }, listed, context.lines)
  const issuers: IssuerWithCount[] = count('issuer', reference.issuers, ({ issuer }) => issuer)
  const categories: CategoryWithCount[] = count('category', reference.categories, ({ category }) => category)
  const comunas: ComunaWithCount[] = count('comuna', reference.comunas, comunaOf)
  const { license, contact, time_zone } = reference.catalogue
  const slugs = recordOf(FILTER_NAMES, (name) => distinct(listed.flatMap((offer) => offer.slugs[name])))
  const renderIn = (version: Version) => {
    const edition = editionIn(version, date)
    const data: DataDocuments = {
      issuers: wholeListBody(issuers, edition),
      categories: wholeListBody(categories, edition),
      comunas: wholeListBody(comunas, edition),
    }
    const described: DescribedDay = {
      ...{ version, edition, timeZone: time_zone, day: date.day, license, contact, slugs },
      ...exampleBodies(listed, data, { edition, lines: context.lines }),
    }
    return { described, bodies: { ...data, openapi: Buffer.from(prettyJson(describeApi(described))) } }
  }
  const current = renderIn(CURRENT_VERSION)
  const versions = versionsIn(date.data_as_of).map((version) => {
    const { bodies } = version === CURRENT_VERSION ? current : renderIn(version)
    return [version.name, bodies] as const
  })
  return {
    bodies: new Map(versions),
    counted: { issuers, categories, comunas },
    described: current.described,
  }
}

/** What an offer says of the thing with a slug by which a list can be filtered. */
type FindNamed<T> = (offer: Offer, slug: string) => T

interface Counted<T> {
  filter: FilterName
  /** The things of the source, by slug. */
  known: ReadonlyMap<string, T>
  /** Finds what only an offer that was kept from the days before still names. */
  unknown: FindNamed<T>
}

/** All things of the source, and those that only offers kept from the days before still name; by slug. */
function countOffers<T extends SlugAndName>(
  { filter, known, unknown }: Counted<T>,
  listed: readonly CatalogueOffer[],
  lines: Lines,
): (T & { offers_count: number })[] {
  const withoutOffers = (thing: T) => ({ ...thing, offers_count: 0 })
  const counted = new Map([...known].map(([slug, thing]) => [slug, withoutOffers(thing)]))
  for (const { slugs, line } of listed) {
    for (const slug of slugs[filter]) {
      const thing = counted.get(slug) ?? withoutOffers(unknown(parseLine(lines.at(line)), slug))
      thing.offers_count += 1
      counted.set(slug, thing)
    }
  }
  return [...counted.values()].sort((a, b) => compareText(a.slug, b.slug))
}

function comunaOf({ comunas }: Offer, slug: string): Comuna {
  const name = comunas.find((comuna) => comuna.slug === slug)?.name ?? slug
  return { slug, name, code: null, region: null }
}

function distinct(slugs: readonly string[]): string[] {
  return [...new Set(slugs)].sort()
}
