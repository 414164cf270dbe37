// The rest of a snapshot: how it is asked for, and which range the answer says it is.

import { OffersError } from '../errors.ts'
import type { Answer } from '../http/answer.ts'

/** The header fields of a request for the rest. */
export function rangeFrom(offset: number, etag: string): Record<string, string> {
  return { range: `bytes=${offset}-`, 'if-range': etag }
}

/**
 * The whole size, from `Content-Range`.
 * @throws {OffersError} `bad_answer` if the range is not the rest
 */
export function sizeInRange(answer: Answer, startsAt: number): number {
  const [, first, last, size] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(answer.headers.get('content-range') ?? '') ?? []
  if (Number(first) !== startsAt || Number(last) + 1 !== Number(size))
    throw bad(answer, 'another range than asked for')
  return Number(size)
}

/** An answer that no gateway gives. */
export function bad(answer: Answer, what: string): OffersError {
  return new OffersError('bad_answer', `${answer.url}: not what the API answers with: ${what}`, answer)
}
