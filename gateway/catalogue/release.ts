// A release as the gateway serves it: its table, and the pages that are in memory, bounded in bytes.

import { ApiProblem } from '../../contract/api/api-problem.ts'
import type { ListQuery } from '../../contract/api/list-query.ts'
import type { PageLines } from '../../contract/api/page-lines.ts'
import {
  listTarget,
  type ParsedRequest,
  parseRequestTarget,
  targetFor,
} from '../../contract/api/request-target.ts'
import { type KeyKind, LARGE_PAGE_SIZE } from '../../contract/keys/kinds.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import { messageOf } from '../../contract/lib/errors.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { LoadedRelease } from '../../contract/release/reader.ts'
import type { RouteEntry, RouteTable } from '../../contract/release/route-table.ts'
import type { Coding } from '../http/accept-encoding.ts'
import type { Origin } from '../origin/origin.ts'
import { type ListWindow, Page, type StoredPage } from './page.ts'
import { PageCache } from './page-cache.ts'
import type { Representation } from './representation.ts'
import { SnapshotFile } from './snapshot-file.ts'
import { cutWindow, type LargePage, pagesUnder } from './window.ts'

/** How long a new release may be held back to be warmed up, in milliseconds: an origin may be slow. */
const WARM_UP_MS = 2_000

/** What part of the memory for pages a release takes while there is another one. */
const SHARED = 1 / 2

type Found<T> = T | undefined | Promise<T | undefined>

/** A large page that a window is cut from; its bytes may have to be read first. */
interface WindowSource {
  offset: number
  page: Page
}

export class Release {
  readonly manifest: ReleaseManifest
  readonly #routes: RouteTable
  readonly #origin: Origin
  readonly #pages: PageCache
  readonly #cutting = new Map<string, Promise<Page>>()
  /** How many other releases need memory for pages at this moment. */
  #sharing = 0

  /** @param cacheBytes what the pages in memory may weigh together */
  constructor(loaded: LoadedRelease, origin: Origin, cacheBytes: number) {
    this.manifest = loaded.manifest
    this.#routes = loaded.routes
    this.#origin = origin
    this.#pages = new PageCache(cacheBytes)
  }

  /**
   * What answers a request without errors; undefined where nothing is published under its target. Prebuilt
   * pages are found at once; a window may have to wait for the pages that it is cut from.
   */
  find(request: ParsedRequest, kind: KeyKind | undefined): Found<Representation> {
    const target = targetFor(request, kind)
    if (target === undefined) return undefined
    const held = this.#pages.get(target)
    if (held) return held
    const entry = this.#routes.find(target)
    if (entry?.storage === 'identity' && kind) return new SnapshotFile(entry, kind, this.manifest.data_as_of)
    if (entry) return this.#offered(this.#prebuilt(target, entry, request.query))
    return request.query && this.#window(target, request.query)
  }

  /** The body of a page. */
  load(page: Page, coding: Coding): Promise<Buffer> {
    return this.#pages.reading(page, () => page.load(coding))
  }

  /**
   * Reads what is asked for most before anyone asks for it here: the pages that an older release has in memory. One
   * after the other, for requests are answered meanwhile, and no longer than `WARM_UP_MS`.
   */
  async warmUp(older: Release): Promise<void> {
    const startedAt = performance.now()
    for (const { target, held } of older.#pages.pages()) {
      const entry = this.#routes.find(target)
      // Windows are cut when they are asked for; of what was only ever a 304 no body is wanted.
      if (!entry || !held) continue
      if (this.#pages.isFull || performance.now() - startedAt > WARM_UP_MS) return
      const page = this.#offered(this.#prebuilt(target, entry, parseRequestTarget(target)?.query))
      try {
        await this.load(page, held)
      } catch {
        // Whoever asks for the page is told, and so is the log. What can be read stands all the same.
        return
      }
    }
  }

  /**
   * Leaves half of the memory for pages to another release, and lets go of the pages that lie there. The heap of a
   * process never gives back what two releases once took side by side.
   */
  share(): void {
    this.#sharing++
    this.#pages.keepTo(SHARED)
  }

  /** Takes back what was left to a release that is no more. */
  unshare(): void {
    this.#sharing--
    if (this.#sharing === 0) this.#pages.keepTo(1)
  }

  #prebuilt(target: string, entry: RouteEntry, query: ListQuery | undefined): Page {
    const window = query && { query, total: entry.total }
    return new Page({ target, digest: entry.digest, window, read: () => this.#read(entry) })
  }

  #window(target: string, query: ListQuery): Found<Page> {
    const total = this.#routes.find(listTarget({ ...query, limit: LARGE_PAGE_SIZE, offset: 0 }))?.total ?? 0
    const window = { query, total }
    const sources = pagesUnder(query, total).map((offset) => this.#largePage(query, offset))
    // Mostly the pages are in memory: then the window is cut at once, without a promise.
    const held = sources.flatMap(({ offset, page }) => largePageOf(offset, page.linesHeld()))
    if (held.length === sources.length) return this.#cut(target, window, held)
    const running = this.#cutting.get(target)
    if (running) return running
    const cutting = Promise.all(sources.map((source) => this.#loadLarge(source)))
      .then((pages) => this.#cut(target, window, pages))
      .finally(() => this.#cutting.delete(target))
    this.#cutting.set(target, cutting)
    return cutting
  }

  #cut(target: string, window: ListWindow, pages: readonly LargePage[]): Page {
    const body = cutWindow(window.query, window.total, pages, this.manifest)
    return this.#offered(Page.of({ target, digest: sha256(body), window }, body))
  }

  #largePage(filters: ListQuery, offset: number): WindowSource {
    const query = { ...filters, limit: LARGE_PAGE_SIZE, offset }
    const target = listTarget(query)
    const held = this.#pages.get(target)
    if (held) return { offset, page: held }
    const entry = this.#routes.find(target)
    if (!entry) throw new ApiProblem('catalogue_unavailable', `The release lacks the page ${target}.`)
    return { offset, page: this.#offered(this.#prebuilt(target, entry, query)) }
  }

  async #loadLarge({ offset, page }: WindowSource): Promise<LargePage> {
    return { offset, lines: await this.#pages.reading(page, () => page.lines()) }
  }

  async #read(entry: RouteEntry): Promise<StoredPage> {
    try {
      return await this.#origin.reader.object(entry)
    } catch (cause) {
      const detail = 'The body of this answer could not be read.'
      throw new ApiProblem(this.#origin.failure, detail, { cause: new Error(messageOf(cause), { cause }) })
    }
  }

  #offered(page: Page): Page {
    this.#pages.offer(page)
    return page
  }
}

function largePageOf(offset: number, lines: PageLines | undefined): LargePage[] {
  return lines ? [{ offset, lines }] : []
}
