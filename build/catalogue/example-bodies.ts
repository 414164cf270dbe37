// The answers of the day that the description of the API shows as its examples: made as all answers are, and short.

import type { VersionedEdition } from '../../contract/api/edition.ts'
import type { DescribedDay } from '../../contract/api/openapi.ts'
import {
  type CategoryWithCount,
  type ComunaWithCount,
  detailBody,
  type IssuerWithCount,
  listBody,
  wholeListBody,
} from '../../contract/api/responses.ts'
import { type CatalogueOffer, parseLine } from './catalogue-offer.ts'
import type { Lines } from './line-store.ts'

export interface CountedThings {
  issuers: readonly IssuerWithCount[]
  categories: readonly CategoryWithCount[]
  comunas: readonly ComunaWithCount[]
}

/** Lists that come whole are cut to so many. */
const SHOWN = 2

/** @param listed in the order of the catalogue */
export function exampleBodies(
  listed: readonly CatalogueOffer[],
  { issuers, categories, comunas }: CountedThings,
  { edition, lines }: { edition: VersionedEdition; lines: Lines },
): Pick<DescribedDay, 'offer' | 'bodies'> {
  const shown = telling(listed)
  const line = shown && lines.at(shown.line)
  const wholeList = (things: readonly object[]) => parse(wholeListBody(things.slice(0, SHOWN), edition))
  const window = { count: line ? 1 : 0, total: listed.length, limit: 1, offset: 0 }
  return {
    offer: line ? parseLine(line) : null,
    bodies: {
      OfferList: parse(listBody(line ? [line] : [], edition, window)),
      ChangeList: parse(listBody(line ? [line] : [], edition, { ...window, since: null })),
      OfferDetail: line && parse(detailBody(line, edition)),
      IssuerList: wholeList(issuers),
      CategoryList: wholeList(categories),
      ComunaList: wholeList(comunas),
    },
  }
}

/** An offer by which every filter finds something, so that all of them can be tried at once. */
function telling(listed: readonly CatalogueOffer[]): CatalogueOffer | undefined {
  return listed.find(({ slugs }) => Object.values(slugs).every((each) => each.length > 0)) ?? listed[0]
}

function parse(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'))
}
