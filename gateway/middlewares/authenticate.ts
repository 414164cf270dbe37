import type { NextFunction } from 'express'
import { HOME_ROUTE } from '../../contract/api/home.ts'
import { resource } from '../../contract/api/resources.ts'
import { type Handler, type RequestContext, routeOfRequest } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { challenge, presentedKey } from '../http/authorization.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import type { KeyRefusal, KnownKey } from '../keys/key-verdict.ts'

/** Finds the key of a request. Routes without keys are open to all. */
export function authenticate(keys: KeyCache): Handler {
  return (req, res, next) => {
    const { context } = res.locals
    const route = routeOfRequest(context)
    if (route === HOME_ROUTE) return next()
    const { needsKey, kind } = resource(route)
    if (!needsKey) return next()
    const presented = presentedKey(req.headers.authorization, req.rawHeaders)
    if (presented === 'nothing') throw unauthorized(context, 'missing')
    if (presented === 'malformed') throw unauthorized(context, 'malformed')
    // SECURITY: a revoked key must not download a snapshot even once, so the store itself is asked.
    const verdict = kind === 'snapshot' ? keys.lookUpFresh(presented.key) : keys.lookUp(presented.key)
    if (verdict instanceof Promise) {
      return verdict.then((known) => {
        if (!known) throw unauthorized(context, keys.refusalOf(presented.key))
        acceptCaller(known, context, next)
      })
    }
    if (!verdict) throw unauthorized(context, keys.refusalOf(presented.key))
    acceptCaller(verdict, context, next)
  }
}

function acceptCaller(known: KnownKey, context: RequestContext, next: NextFunction): void {
  context.caller = known
  next()
}

// SECURITY: one answer for unknown, expired and revoked keys, so that a guess learns nothing. The operator finds the
// reason in counts and logs.
function unauthorized(context: RequestContext, why: KeyRefusal): ApiProblem {
  context.refusal = why
  const keyGiven = why !== 'missing'
  const detail = keyGiven
    ? 'The key is malformed, unknown, expired or revoked.'
    : 'Send a key as `Authorization: Bearer <API_KEY>`.'
  return new ApiProblem('unauthorized', detail, { headers: ['WWW-Authenticate', challenge(keyGiven)] })
}
