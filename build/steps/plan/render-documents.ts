// Step: renders the documents about the whole catalogue: the values of the filters, and the description of the API.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import { describeApi } from '../../../contract/api/description/openapi.ts'
import { FILTER_NAMES, type FilterName } from '../../../contract/api/filters.ts'
import { editionIn, wholeListBody } from '../../../contract/api/responses.ts'
import { CURRENT_VERSION, type Version, versionsIn } from '../../../contract/api/versions.ts'
import type { Comuna, Offer, SlugAndName } from '../../../contract/offers/offer.ts'
import { prettyJson } from '../../../lib/json/json.ts'
import { compareText } from '../../../lib/lists.ts'
import { recordOf } from '../../../lib/record-of.ts'
import { type CatalogueOffer, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Day, Reference } from '../../day/day.ts'
import type { Lines } from '../../day/line-store.ts'
import type { CountedValues, Documents } from '../../day/release-draft.ts'
import { type DataDocuments, exampleBodies } from '../../render/example-bodies.ts'

/** @param listed in the order of the catalogue */
export function renderDocuments(
  listed: readonly CatalogueOffer[],
  { reference, date, lines }: Pick<Day, 'reference' | 'date' | 'lines'>,
): Documents {
  const uses = recordOf(FILTER_NAMES, (name) => countUses(listed, name))
  const counted = countValues(reference, uses, lines)
  const { attribution, license, contact, terms, time_zone } = reference.catalogue
  const slugs = recordOf(FILTER_NAMES, (name) => [...uses[name].keys()].sort())
  const renderIn = (version: Version) => {
    const edition = editionIn(version, { data_as_of: date.data_as_of, attribution })
    const data: DataDocuments = {
      issuers: wholeListBody(counted.issuers, edition),
      categories: wholeListBody(counted.categories, edition),
      comunas: wholeListBody(counted.comunas, edition),
    }
    const described: DescribedDay = {
      version,
      edition,
      timeZone: time_zone,
      day: date.day,
      license,
      contact: contact && Object.keys(contact).length > 0 ? contact : undefined,
      terms,
      slugs,
      ...exampleBodies(listed, data, { edition, lines }),
    }
    return { described, bodies: { ...data, openapi: Buffer.from(prettyJson(describeApi(described))) } }
  }
  const current = renderIn(CURRENT_VERSION)
  const versions = versionsIn(date.data_as_of).map((version) => {
    const { bodies } = version === CURRENT_VERSION ? current : renderIn(version)
    return [version.name, bodies] as const
  })
  return { bodies: new Map(versions), counted, described: current.described }
}

/** The number of offers with a slug, and the line of the first of them. */
interface Use {
  offers: number
  line: number
}

function countUses(listed: readonly CatalogueOffer[], filter: FilterName): Map<string, Use> {
  const uses = new Map<string, Use>()
  for (const { slugs, line } of listed) {
    for (const slug of slugs[filter]) {
      const use = uses.get(slug)
      if (use) use.offers += 1
      else uses.set(slug, { offers: 1, line })
    }
  }
  return uses
}

function countValues(
  { issuers, categories, comunas }: Reference,
  uses: Readonly<Record<FilterName, ReadonlyMap<string, Use>>>,
  lines: Lines,
): CountedValues {
  return {
    issuers: withCounts(issuers, uses.issuer, { lines, find: ({ issuer }) => issuer }),
    categories: withCounts(categories, uses.category, { lines, find: ({ category }) => category }),
    comunas: withCounts(comunas, uses.comuna, { lines, find: comunaIn }),
  }
}

/**
 * All items of the source, and those that only kept offers still refer to, in the order of their slugs.
 * @param find the item with this slug in an offer that has it
 */
function withCounts<T extends SlugAndName>(
  known: ReadonlyMap<string, T>,
  uses: ReadonlyMap<string, Use>,
  { lines, find }: { lines: Lines; find: (offer: Offer, slug: string) => T },
): (T & { offers_count: number })[] {
  const unknown = [...uses].filter(([slug]) => !known.has(slug))
  const kept = unknown.map(([slug, { line }]) => find(parseOfferLine(lines.at(line)), slug))
  return [...known.values(), ...kept]
    .map((item) => ({ ...item, offers_count: uses.get(item.slug)?.offers ?? 0 }))
    .sort((a, b) => compareText(a.slug, b.slug))
}

/** An offer has neither code nor region of its comunas. */
function comunaIn({ comunas }: Offer, slug: string): Comuna {
  const name = comunas.find((comuna) => comuna.slug === slug)?.name ?? slug
  return { slug, name, code: null, region: null }
}
