// A release as the gateway serves it: its table, and its answers in memory.

import type { PageQuery, Window } from '../../contract/api/list-query.ts'
import { descriptionWithAddress, pageWithAddress } from '../../contract/api/own-address.ts'
import {
  type ApiRoute,
  type ParsedRequest,
  parseRequestTarget,
  targetFor,
  targetsIn,
} from '../../contract/api/request-target.ts'
import { editionIn } from '../../contract/api/responses.ts'
import type { Version } from '../../contract/api/versions.ts'
import { type KeyKind, LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { sha256 } from '../../lib/digest.ts'
import { messageOf } from '../../lib/errors.ts'
import { elementAt } from '../../lib/lists.ts'
import { SharedWork } from '../../lib/shared-work.ts'
import type { Coding } from '../http/accept-encoding.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { type Origin, OriginError } from '../origin/origin.ts'
import type { AnswerCache } from './answer-cache.ts'
import { CachedAnswer, type ListWindow, routedTarget, type StoredAnswer } from './cached-answer.ts'
import { SnapshotFile } from './snapshot-file.ts'
import { cutWindow, type LargePage, pagesUnder } from './window.ts'

/** The answer to a request: in memory, or a file to stream. */
export type Representation = CachedAnswer | SnapshotFile

/** A promise only if the answer must first be made from bodies, which may have to be read: frequent answers need none. */
type MaybeLater<T> = T | undefined | Promise<T | undefined>

/** Counts bodies as held in memory, until the returned function is called. */
export type HoldBodies = (answers: readonly CachedAnswer[]) => () => void

interface ReleaseSurroundings {
  origin: Origin
  /** For the answers of this release alone. */
  cache: AnswerCache
  /** Where clients reach the gateway, without a trailing slash, if known. */
  publicUrl?: string | undefined
}

export class Release {
  readonly manifest: ReleaseManifest
  readonly table: TargetTable
  readonly #origin: Origin
  readonly #cache: AnswerCache
  /** Answers being made, by target. */
  readonly #making = new SharedWork<CachedAnswer>()
  /** Objects being read, by digest. */
  readonly #reading = new SharedWork<StoredAnswer>()
  readonly #publicUrl: string | undefined
  /** The results of `holds`. */
  readonly #versions = new Map<Version, boolean>()
  #isRetired = false

  constructor(loaded: LoadedRelease, { origin, cache, publicUrl }: ReleaseSurroundings) {
    this.manifest = loaded.manifest
    this.table = loaded.table
    this.#origin = origin
    this.#cache = cache
    this.#publicUrl = publicUrl
  }

  /**
   * The answer to a valid request; undefined if nothing is published under its target.
   * @param hold counts the bodies from which the answer is made; its errors are passed on
   * @throws {ApiProblem} `history_gone`, or `origin_unavailable` if the build did not know changes or a page is missing
   * @throws {OperatorError} `bad-release` if the table, or a page that the answer is cut out of, is damaged
   * @throws {OriginError} (rejects) if a body that the answer is made from can't be read
   */
  find(request: ParsedRequest, kind: KeyKind | undefined, hold: HoldBodies): MaybeLater<Representation> {
    const target = targetFor(request, kind)
    if (target === undefined) return undefined
    const cached = this.#cache.get(target)
    if (cached) return cached
    const entry = this.table.find(target)
    // Of the answers that need a key, only snapshots are stored as they are.
    if (entry?.storage === 'identity' && kind && request.version) return this.#snapshot(entry, request, kind)
    if (entry && this.#namesAddress(request, entry)) return this.#withAddress(target, entry, request)
    if (entry) return this.#remember(this.#prebuilt(target, entry, request))
    if (!request.query || !request.version) return undefined
    return this.#window(target, request, request.query, hold)
  }

  /** The body of an answer in a coding. The cache weighs the answer again, because it may have grown. */
  async load(answer: CachedAnswer, coding: Coding): Promise<Buffer> {
    const body = await answer.load(coding)
    this.#cache.weigh(answer)
    return body
  }

  /** Drops the cached answers: a slow download may keep the release in memory for hours. Running requests keep theirs. */
  retire(): void {
    this.#isRetired = true
    this.#cache.clear()
  }

  /** Whether it has answers of a version of the API. Builds that did not know the version made none. */
  holds(version: Version): boolean {
    const known = this.#versions.get(version)
    if (known !== undefined) return known
    const holds = this.table.find(targetsIn(version).paths.openapi) !== undefined
    this.#versions.set(version, holds)
    return holds
  }

  #snapshot(entry: TargetEntry, { version, route }: ApiRoute, kind: KeyKind): SnapshotFile {
    const { data_as_of, counts } = this.manifest
    const listed = (counts.offers.active ?? 0) + (counts.offers.scheduled ?? 0)
    return new SnapshotFile(entry, { version, route, kind, dataAsOf: data_as_of, listed })
  }

  #prebuilt(target: string, entry: TargetEntry, request: ParsedRequest): CachedAnswer {
    const { query } = request
    const window = query && { query, total: entry.total }
    return new CachedAnswer({
      routed: routedTarget(request, target),
      digest: entry.digest,
      size: entry.size,
      type: entry.type,
      window,
      read: () => this.#readObject(entry),
    })
  }

  /** The description, the pages and llms.txt name the address of the gateway, if that is known. */
  #namesAddress({ route }: ParsedRequest, { type }: TargetEntry): boolean {
    if (this.#publicUrl === undefined) return false
    return route === 'openapi' || /^text\/(?:html|plain);/.test(type)
  }

  #withAddress(target: string, entry: TargetEntry, request: ParsedRequest): Promise<CachedAnswer> {
    return this.#make(target, async () => {
      const body = await this.load(this.#prebuilt(target, entry, request), 'identity')
      const withAddress = request.route === 'openapi' ? descriptionWithAddress : pageWithAddress
      const own = Buffer.from(withAddress(body.toString(), this.#publicUrl ?? ''))
      const routed = routedTarget(request, target)
      return CachedAnswer.of({ routed, digest: sha256(own), type: entry.type, window: undefined }, own)
    })
  }

  #window(
    target: string,
    { version, route }: ApiRoute,
    query: PageQuery,
    hold: HoldBodies,
  ): MaybeLater<CachedAnswer> {
    const total = this.#totalOf(version, query)
    const window = { query, total }
    const offsets = pagesUnder(query, total)
    const answers = offsets.map((offset) => this.#pageAnswer(version, query, offset))
    // Before the work is shared, so that a client that may hold no more bodies is refused alone.
    const letGo = hold(answers)
    return this.#make(target, async () => {
      const pages = await Promise.all(
        answers.map((answer, index) => this.#largePage(answer, elementAt(offsets, index))),
      )
      return this.#cut({ version, route, target }, window, pages)
    }).finally(letGo)
  }

  #make(target: string, make: () => Promise<CachedAnswer>): Promise<CachedAnswer> {
    return this.#making.share(target, async () => this.#remember(await make()))
  }

  /**
   * How many offers a query matches. A filter without matches has no page, and no total.
   * @throws {ApiProblem} `history_gone`, or `origin_unavailable` if the build did not know changes
   */
  #totalOf(version: Version, query: PageQuery): number {
    const total = this.table.find(largeTarget(version, query, 0))?.total
    return 'since' in query ? this.#changesAfter(query.since, total, version) : (total ?? 0)
  }

  /**
   * How many offers changed after a moment.
   * @param since null for all of them
   * @param all the number of all changes; undefined if the release has none of their pages
   */
  #changesAfter(since: string | null, all: number | undefined, version: Version): number {
    const { history, data_as_of } = this.manifest
    if (all === undefined) {
      const detail = `The release of ${data_as_of} knows no changes yet.`
      throw new ApiProblem('origin_unavailable', detail)
    }
    if (since === null) return all
    // `since` is a canonical moment, so it can't name an inherited member.
    const count = history[since]
    if (count !== undefined) return count
    // The history is newest first (`contract/release/manifest.ts`).
    const earliest = Object.keys(history).at(-1) ?? data_as_of
    throw historyGone(since, earliest, targetsIn(version).paths.snapshot)
  }

  #cut(routed: ApiRoute & { target: string }, window: ListWindow, pages: readonly LargePage[]): CachedAnswer {
    const edition = editionIn(routed.version, this.manifest)
    const body = cutWindow(window.query, window.total, pages, edition)
    return CachedAnswer.of({ routed, digest: sha256(body), window }, body)
  }

  #pageAnswer(version: Version, query: PageQuery, offset: number): CachedAnswer {
    const target = largeTarget(version, query, offset)
    return this.#cache.get(target) ?? this.#prebuiltPage(target)
  }

  async #largePage(answer: CachedAnswer, offset: number): Promise<LargePage> {
    const lines = await answer.lines()
    this.#cache.weigh(answer)
    return { offset, lines }
  }

  #prebuiltPage(target: string): CachedAnswer {
    const entry = this.table.find(target)
    const request = parseRequestTarget(target)
    if (!entry || !request)
      throw new ApiProblem('origin_unavailable', `The release lacks the page ${target}.`)
    return this.#remember(this.#prebuilt(target, entry, request))
  }

  #readObject(entry: TargetEntry): Promise<StoredAnswer> {
    return this.#reading.share(entry.digest, async () => {
      try {
        return await this.#origin.reader.object(entry)
      } catch (cause) {
        throw new OriginError(messageOf(cause), cause)
      }
    })
  }

  #remember(answer: CachedAnswer): CachedAnswer {
    // A retired release still answers running requests, but keeps nothing for later ones.
    if (!this.#isRetired) this.#cache.admit(answer)
    return answer
  }
}

/** The target of a large page. Changes since a moment are the first ones of all changes. */
function largeTarget(version: Version, query: PageQuery, offset: number): string {
  const window: Window = { limit: LARGE_PAGE_SIZE, offset }
  return targetsIn(version).page('since' in query ? { since: null, ...window } : { ...query, ...window })
}

function historyGone(since: string, earliest: string, snapshot: string): ApiProblem {
  const detail =
    `Changes since ${since} are not known; the earliest moment is ${earliest}. ` +
    `Take the snapshot, ${snapshot}, and continue from its day.`
  return new ApiProblem('history_gone', detail)
}
