// Entity tags (RFC 9110 §8.8.3), If-Match (§13.1.1) and If-None-Match (§13.1.2).

import { recordOf } from '../../lib/record-of.ts'
import { CODINGS, type Coding } from './accept-encoding.ts'

/** Half a SHA-256: no two bodies share it by accident, and the header stays short. */
const DIGEST_CHARACTERS = 32

/** The strong entity tag in each content coding. */
export type Tags = Readonly<Record<Coding, string>>

/** The strong tag of a body in a content coding. Codings differ in their bytes, so they differ in their tags. */
export function entityTag(digest: string, coding: Coding): string {
  const opaque = digest.slice(0, DIGEST_CHARACTERS)
  return coding === 'identity' ? `"${opaque}"` : `"${opaque}-${coding}"`
}

/** @param tagOf gives the tag in one coding */
export function tagsBy(tagOf: (coding: Coding) => string): Tags {
  return recordOf(CODINGS, tagOf)
}

// One tag, such as `"abc"` or `W/"abc"`, from the end of the one before: commas are legal inside quotes, so the list can't
// be split at them.
const NEXT_TAG = /[\t ,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?=,|$)/y

/**
 * The first tag in an If-None-Match field that is one of `tags` (weak comparison), or undefined. `*` names the first of
 * `tags`.
 */
export function matchingTag(field: string, tags: readonly string[]): string | undefined {
  if (field.trim() === '*') return tags[0]
  // SECURITY: a field of 16 kB is searched once, and parsed only if it may name a tag.
  if (!tags.some((tag) => field.includes(tag))) return undefined
  for (const { tag } of tagsIn(field)) if (tags.includes(tag)) return tag
  return undefined
}

/**
 * Whether an If-Match field allows an answer with this tag: it is absent or empty, `*`, or names the tag (strong
 * comparison).
 */
export function ifMatchHolds(field: string | undefined, tag: string): boolean {
  if (!field || ['', '*'].includes(field.trim())) return true
  if (!field.includes(tag)) return false
  for (const named of tagsIn(field)) if (named.tag === tag && !named.isWeak) return true
  return false
}

function* tagsIn(field: string): Generator<{ tag: string; isWeak: boolean }> {
  NEXT_TAG.lastIndex = 0
  for (let match = NEXT_TAG.exec(field); match; match = NEXT_TAG.exec(field)) {
    const [, weak, tag = ''] = match
    yield { tag, isWeak: weak !== undefined }
  }
}
