// The key of a request: the Authorization field (RFC 6750 §2.1), and the challenge that answers a bad one (§3).

import { HOME_ROUTE } from '../../contract/api/home.ts'
import { RESOURCE_BY_NAME } from '../../contract/api/resources.ts'
import { occursTwice } from '../exchange/message-rules.ts'
import { type Handler, type RequestContext, routeOfRequest } from '../exchange/request-context.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import { type KeyRefusal, type KeyVerdict, RefusedKey } from '../keys/key-verdict.ts'

/** Finds the key of a request. Routes without keys are open to all. */
export function authenticate(keys: KeyCache): Handler {
  return (req, res, next) => {
    const { context } = res.locals
    const route = routeOfRequest(context)
    if (route === HOME_ROUTE) return next()
    const { needsKey, kind } = RESOURCE_BY_NAME[route]
    if (!needsKey) return next()
    const presented = presentedKey(req.headers.authorization, req.rawHeaders)
    if (presented === 'nothing') throw unauthorized(context, 'missing')
    if (presented === 'malformed') throw unauthorized(context, 'malformed')
    const accept = (verdict: KeyVerdict) => {
      context.use = verdict.use
      if (verdict instanceof RefusedKey) {
        context.holder = verdict.holder
        throw unauthorized(context, verdict.reason)
      }
      context.holder = verdict
      context.caller = verdict
      next()
    }
    // SECURITY: a revoked key must not download a snapshot even once, so the store itself is asked.
    const verdict = kind === 'snapshot' ? keys.lookUpFresh(presented.key) : keys.lookUp(presented.key)
    return verdict instanceof Promise ? verdict.then(accept) : accept(verdict)
  }
}

// SECURITY: one answer for malformed, unknown, expired and revoked keys, so that a guess learns nothing.
function unauthorized(context: RequestContext, refusal: KeyRefusal): ApiProblem {
  context.refusal = refusal
  const isMissing = refusal === 'missing'
  const detail = isMissing
    ? 'Send a key as `Authorization: Bearer <API_KEY>`.'
    : 'The key is malformed, unknown, expired or revoked.'
  const challenge = isMissing ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`
  return new ApiProblem('unauthorized', detail, { headers: ['WWW-Authenticate', challenge] })
}

/** `WWW-Authenticate` for a request without a key. */
const CHALLENGE = 'Bearer realm="offers"'

/** The credentials of a request: a key, none or those of another scheme, or a malformed bearer token. */
type Presented = { key: string } | 'nothing' | 'malformed'

const BEARER_SCHEME = /^bearer(?: |$)/i
// RFC 6750 §2.1 allows several spaces. SECURITY: a key has 51 characters; a much longer one is refused before it costs a
// digest.
const BEARER = /^bearer {1,8}([\x21-\x7e]{1,200})$/i

function presentedKey(field: string | undefined, rawHeaders: readonly string[]): Presented {
  if (field === undefined) return 'nothing'
  // Node keeps the first of several Authorization fields, but a proxy on the way may keep the last.
  if (occursTwice(rawHeaders, 'authorization')) return 'malformed'
  const key = BEARER.exec(field)?.[1]
  if (key !== undefined) return { key }
  // Another scheme gets the challenge without an error (RFC 6750 §3).
  return BEARER_SCHEME.test(field) ? 'malformed' : 'nothing'
}
