// A JSON answer: a prebuilt one, whose bytes are read when somebody wants them, or a window cut out of others.

import { constants, gunzipSync, gzipSync } from 'node:zlib'
import type { ListQuery } from '../../contract/api/list-query.ts'
import { linesOf, type PageLines } from '../../contract/api/page-lines.ts'
import { PRIVATE_CACHING, PUBLIC_CACHING } from '../../contract/api/resources.ts'
import { KEY_KINDS, type KeyKind } from '../../contract/keys/kinds.ts'
import { recordOf } from '../../contract/lib/record-of.ts'
import { type Head, headLines, headOf } from '../fast-path/response-head.ts'
import type { Coding } from '../http/accept-encoding.ts'
import { entityTag } from '../http/entity-tags.ts'
import { CORS_HEADERS, cachingFields } from '../http/headers.ts'
import { pagingLinks } from '../http/paging-links.ts'
import type { Tags } from './representation.ts'

/** The bytes of a page as its release holds them: gzipped, and as they read. Both have been checked. */
export interface StoredPage {
  stored: Buffer
  body: Buffer
}

/** The list that a page belongs to: what its links are made of. */
export interface ListWindow {
  query: ListQuery
  total: number
}

interface PageSource {
  /** The canonical target that it answers. */
  target: string
  /** SHA-256 of the uncompressed body. */
  digest: string
  /** Undefined for what is no list. */
  window: ListWindow | undefined
  /** How to get at the bytes, for a prebuilt page; rejects with a `ApiProblem`. */
  read: () => Promise<StoredPage>
}

/** Heads, each made at the first such answer, by kind of key; `open` is for requests without one. */
type Heads = Record<KeyKind | 'open', Head | undefined>

const noHeads = (): Heads => recordOf([...KEY_KINDS, 'open'], () => undefined)

/** A page in one coding: all that an answer is made of lies together. */
class CodedPage {
  bytes: Buffer | undefined = undefined
  readonly heads: Heads = noHeads()
  readonly notModifiedHeads: Heads = noHeads()
}
// What all pages say alike: by far the most of their heads.
const CONTENT_LINES: Readonly<Record<Coding, string>> = {
  identity: headLines(['Content-Type', 'application/json']),
  gzip: headLines(['Content-Type', 'application/json', 'Content-Encoding', 'gzip']),
}
const KEYED_LINES = headLines([...cachingFields(PRIVATE_CACHING), ...CORS_HEADERS])
const OPEN_LINES = headLines([...cachingFields(PUBLIC_CACHING), ...CORS_HEADERS])

// What a page weighs beside its bytes: tags, prepared heads, the table's entry. Estimated, in bytes.
const OVERHEAD = 4096

export class Page {
  readonly kind = 'page'
  readonly target: string
  readonly tags: Tags
  readonly window: ListWindow | undefined
  readonly #read: () => Promise<StoredPage>
  // Most pages are asked for in one coding only.
  #identity: CodedPage | undefined = undefined
  #gzip: CodedPage | undefined = undefined
  #lines: PageLines | undefined
  #reading: Promise<StoredPage> | undefined

  constructor(source: PageSource) {
    this.target = source.target
    this.tags = { identity: entityTag(source.digest, 'identity'), gzip: entityTag(source.digest, 'gzip') }
    this.window = source.window
    this.#read = source.read
  }

  /** A page whose body is at hand. */
  static of(facts: Omit<PageSource, 'read'>, body: Buffer): Page {
    const page = new Page({
      ...facts,
      // gzip at its fastest: a window is cut for one client, and waits for it.
      read: async () => ({ stored: gzipSync(body, { level: constants.Z_BEST_SPEED }), body }),
    })
    page.#in('identity').bytes = body
    return page
  }

  /** The memory it takes, in bytes. */
  get weight(): number {
    return OVERHEAD + (this.#gzip?.bytes?.length ?? 0) + (this.#identity?.bytes?.length ?? 0)
  }

  /** A coding that the body is in memory in, as it reads rather than gzipped; undefined where it is in none. */
  get held(): Coding | undefined {
    if (this.#identity?.bytes) return 'identity'
    return this.#gzip?.bytes && 'gzip'
  }

  /** The body in a coding, where it is in memory. */
  bytesIn(coding: Coding): Buffer | undefined {
    return (coding === 'gzip' ? this.#gzip : this.#identity)?.bytes
  }

  /**
   * The body in a coding; many who ask at once cause one reading. What was read is kept gzipped, and beside it
   * as it reads where a client wants it so: one reading serves both, even when there can be no second one.
   */
  async load(coding: Coding): Promise<Buffer> {
    const gzip = this.#in('gzip')
    if (!gzip.bytes) {
      const { stored, body } = await this.#readOnce()
      gzip.bytes = stored
      if (coding === 'identity') this.#in('identity').bytes = body
    }
    return coding === 'gzip' ? gzip.bytes : this.#body()
  }

  /** The lines that windows are cut out of. For them alone, the gzipped bytes are not kept. */
  async lines(): Promise<PageLines> {
    return this.#linesIn(await this.#body())
  }

  /** The same, where the body is in memory as it reads. */
  linesHeld(): PageLines | undefined {
    const body = this.bytesIn('identity')
    return body && this.#linesIn(body)
  }

  #linesIn(body: Buffer): PageLines {
    this.#lines ??= linesOf(body)
    return this.#lines
  }

  async #body(): Promise<Buffer> {
    const identity = this.#in('identity')
    const stored = this.bytesIn('gzip')
    identity.bytes ??= stored ? gunzipSync(stored) : (await this.#readOnce()).body
    return identity.bytes
  }

  #readOnce(): Promise<StoredPage> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** The head of a 200 whose body is in memory, for a kind of key; undefined for a route without keys. */
  head(coding: Coding, kind: KeyKind | undefined): Head {
    const { heads } = this.#in(coding)
    const holder = kind ?? 'open'
    heads[holder] ??= this.#makeHead(coding, kind, this.bytesIn(coding)?.length ?? 0)
    return heads[holder]
  }

  /** The head of a 304 that names the tag of a coding. */
  notModifiedHead(coding: Coding, kind: KeyKind | undefined): Head {
    const { notModifiedHeads } = this.#in(coding)
    const holder = kind ?? 'open'
    notModifiedHeads[holder] ??= this.#makeHead(coding, kind)
    return notModifiedHeads[holder]
  }

  #in(coding: Coding): CodedPage {
    if (coding === 'gzip') {
      this.#gzip ??= new CodedPage()
      return this.#gzip
    }
    this.#identity ??= new CodedPage()
    return this.#identity
  }

  /** @param length of the body; left out where there is none */
  #makeHead(coding: Coding, kind: KeyKind | undefined, length?: number): Head {
    const { window } = this
    const link = window && kind ? ['Link', pagingLinks(window.query, window.total, kind)] : []
    const content = length === undefined ? '' : CONTENT_LINES[coding]
    return headOf(['ETag', this.tags[coding], ...link], length, content + (kind ? KEYED_LINES : OPEN_LINES))
  }
}
