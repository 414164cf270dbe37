// The error class of the client. Branch on its `code`: one of the API's, or one for failures that the client finds.

import type { ParameterError, Problem, ProblemCode } from './types.ts'

/**
 * The codes of failures that the client finds:
 * - `network`: the connection failed, or broke off.
 * - `timeout`: no whole answer within `timeoutMs`; of a snapshot, no more bytes in that time, or not all in a quarter of an
 *   hour.
 * - `http_error`: an error answer without a code of the API, usually from a proxy: see `status`.
 * - `redirected`: the address redirects: `baseUrl` is not the address of the API.
 * - `bad_answer`: an answer that does not have the form that the API describes.
 * - `too_large`: an answer, a list or a copy that is larger than the client's limit.
 * - `digest_mismatch`: a snapshot whose digest is not the one that the API stated.
 * - `catalogue_changing`: new days were published again and again while a list was read, or one while a snapshot was.
 * - `no_copy`: a mirror that holds no copy was searched: call `sync()` first.
 * - `damaged_copy`: the copy of a mirror is damaged: the next `sync()` replaces it by the snapshot.
 * - `unknown_name`: a mirror was searched for an issuer, category, comuna or region of which its copy knows none, or several,
 *   by that name.
 */
export type ClientErrorCode =
  | 'network'
  | 'timeout'
  | 'http_error'
  | 'redirected'
  | 'bad_answer'
  | 'too_large'
  | 'digest_mismatch'
  | 'catalogue_changing'
  | 'no_copy'
  | 'damaged_copy'
  | 'unknown_name'

export type OffersErrorCode = ProblemCode | ClientErrorCode

export interface OffersErrorFacts {
  /** The status of the answer, if there was one. */
  status?: number | undefined
  /** The address that was asked for. */
  url?: string | undefined
  /** The `X-Request-Id` of the answer, by which the provider finds the request. */
  requestId?: string | undefined
  /** How long the server asks to wait. */
  retryAfterSeconds?: number | undefined
  /** The body of the answer, if it is an error of the API. */
  problem?: Problem | undefined
  cause?: unknown
}

export class OffersError extends Error {
  override readonly name = 'OffersError'
  readonly code: OffersErrorCode
  readonly status: number | undefined
  readonly url: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly problem: Problem | undefined
  /** The invalid parameters, with the reason for each; may be empty. */
  readonly errors: readonly ParameterError[]

  constructor(code: OffersErrorCode, message: string, facts: OffersErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status
    this.url = facts.url
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.problem = facts.problem
    this.errors = facts.problem?.errors ?? []
  }
}

/** A failure of the connection, in words: what `fetch` and bodies reject with differs by platform. */
export function connectionError(error: unknown, url: string): OffersError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const more = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''
  return new OffersError('network', `${url}: ${message}${more}`, { url, cause: error })
}
