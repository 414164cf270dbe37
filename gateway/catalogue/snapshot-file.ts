// A snapshot as an answer: too large for memory, so it is streamed, whole or in part.

import type { ApiRoute } from '../../contract/api/request-target.ts'
import { PRIVATE_CACHING } from '../../contract/api/resources.ts'
import { KEY_LIMITS, type KeyKind } from '../../contract/keys/kinds.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import { type Fields, type Head, prepareHead } from '../fast-path/response-head.ts'
import type { Coding } from '../http/accept-encoding.ts'
import { entityTag, type Tags, tagsBy } from '../http/entity-tags.ts'
import { COMMON_FIELDS, cachingFields } from '../http/headers.ts'
import { endFields, successorLink } from '../http/links.ts'

export class SnapshotFile {
  readonly kind = 'file'
  readonly entry: TargetEntry
  readonly tags: Tags
  readonly #name: string
  readonly #route: ApiRoute

  /** @param dataAsOf dates the name of the file */
  constructor(
    entry: TargetEntry,
    { kind, dataAsOf, ...route }: ApiRoute & { kind: KeyKind; dataAsOf: string },
  ) {
    this.entry = entry
    this.#route = route
    const tag = entityTag(entry.digest, 'identity')
    this.tags = tagsBy(() => tag)
    this.#name = `offers-${dataAsOf.slice(0, 10)}${KEY_LIMITS[kind].snapshot === 'sample' ? '-sample' : ''}.ndjson.gz`
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
