// Reads answers of a new release from disk, like a gateway, and checks them by their meaning: looks up in the offers what
// the text of a target asks for. It does not use the plan of the answers, because a mistake in that would agree with
// itself.

import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { FILTER_NAMES } from '../../../contract/api/filters.ts'
import {
  ROUTE_NAMES,
  type RouteMatch,
  type RouteName,
  routeOf,
  splitTarget,
} from '../../../contract/api/request-target.ts'
import {
  DEFAULT_LIMIT,
  KEY_KINDS,
  KEY_LIMITS,
  LARGE_PAGE_SIZE,
  WIDEST_LIMITS,
} from '../../../contract/keys/kinds.ts'
import type { ReleaseReader } from '../../../contract/release/reader.ts'
import type { TargetTable } from '../../../contract/release/target-table.ts'
import { failingAs, OperatorError } from '../../../lib/errors.ts'
import { asRecord, parseJson } from '../../../lib/json/json.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type { CatalogueOffer } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import type { RenderedRelease } from '../../day/release-draft.ts'

/** The parts of a release that its answers are checked by. */
export type Checkable = Pick<
  RenderedRelease,
  'date' | 'listed' | 'readable' | 'byChange' | 'documents' | 'home' | 'snapshots' | 'reach'
> & { lines: Lines }

/** The answers that are read. Some more are, because the first of each route always is. */
const READ_ANSWERS = 200

/**
 * Checks that each route has as many answers as it must have. Reads the first of each, and others at equal distances.
 * @throws {OperatorError} `not-verified` with the first fault
 */
export async function checkAnswers(
  table: TargetTable,
  reader: ReleaseReader,
  release: Checkable,
): Promise<void> {
  const step = Math.ceil(table.count / READ_ANSWERS)
  const known = { ...release, ...byValue(release) }
  const found = recordOf(ROUTE_NAMES, () => 0)
  for (const { target, ...entry } of table) {
    const { path, search } = splitTarget(target)
    const match = routeOf(path)
    if (!match) throw notPublished(`${target}: has no route`)
    const isRead = found[match.route] % step === 0
    found[match.route] += 1
    if (!isRead) continue
    const { body } = await reader.object(entry)
    const answer = { match, path, asked: new URLSearchParams(search), body, total: entry.total }
    const isRight = failingAs('not-verified', target, () => IS_RIGHT[match.route](answer, known))
    if (!isRight) throw notPublished(`${target}: not the answer to this`)
  }
  const expected = countAnswers(release)
  for (const route of ROUTE_NAMES) {
    const [count, right] = [found[route], expected[route]]
    if (count !== right) throw notPublished(`${route}: expected ${right} answers, found ${count}`)
  }
}

export function notPublished(fault: string): OperatorError {
  return new OperatorError('not-verified', `the new release is not published: ${fault}`)
}

/** The number of answers that a release must have. */
function countAnswers({ reach, byChange, readable, documents, home }: Checkable): Record<RouteName, number> {
  const versions = documents.bodies.size
  const lastOffset = Math.min(Math.max(byChange.length - 1, 0), WIDEST_LIMITS.maxOffset)
  const pagesOfChanges = [DEFAULT_LIMIT, LARGE_PAGE_SIZE].map((limit) => Math.floor(lastOffset / limit) + 1)
  return {
    offers: reach.pages * versions,
    changes: pagesOfChanges.reduce((sum, pages) => sum + pages) * versions,
    offer: readable.length * versions,
    issuers: versions,
    categories: versions,
    comunas: versions,
    openapi: versions,
    snapshot: KEY_KINDS.length * versions,
    home: home.length,
  }
}

/** The offers by what the text of a target can name, so that an answer costs no search through all of them. */
interface Known extends Checkable {
  byId: ReadonlyMap<string, CatalogueOffer>
  /** The listed offers of each value of a filter, e.g. of `category=food`, in the order of the catalogue. */
  byFilter: ReadonlyMap<string, readonly CatalogueOffer[]>
}

