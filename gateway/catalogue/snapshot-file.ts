// A snapshot as an answer: too large for memory, so it is streamed, whole or in part.

import type { ApiRoute } from '../../contract/api/request-target.ts'
import { PRIVATE_CACHING } from '../../contract/api/resources.ts'
import { KEY_LIMITS, type KeyKind, SAMPLE_SIZE } from '../../contract/keys/kinds.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import type { Coding } from '../http/accept-encoding.ts'
import { entityTag, type Tags, tagsBy } from '../http/entity-tags.ts'
import { type Fields, type Head, prepareHead } from '../http/head.ts'
import { COMMON_FIELDS, cachingFields } from '../http/headers.ts'
import { endFields, successorLink } from '../http/links.ts'

export class SnapshotFile {
  readonly kind = 'file'
  readonly entry: TargetEntry
  readonly tags: Tags
  readonly #name: string
  readonly #route: ApiRoute
  /** `X-Sample`; empty if the file has all offers. */
  readonly #sample: Fields

  /**
   * @param kind of the key
   * @param dataAsOf dates the name of the file
   * @param listed how many offers the whole catalogue lists
   */
  constructor(
    entry: TargetEntry,
    { kind, dataAsOf, listed, ...route }: ApiRoute & { kind: KeyKind; dataAsOf: string; listed: number },
  ) {
    this.entry = entry
    this.#route = route
    const tag = entityTag(entry.digest, 'identity')
    this.tags = tagsBy(() => tag)
    const isSample = KEY_LIMITS[kind].snapshot === 'sample'
    this.#name = `offers-${dataAsOf.slice(0, 10)}${isSample ? '-sample' : ''}.ndjson.gz`
    this.#sample = isSample && listed > SAMPLE_SIZE ? ['X-Sample', `${SAMPLE_SIZE} of ${listed}`] : []
  }

  /** The file itself, whatever the client accepts. */
  codingFor(): Coding {
    return 'identity'
  }

  /** The fields of a 200 or 206, without length and range. */
  fields(): Fields {
    const digest = Buffer.from(this.entry.digest, 'hex').toString('base64')
    return [
      'Content-Type',
      this.entry.type,
      'Content-Disposition',
      `attachment; filename="${this.#name}"`,
      'Repr-Digest',
      `sha-256=:${digest}:`,
      'Accept-Ranges',
      'bytes',
      ...this.#sample,
      ...this.#validators(),
    ]
  }

  notModifiedHead(): Head {
    return prepareHead(this.#validators())
  }

  #validators(): Fields {
    const successor = successorLink(this.#route, undefined)
    return [
      ...['ETag', this.tags.identity],
      ...cachingFields(PRIVATE_CACHING),
      ...COMMON_FIELDS,
      ...endFields(this.#route.version),
      ...(successor ? ['Link', successor] : []),
    ]
  }
}
