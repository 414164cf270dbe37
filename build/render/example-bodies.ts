// The example answers in the description of the API: real answers of the day, shortened.

import type { DescribedDay } from '../../contract/api/description/described-day.ts'
import { type DocumentName, type DocumentSchemaName, RESOURCE_BY_NAME } from '../../contract/api/resources.ts'
import { detailBody, listBody, type VersionedEdition } from '../../contract/api/responses.ts'
import { asList, asRecord, parseJson } from '../../lib/json/json.ts'
import { keysOf } from '../../lib/record-of.ts'
import { type CatalogueOffer, parseOfferLine } from '../day/catalogue-offer.ts'
import type { Lines } from '../day/line-store.ts'

/** The documents with examples: all but the description itself. */
export type DataDocuments = Readonly<Record<Exclude<DocumentName, 'openapi'>, Buffer>>

/** The number of items of lists without pages. */
const SHOWN = 2

/** @param listed in the order of the catalogue */
export function exampleBodies(
  listed: readonly CatalogueOffer[],
  documents: DataDocuments,
  { edition, lines }: { edition: VersionedEdition; lines: Lines },
): Pick<DescribedDay, 'offer' | 'bodies'> {
  const shown = pickExample(listed)
  const line = shown && lines.at(shown.line)
  const window = { count: line ? 1 : 0, total: listed.length, limit: 1, offset: 0 }
  return {
    offer: line ? parseOfferLine(line) : null,
    bodies: {
      OfferList: parse(listBody(line ? [line] : [], edition, window)),
      ChangeList: parse(listBody(line ? [line] : [], edition, { ...window, since: null })),
      OfferDetail: line && parse(detailBody(line, edition)),
      ...ofDocuments(documents),
    },
  }
}

function ofDocuments(documents: DataDocuments): Record<DocumentSchemaName, unknown> {
  const examples = keysOf(documents).map((name) => [
    RESOURCE_BY_NAME[name].success.schema,
    shortened(parse(documents[name])),
  ])
  // `Object.fromEntries` loses the type that there is one for each schema of a document.
  return Object.fromEntries(examples) as Record<DocumentSchemaName, unknown>
}

/** The body of a list as if it had only a few items. */
function shortened(body: unknown): unknown {
  const { data, meta, ...others } = asRecord(body, 'a document')
  const few = asList(data, 'data').slice(0, SHOWN)
  const counts = { count: few.length, total: few.length }
  return { data: few, meta: { ...asRecord(meta, 'meta'), ...counts }, ...others }
}

/** The first offer that has a value for every filter, so that all of them can be tried at once; else the first offer. */
function pickExample(listed: readonly CatalogueOffer[]): CatalogueOffer | undefined {
  return listed.find(({ slugs }) => Object.values(slugs).every((each) => each.length > 0)) ?? listed[0]
}

function parse(body: Buffer): unknown {
  return parseJson(body.toString('utf8'), 'an example')
}
