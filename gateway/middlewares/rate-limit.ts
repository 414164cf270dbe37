import type { NextFunction } from 'express'
import { KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../contract/keys/kinds.ts'
import type { Handler, RequestContext } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { Caller } from '../keys/key-verdict.ts'
import { type ClientAddress, subjectOfAddress } from '../limits/client-address.ts'
import type { Limiter, RateDecision } from '../limits/limiter.ts'

/** Counts the request, by address for a demo key, by key for a named one. HEAD and 304 count like any other. */
export function rateLimit(limiter: Limiter, clientAddress: ClientAddress): Handler {
  return (req, res, next) => {
    const { context } = res.locals
    const { caller } = context
    if (!caller) return next()
    const subject =
      KEY_LIMITS[caller.kind].countedBy === 'key' ? caller.id : subjectOfAddress(clientAddress(req))
    context.subject = subject
    const decision = limiter.consume(subject, caller.requests)
    if (decision instanceof Promise) return decision.then((rate) => pass(rate, caller, context, next))
    pass(decision, caller, context, next)
  }
}

function pass(rate: RateDecision, caller: Caller, context: RequestContext, next: NextFunction): void {
  context.rate = rate
  if (!rate.allowed) throw rateLimited(caller, rate)
  next()
}

function rateLimited({ kind, requests }: Caller, { resetSeconds }: RateDecision): ApiProblem {
  const detail = `This ${kind} key may make ${requests} requests in ${RATE_WINDOW_SECONDS} s. Wait ${resetSeconds} s.`
  return new ApiProblem('rate_limited', detail, { headers: ['Retry-After', String(resetSeconds)] })
}
