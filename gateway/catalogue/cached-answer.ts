// An answer in memory: a prebuilt one, whose bytes are read at first use, or one made here, such as a window.

import { constants, gzipSync } from 'node:zlib'
import type { PageQuery } from '../../contract/api/list-query.ts'
import type { RouteMatch } from '../../contract/api/request-target.ts'
import { PRIVATE_CACHING } from '../../contract/api/resources.ts'
import { KEY_KINDS, type KeyKind } from '../../contract/keys/kinds.ts'
import { MAX_BODY_BYTES } from '../../contract/release/layout.ts'
import { MEDIA_TYPES, type MediaType } from '../../contract/release/target-table.ts'
import { gunzipInThread, gzipInThread, LARGE_BYTES } from '../../lib/gzip-in-thread.ts'
import { recordOf } from '../../lib/record-of.ts'
import { SharedWork } from '../../lib/shared-work.ts'
import { CODINGS, type Coding, codingFor } from '../http/accept-encoding.ts'
import { entityTag, type Tags, tagsBy } from '../http/entity-tags.ts'
import { type Head, headerText, prepareHead } from '../http/head.ts'
import { COMMON_FIELDS, cachingFields, publicFields } from '../http/headers.ts'
import { endFields, pagingLinks, successorLink } from '../http/links.ts'
import { type PageLines, pageLinesIn } from './window.ts'

/** The bytes of an answer. Those of an origin are verified. */
export interface StoredAnswer {
  /** Gzipped, as releases store answers. */
  stored: Buffer
  /** Uncompressed. */
  body: Buffer
}

/** The coding in which releases store answers. */
const STORED: Coding = 'gzip'

/** A file of this type is compressed itself, so it is sent as it is, with one tag. */
const COMPRESSED: MediaType = 'application/gzip'

/** The list that an answer is a page of, for its links. */
export interface ListWindow {
  query: PageQuery
  /** The offers of the whole list. */
  total: number
}

/** A canonical target and its route. */
export type RoutedTarget = RouteMatch & { readonly target: string }

/** Copies two members of a request: a cached answer must not keep the others in memory. */
export function routedTarget(request: RouteMatch, target: string): RoutedTarget {
  return request.version
    ? { version: request.version, route: request.route, target }
    : { version: undefined, route: request.route, target }
}

/** What a cached answer is made from. */
export interface AnswerSource {
  routed: RoutedTarget
  /** SHA-256 of the uncompressed body. */
  digest: string
  /** The bytes of the uncompressed body. */
  size: number
  /** JSON by default. */
  type?: MediaType
  /** Undefined unless the answer is a page of a list. */
  window: ListWindow | undefined
  /** Reads a prebuilt answer, which rejects with an `OriginError`, or gzips another one. Simultaneous calls share the work. */
  read: () => Promise<StoredAnswer>
}

const CODING_FIELDS = { gzip: ['Content-Encoding', 'gzip'], identity: [] } as const

const CONTENT_TEXT = recordOf(MEDIA_TYPES, (type) =>
  recordOf(CODINGS, (coding) => headerText(['Content-Type', type, ...CODING_FIELDS[coding]])),
)

const KEYED_TEXT = headerText([...cachingFields(PRIVATE_CACHING), ...COMMON_FIELDS])
const PUBLIC_TEXT = recordOf(MEDIA_TYPES, (type) => headerText([...publicFields(type), ...COMMON_FIELDS]))

/** Strings made once are looked up faster than strings made for each request. */
const HEAD_NAMES = recordOf(CODINGS, (coding) =>
  recordOf([...KEY_KINDS, 'public'], (kind) => `${coding} ${kind}`),
)

/** Estimated bytes of an answer without its bodies and its target: tags, heads and cache entry. */
const OVERHEAD_BYTES = 4096

/** How often all heads of an answer repeat its target, estimated: two codings, kinds of key and statuses, four links each. */
const REPEATED_TARGETS = 30

/** Bytes in a buffer of their size: zlib and Node's pool slice small buffers from large ones, which would stay. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Bodies being gzipped, by digest. */
const packing = new SharedWork<StoredAnswer>()

