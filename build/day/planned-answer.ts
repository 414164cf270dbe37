// An answer of a release before it has a body. It decides both its targets and how its body is made, so no body can come
// under the target of another answer.

import { targetsIn, windowTarget } from '../../contract/api/request-target.ts'
import { type VersionName, versionNamed } from '../../contract/api/versions.ts'
import type { MediaType, TargetEntry } from '../../contract/release/target-table.ts'
import type { CatalogueOffer } from './catalogue-offer.ts'

export type PlannedAnswer =
  /** A file of home, or a document about the whole catalogue. */
  | { kind: 'finished'; target: string; type: MediaType; body: Uint8Array }
  | { kind: 'page'; version: VersionName; page: PlannedPage }
  | { kind: 'detail'; version: VersionName; offer: CatalogueOffer }

/** A page of a list: `limit` offers after the first `offset`. */
export interface PlannedPage {
  list: PlannedList
  limit: number
  offset: number
}

/** A list of offers whose pages are prebuilt. Lists with the same offers are one. */
export interface PlannedList {
  /** The addresses of its pages, without base path and window. All versions of the API share them. */
  prefixes: string[]
  /** The line numbers of its offers, in the order of the catalogue. */
  lines: readonly number[]
  /** Whether it is the list of changes, whose pages have `since`. */
  ofChanges: boolean
}

/** What the target table says of an answer, apart from its body. */
interface Published extends Pick<TargetEntry, 'total' | 'type'> {
  /** Several for a page that equal lists share. */
  targets: readonly string[]
}

/** The answer in the target table. Made when it is needed, because all targets together take much memory. */
export function publishedAs(answer: PlannedAnswer): Published {
  switch (answer.kind) {
    case 'finished':
      return { targets: [answer.target], total: 0, type: answer.type }
    case 'page': {
      const { list, ...window } = answer.page
      const { basePath } = versionNamed(answer.version)
      const targets = list.prefixes.map((prefix) => windowTarget(basePath + prefix, window))
      return { targets, total: list.lines.length, type: 'application/json' }
    }
    case 'detail': {
      const target = targetsIn(versionNamed(answer.version)).offer(answer.offer.id)
      // Undefined for an id that no offer can have, which validation rejects.
      return { targets: target === undefined ? [] : [target], total: 0, type: 'application/json' }
    }
  }
}

/** How a thread makes a body, as plain data. Lines are named by their numbers. */
export type Recipe =
  | { kind: 'finished'; body: Uint8Array }
  | {
      kind: 'page'
      version: VersionName
      lines: readonly number[]
      total: number
      limit: number
      offset: number
      ofChanges: boolean
    }
  | { kind: 'detail'; version: VersionName; line: number }

export function recipeOf(answer: PlannedAnswer): Recipe {
  switch (answer.kind) {
    case 'finished':
      return { kind: 'finished', body: answer.body }
    case 'page': {
      const { version, page } = answer
      const { list, limit, offset } = page
      const { lines, ofChanges } = list
      const onPage = lines.slice(offset, offset + limit)
      return { kind: 'page', version, lines: onPage, total: lines.length, limit, offset, ofChanges }
    }
    case 'detail':
      return { kind: 'detail', version: answer.version, line: answer.offer.line }
  }
}
