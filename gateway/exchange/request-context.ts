// The facts that the steps learn of a request and pass on: `res.locals.context`.

import { randomBytes } from 'node:crypto'
import type { Response } from 'express'
import type { ProblemCode } from '../../contract/api/problems.ts'
import type { ParsedRequest, RouteName, UnreadTarget } from '../../contract/api/request-target.ts'
import type { Version } from '../../contract/api/versions.ts'
import { KEY_PREFIX_PATTERN } from '../../contract/keys/format.ts'
import type { Release, Representation } from '../catalogue/release.ts'
import type { Step } from '../fast-path/compose.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { KeyUse } from '../keys/key-uses.ts'
import type { Caller, KeyHolder, KeyRefusal } from '../keys/key-verdict.ts'
import type { RateDecision } from '../limits/limiter.ts'

/** All that is known of a request so far. Undefined members are not known yet, or do not apply. */
export class RequestContext {
  /** Milliseconds of the monotonic clock; 0 if no observer needs it. */
  readonly startedAt: number
  /** Sent back as `X-Request-Id`, and written to the log. */
  readonly id: string
  /** Whether it came from a trusted proxy. The key and the problem are then in the log of the proxy, not of the gateway. */
  readonly isFromProxy: boolean
  /** Set by match-route. */
  route: RouteName | undefined = undefined
  /** The version of the API, if any; set by match-route. */
  version: Version | undefined = undefined
  /** The target, if its parameters must still be read; set by match-route. */
  unread: UnreadTarget | undefined = undefined
  /** Set by match-route if the target was parsed for an earlier request, otherwise by validate-parameters. */
  request: ParsedRequest | undefined = undefined
  /** The holder of a valid key; set by authenticate on routes that need a key. */
  caller: Caller | undefined = undefined
  /** The key, even if it has expired or is revoked; set by authenticate. Undefined if the store does not know it. */
  holder: KeyHolder | undefined = undefined
  /** The counts of that key; set by authenticate. */
  use: KeyUse | undefined = undefined
  /** Why the key is refused; set by authenticate. */
  refusal: KeyRefusal | undefined = undefined
  /**
   * The request is counted by this: the id of a named key, or the client address of a demo key. Set by rate-limit, if there
   * is a caller.
   */
  subject: string | undefined = undefined
  /** Set by rate-limit, if there is a caller. */
  rate: RateDecision | undefined = undefined
  /** The release that answers: read once, by choose-release, so that no answer mixes two. */
  release: Release | undefined = undefined
  /** Set by resolve-representation. */
  representation: Representation | undefined = undefined
  /** Set by the error handler. */
  problem: ProblemCode | undefined = undefined

  constructor(id: string, startedAt: number, isFromProxy = false) {
    this.id = id
    this.startedAt = startedAt
    this.isFromProxy = isFromProxy
  }
}

/** A step that answers a request or calls `next`. */
export type Handler = Step<ContextLocals>
export type ContextResponse = Response<unknown, ContextLocals>
export type ContextLocals = { context: RequestContext }

// Each of these throws if the step that sets the member has not run.

export function requestOf(context: RequestContext): ParsedRequest {
  return context.request ?? missing('validate-parameters')
}

export function routeOfRequest(context: RequestContext): RouteName {
  return context.route ?? missing('match-route')
}

/** The holder of the valid key, on routes that need one. */
export function callerOf(context: RequestContext): Caller {
  return context.caller ?? missing('authenticate')
}

export function releaseOf(context: RequestContext): Release {
  return context.release ?? missing('choose-release')
}

export function representationOf(context: RequestContext): Representation {
  return context.representation ?? missing('resolve-representation')
}

function missing(step: string): never {
  throw new ApiProblem('internal', `A step is mounted before ${step}, which it depends on.`)
}

// SECURITY: ids go into logs, so text that holds a key is not a valid id.
const VALID_REQUEST_ID = new RegExp(`^(?!.*${KEY_PREFIX_PATTERN})[a-z0-9._-]{1,64}$`, 'i')

/**
 * Makes the function that gives a request its `X-Request-Id`: the one that a client or balancer sent, if that is valid,
 * otherwise a random prefix of this process with a count, which is unique and cheap.
 */
export function createRequestIds(): (incoming: string | string[] | undefined) => string {
  // Without `_`, so that no id can look like a key.
  const prefix = randomBytes(6).toString('base64url').replaceAll('_', '.')
  let count = 0
  return (incoming) => {
    if (typeof incoming === 'string' && VALID_REQUEST_ID.test(incoming)) return incoming
    return `${prefix}-${(count++).toString(36)}`
  }
}