export class CachedAnswer {
  readonly kind = 'cached'
  readonly target: string
  readonly size: number
  readonly tags: Tags
  readonly #source: AnswerSource
  readonly #bodies: { [coding in Coding]?: Buffer } = {}
  // By coding and kind of key. Preparing a head takes 4 µs, finding it 0.3 µs. One map per status, because V8 would keep
  // an object with statuses as keys in dictionary mode.
  readonly #heads = new Map<string, Head>()
  readonly #notModifiedHeads = new Map<string, Head>()
  #lines: PageLines | undefined

  constructor(source: AnswerSource) {
    this.target = source.routed.target
    this.size = source.size
    this.tags = tagsBy((coding) => entityTag(source.digest, source.type === COMPRESSED ? 'identity' : coding))
    this.#source = source
  }

  /** An answer whose body is in memory. */
  static of(facts: Omit<AnswerSource, 'read' | 'size'>, body: Buffer): CachedAnswer {
    // The fastest level, because a client waits.
    const packed = () =>
      body.length > LARGE_BYTES ? gzipInThread(body) : gzipSync(body, { level: constants.Z_BEST_SPEED })
    const pack = async () => ({ stored: await packed(), body })
    const read = () => packing.share(facts.digest, pack)
    const answer = new CachedAnswer({ ...facts, size: body.length, read })
    answer.#bodies.identity = ownBytes(body)
    return answer
  }

  /** The coding of an answer to a request with this Accept-Encoding. */
  codingFor(accepted: string | undefined): Coding {
    return this.#source.type === COMPRESSED ? 'identity' : codingFor(accepted)
  }

  /** The memory that the answer takes, in bytes. */
  get weight(): number {
    const overhead = OVERHEAD_BYTES + REPEATED_TARGETS * this.target.length
    return Object.values(this.#bodies).reduce((sum, { length }) => sum + length, overhead)
  }

  /** The body in a coding, if it is in memory. */
  bytesIn(coding: Coding): Buffer | undefined {
    return this.#bodies[coding]
  }

  /**
   * The body in a coding. The stored bytes are always kept, so that one reading serves every coding, even if the origin
   * fails later.
   */
  async load(coding: Coding): Promise<Buffer> {
    const known = this.#bodies[coding]
    if (known) return known
    const { stored, body } = await this.#storedBytes()
    this.#bodies[STORED] ??= ownBytes(stored)
    this.#bodies[coding] ??= ownBytes(body ?? (await gunzipInThread(stored, MAX_BODY_BYTES)))
    return this.#bodies[coding]
  }

  /** The lines that windows are cut out of. */
  async lines(): Promise<PageLines> {
    const body = await this.load('identity')
    this.#lines ??= pageLinesIn(body)
    return this.#lines
  }

  /** The stored bytes; with the uncompressed ones if the source had to be read. */
  async #storedBytes(): Promise<Partial<StoredAnswer> & Pick<StoredAnswer, 'stored'>> {
    const stored = this.#bodies[STORED]
    return stored ? { stored } : this.#source.read()
  }

  /**
   * The head of a 200 whose body is in memory, or of a 304.
   * @param kind of the key; undefined for a route without keys
   */
  head(status: 200 | 304, coding: Coding, kind: KeyKind | undefined): Head {
    const heads = status === 304 ? this.#notModifiedHeads : this.#heads
    const name = HEAD_NAMES[coding][kind ?? 'public']
    const known = heads.get(name)
    if (known) return known
    const { window, routed, type = 'application/json' } = this.#source
    const fields = ['ETag', this.tags[coding]]
    const links = window && kind ? [pagingLinks(window.query, window.total, kind)] : []
    const successor = successorLink(routed, routed.target)
    if (successor) links.push(successor)
    if (links.length > 0) fields.push('Link', links.join(', '))
    fields.push(...endFields(routed.version))
    const shared = kind ? KEYED_TEXT : PUBLIC_TEXT[type]
    const head =
      status === 304
        ? prepareHead(fields, undefined, shared)
        : prepareHead(fields, this.bytesIn(coding)?.length ?? 0, CONTENT_TEXT[type][coding] + shared)
    heads.set(name, head)
    return head
  }
}