function byValue({ readable, listed }: Checkable): Pick<Known, 'byId' | 'byFilter'> {
  const byFilter = new Map<string, CatalogueOffer[]>()
  for (const offer of listed) {
    for (const name of FILTER_NAMES) {
      for (const slug of offer.slugs[name]) {
        const key = `${name}=${slug}`
        const offers = byFilter.get(key)
        if (offers) offers.push(offer)
        else byFilter.set(key, [offer])
      }
    }
  }
  return { byId: new Map(readable.map((offer) => [offer.id, offer])), byFilter }
}

interface Answer {
  match: RouteMatch
  path: string
  asked: URLSearchParams
  body: Buffer
  /** The number of offers that match, in the target table. */
  total: number
}

const IS_RIGHT: Readonly<Record<RouteName, (answer: Answer, known: Known) => boolean>> = {
  offers: (answer, known) => isPageOf(matching(answer.asked, known), answer, known),
  changes: (answer, known) => isPageOf(known.byChange, answer, known),
  offer: ({ path, body }, { byId, lines }) => {
    const asked = byId.get(path.slice(path.lastIndexOf('/') + 1))
    return asked !== undefined && isDeepStrictEqual([membersOf(body).data], offersAt([asked], lines))
  },
  issuers: ({ body }, { documents }) => isDeepStrictEqual(membersOf(body).data, documents.counted.issuers),
  categories: ({ body }, { documents }) =>
    isDeepStrictEqual(membersOf(body).data, documents.counted.categories),
  comunas: ({ body }, { documents }) => isDeepStrictEqual(membersOf(body).data, documents.counted.comunas),
  openapi: ({ match, body }, { documents }) =>
    match.version !== undefined && documents.bodies.get(match.version.name)?.openapi.equals(body) === true,
  snapshot: ({ asked, body }, { snapshots, lines }) => {
    const kind = KEY_KINDS.find((each) => each === asked.get('kind'))
    const found = gunzipSync(body).toString('utf8').split('\n').slice(0, -1)
    const offers = found.map((line) => {
      const { meta: _, ...offer } = membersOf(line)
      return offer
    })
    return (
      kind !== undefined && isDeepStrictEqual(offers, offersAt(snapshots[KEY_LIMITS[kind].snapshot], lines))
    )
  },
  home: ({ path, body }, { home }) => home.some((file) => file.target === path && file.body.equals(body)),
}

/** Searches only the offers of the value that has the fewest. */
function matching(asked: URLSearchParams, { listed, byFilter }: Known): readonly CatalogueOffer[] {
  const wanted = FILTER_NAMES.flatMap((name) => asked.getAll(name).map((slug) => ({ name, slug })))
  const [fewest = listed] = wanted
    .map(({ name, slug }) => byFilter.get(`${name}=${slug}`) ?? [])
    .sort((a, b) => a.length - b.length)
  return fewest.filter(({ slugs }) => wanted.every(({ name, slug }) => slugs[name].includes(slug)))
}

/** Whether an answer is a page of these offers. */
function isPageOf(
  matches: readonly CatalogueOffer[],
  { asked, body, total }: Answer,
  { lines, date }: Checkable,
): boolean {
  const [limit, offset] = [Number(asked.get('limit')), Number(asked.get('offset'))]
  const onPage = matches.slice(offset, offset + limit)
  const { data, meta } = membersOf(body)
  const expected = { data_as_of: date.data_as_of, count: onPage.length, total: matches.length, limit, offset }
  return (
    total === matches.length &&
    isDeepStrictEqual(data, offersAt(onPage, lines)) &&
    isDeepStrictEqual({ ...asRecord(meta, 'meta'), ...expected }, meta)
  )
}

function offersAt(offers: readonly CatalogueOffer[], lines: Lines): unknown[] {
  return offers.map(({ line }) => membersOf(lines.at(line)))
}

function membersOf(json: Buffer | string): Record<string, unknown> {
  return asRecord(parseJson(json.toString(), 'an answer'), 'an answer')
}
