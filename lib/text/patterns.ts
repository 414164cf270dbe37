// The patterns of words in addresses, files and records.

/** Names in addresses. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** In characters. Slugs are part of addresses, and of several links of every list. */
export const MAX_SLUG_LENGTH = 100

export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && SLUG.test(text)
}

/**
 * A character that can be seen: no blank, zero-width character, mark of direction, filler or selector of a variant. The schema
 * of texts in contract/offers/source.ts has the same class.
 */
export const VISIBLE = /[^\s\p{Cf}\p{DI}\u2800]/u

/** A calendar date; `isCalendarDay` checks that the day exists. */
export const DATE = /^\d{4}-\d{2}-\d{2}$/

/** A moment as ISO 8601 in UTC with milliseconds, as `canonicalMoment` (time/calendar.ts) gives it. */
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** A SHA-256 digest in lower-case hexadecimal. */
export const DIGEST = /^[0-9a-f]{64}$/

export const COUNTRY = /^[A-Z]{2}$/

export const CURRENCY = /^[A-Z]{3}$/
