// A release as the gateway serves it: its table, and the pages that are in the memory that all releases share.

import { editionIn } from '../../contract/api/edition.ts'
import { HOME_TARGET } from '../../contract/api/home.ts'
import type { PageQuery, Window } from '../../contract/api/list-query.ts'
import {
  type ApiRoute,
  type ParsedRequest,
  parseRequestTarget,
  targetFor,
  targetsIn,
} from '../../contract/api/request-target.ts'
import type { Version } from '../../contract/api/versions.ts'
import { type KeyKind, LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { sha256 } from '../../lib/digest.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Coding } from '../http/accept-encoding.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { lruMap } from '../lib/lru-map.ts'
import type { Origin } from '../origin/origin.ts'
import type { AnswerCache } from './answer-cache.ts'
import { CachedAnswer, type ListWindow, type StoredAnswer, targetAddress } from './cached-answer.ts'
import type { Representation } from './representation.ts'
import { SnapshotFile } from './snapshot-file.ts'
import { cutWindow, type LargePage, pagesUnder } from './window.ts'

/** For how long a new release may be warmed up before it takes over, in milliseconds: an origin may be slow. */
const WARM_UP_MS = 2_000

/** Of pages in memory: how many are put together once. */
const MAX_KEYS = 5_000

/**
 * Prebuilt pages are found in the table or in memory, at once; a window is cut from pages that may have to be read.
 * Only that needs a promise, so the frequent answers, and the steps that give them, run without one.
 */
type Found<T> = T | undefined | Promise<T | undefined>

export class Release {
  readonly manifest: ReleaseManifest
  /** Whether it brings the page for people: those of earlier builds do not. */
  readonly hasPage: boolean
  readonly #routes: TargetTable
  readonly #origin: Origin
  readonly #pages: AnswerCache
  /** By target: V8 would put together and hash a new text for every request. */
  readonly #keys = lruMap<string>(MAX_KEYS)
  readonly #cutting = new Map<string, Promise<CachedAnswer>>()
  #isRetired = false

  /** @param pages the memory for pages, which all releases of the process share */
  constructor(loaded: LoadedRelease, origin: Origin, pages: AnswerCache) {
    this.manifest = loaded.manifest
    this.#routes = loaded.routes
    this.hasPage = loaded.routes.find(HOME_TARGET) !== undefined
    this.#origin = origin
    this.#pages = pages
  }

  /**
   * What answers a request without errors; undefined if nothing is published under its target.
   */
  find(request: ParsedRequest, kind: KeyKind | undefined): Found<Representation> {
    const target = targetFor(request, kind)
    if (target === undefined) return undefined
    const cached = this.#pages.get(this.#keyOf(target))
    if (cached) return cached
    const entry = this.#routes.find(target)
    if (entry?.storage === 'identity' && kind && request.version) return this.#snapshot(entry, request, kind)
    if (entry) return this.#admitted(this.#prebuilt(target, entry, request))
    return request.query && request.version && this.#window(target, request, request.query)
  }

  /** The body of a page. */
  load(page: CachedAnswer, coding: Coding): Promise<Buffer> {
    return this.#pages.read(page, () => page.load(coding))
  }

  /**
   * Reads, before it takes over, the pages that the current release has in memory, the latest asked for first. They
   * evict those of the current one that were asked for longest ago, so it stops at half of the memory: then the hotter
   * half of both fits. One page after the other, because requests are answered meanwhile.
   * @param now a monotonic clock, in milliseconds
   */
  async warmUp(current: Release, now: () => number): Promise<void> {
    const stopAt = now() + WARM_UP_MS
    const warmed: CachedAnswer[] = []
    let room = this.#pages.maxBytes / 2
    // Targets, not pages: what is evicted meanwhile must free its memory.
    for (const { target, coding } of current.#inMemory()) {
      const entry = this.#routes.find(target)
      // Windows are cut when they are asked for. Of a page that was only ever a 304 no body is needed.
      const request = parseRequestTarget(target)
      if (!entry || !coding || !request) continue
      if (room <= 0 || now() > stopAt) break
      const page = this.#prebuilt(target, entry, request)
      try {
        await this.load(page, coding)
      } catch {
        // A request for the page will report it; the release can be served all the same.
        break
      }
      this.#pages.keep(page)
      warmed.push(page)
      room -= page.weight
    }
    // The hottest were read first: asking once more makes them the last to be evicted.
    for (const { key } of warmed.toReversed()) this.#pages.get(key)
  }

  /** Frees the memory of its pages. Requests under way keep theirs until they are answered. */
  retire(): void {
    this.#isRetired = true
    this.#pages.evict(({ key }) => key.startsWith(this.#keyOf('')))
  }

  #inMemory(): { target: string; coding: Coding | undefined }[] {
    const prefix = this.#keyOf('')
    return this.#pages
      .pages()
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, loadedCoding }) => ({ target: key.slice(prefix.length), coding: loadedCoding }))
  }

  #keyOf(target: string): string {
    const known = this.#keys.peek(target)
    if (known) return known
    const key = `${this.manifest.id} ${target}`
    this.#keys.set(target, key)
    return key
  }

  /** Whether it has the answers of a version of the API: a build that did not know the version made none. */
  holds(version: Version): boolean {
    return this.#routes.find(targetsIn(version).paths.openapi) !== undefined
  }

  #snapshot(entry: TargetEntry, { version, route }: ApiRoute, kind: KeyKind): SnapshotFile {
    return new SnapshotFile(entry, { version, route, kind, dataAsOf: this.manifest.data_as_of })
  }

  #prebuilt(target: string, entry: TargetEntry, request: ParsedRequest): CachedAnswer {
    const { query } = request
    const window = query && { query, total: entry.total }
    return new CachedAnswer({
      key: this.#keyOf(target),
      address: targetAddress(request, target),
      digest: entry.digest,
      type: entry.type,
      window,
      read: () => this.#read(entry),
    })
  }

  #window(target: string, { version, route }: ApiRoute, query: PageQuery): Found<CachedAnswer> {
    const total = this.#totalOf(version, query)
    const window = { query, total }
    const running = this.#cutting.get(target)
    if (running) return running
    const offsets = pagesUnder(query, total)
    const cutting = Promise.all(offsets.map((offset) => this.#largePage(version, query, offset)))
      .then((pages) => this.#cut({ version, route, target }, window, pages))
      .finally(() => this.#cutting.delete(target))
    this.#cutting.set(target, cutting)
    return cutting
  }

  /**
   * How many offers match. A filter that finds none has no page.
   * @throws {ApiProblem} `history_gone`, or `catalogue_unavailable` if the release is of a build that did not know the
   *   version of the API, or changes
   */
  #totalOf(version: Version, query: PageQuery): number {
    const total = this.#routes.find(largeTarget(version, query, 0))?.total
    if (total === undefined && !this.holds(version)) {
      const { data_as_of } = this.manifest
      throw new ApiProblem(
        'catalogue_unavailable',
        `The release of ${data_as_of} does not have ${version.basePath} yet.`,
      )
    }
    if (!('since' in query)) return total ?? 0
    const { history, data_as_of } = this.manifest
    if (total === undefined || history === null) {
      throw new ApiProblem('catalogue_unavailable', `The release of ${data_as_of} knows no changes yet.`)
    }
    if (query.since === null) return total
    // Since is a moment in its canonical form, so it is no name that every object has.
    return (
      history[query.since] ??
      historyGone(query.since, Object.keys(history).at(-1) ?? data_as_of, targetsIn(version).paths.snapshot)
    )
  }

  #cut(
    address: ApiRoute & { target: string },
    window: ListWindow,
    pages: readonly LargePage[],
  ): CachedAnswer {
    const edition = editionIn(address.version, this.manifest)
    const body = cutWindow(window.query, window.total, pages, edition)
    const key = this.#keyOf(address.target)
    return this.#admitted(CachedAnswer.of({ key, address, digest: sha256(body), window }, body))
  }

  async #largePage(version: Version, query: PageQuery, offset: number): Promise<LargePage> {
    const target = largeTarget(version, query, offset)
    const page = this.#pages.get(this.#keyOf(target)) ?? this.#admittedLarge(target)
    return { offset, lines: await this.#pages.read(page, () => page.lines()) }
  }

  #admittedLarge(target: string): CachedAnswer {
    const entry = this.#routes.find(target)
    const request = parseRequestTarget(target)
    if (!entry || !request)
      throw new ApiProblem('catalogue_unavailable', `The release lacks the page ${target}.`)
    return this.#admitted(this.#prebuilt(target, entry, request))
  }

  async #read(entry: TargetEntry): Promise<StoredAnswer> {
    try {
      return await this.#origin.reader.object(entry)
    } catch (cause) {
      const detail = 'The body of this answer could not be read.'
      throw new ApiProblem(this.#origin.failure, detail, { cause: new Error(messageOf(cause), { cause }) })
    }
  }

  #admitted(page: CachedAnswer): CachedAnswer {
    // What a retired release still needs for a request under way is not kept for later ones.
    if (!this.#isRetired) this.#pages.admit(page)
    return page
  }
}

/** The large page under a window: of changes since a moment, that of all changes, which begins with them. */
function largeTarget(version: Version, query: PageQuery, offset: number): string {
  const window: Window = { limit: LARGE_PAGE_SIZE, offset }
  return targetsIn(version).page('since' in query ? { since: null, ...window } : { ...query, ...window })
}

function historyGone(since: string, earliest: string, snapshot: string): never {
  const detail =
    `${since} is no moment that changes can be told since; ${earliest} is the earliest. ` +
    `Take the snapshot, ${snapshot}, and go on from its day.`
  throw new ApiProblem('history_gone', detail)
}
