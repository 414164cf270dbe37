// What the middlewares learn of one request and pass on to each other: `res.locals.context`.

import type { RequestHandler, Response } from 'express'
import type { ProblemCode } from '../../contract/api/problems.ts'
import type { ParsedRequest, RouteName } from '../../contract/api/request-target.ts'
import type { Version } from '../../contract/api/versions.ts'
import type { Release } from '../catalogue/release.ts'
import type { Representation } from '../catalogue/representation.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { KeyRefusal } from '../keys/key-verdict.ts'
import type { RateDecision } from '../limits/limiter.ts'
import type { Caller } from '../limits/subject.ts'

/** What is known of a request so far; each member is set by one step. */
export class RequestContext {
  /** Milliseconds of the monotonic clock; 0 if no observer needs it. */
  readonly startedAt: number
  /** Sent back as `X-Request-Id`, and written to the log. */
  readonly id: string
  /** What kind of address was asked for; set by match-route. */
  route: RouteName | undefined = undefined
  /** The version of the API that was asked, if any was; set by match-route. */
  version: Version | undefined = undefined
  /** What the request line says; set by validate-parameters, before that only if it was asked for before. */
  request: ParsedRequest | undefined = undefined
  /** Undefined if no key is needed, or none was found good. */
  caller: Caller | undefined = undefined
  /** Why there is no caller where one is needed; set by authenticate. */
  refusal: KeyRefusal | undefined = undefined
  /** Undefined before the request was counted. */
  rate: RateDecision | undefined = undefined
  /** The release that answers: taken once, so that no answer mixes two. */
  release: Release | undefined = undefined
  /** What answers the request; set by resolve-representation. */
  representation: Representation | undefined = undefined
  /** Whether the answer had to wait until bytes were read, or cut out of others. */
  waited = false
  /** Which error was answered; set by the error handler. */
  problem: ProblemCode | undefined = undefined

  constructor(id: string, startedAt: number) {
    this.id = id
    this.startedAt = startedAt
  }
}

export type Handler = RequestHandler<Record<string, string>, unknown, unknown, unknown, ContextLocals>
export type ContextResponse = Response<unknown, ContextLocals>
export type ContextLocals = { context: RequestContext }

/** The request as it was parsed. */
export function requestOf(context: RequestContext): ParsedRequest {
  return context.request ?? missing('validate-parameters')
}

export function routeOfRequest(context: RequestContext): RouteName {
  return context.route ?? missing('match-route')
}

/** Who asks, on routes that need a key. */
export function callerOf(context: RequestContext): Caller {
  return context.caller ?? missing('authenticate')
}

export function releaseOf(context: RequestContext): Release {
  return context.release ?? missing('resolve-representation')
}

export function representationOf(context: RequestContext): Representation {
  return context.representation ?? missing('resolve-representation')
}

function missing(step: string): never {
  throw new ApiProblem('internal', `A step is mounted before ${step}, which it depends on.`)
}
