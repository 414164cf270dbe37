// The one error of the client. Branch on its `code`: the API's own codes, and those for what the client itself finds.

import type { ParameterError, Problem, ProblemCode } from '../api/types.ts'

/** What goes wrong between the API and its caller. */
export type ClientErrorCode =
  /** The connection failed, or broke off. */
  | 'network'
  /** No whole answer within the time that was given. */
  | 'timeout'
  /** An error without a code of the API, mostly of something in between: see `status`. */
  | 'http_error'
  /** The address answers with a redirect: `baseUrl` is not that of the API. */
  | 'redirected'
  /** An answer that is not what the API describes. */
  | 'bad_answer'
  /** An answer, or a list, that is larger than the client takes. */
  | 'too_large'
  /** A file that is not the one that its digest names. */
  | 'digest_mismatch'
  /** A new day came in again and again while something was read. */
  | 'catalogue_changing'
  /** A mirror that holds no copy was searched: call `sync()` first. */
  | 'no_copy'
  /** A mirror was searched for an issuer, category, comuna or region that its copy does not know. */
  | 'unknown_name'

export type OffersErrorCode = ProblemCode | ClientErrorCode

export interface OffersErrorFacts {
  /** The status of the answer, if there was one. */
  status?: number | undefined
  /** The address that was asked for. */
  url?: string | undefined
  /** By which the provider finds the request. */
  requestId?: string | undefined
  /** How long the server asks to wait. */
  retryAfterSeconds?: number | undefined
  /** The whole body of the error, if it is one of the API's. */
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
  /** What is wrong with which parameter; empty if none is. */
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
