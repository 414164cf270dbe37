import { Problem } from '../../contract/problem.ts'
import { type Handler, requestOf } from '../exchange.ts'
import { challenge, presentedKey } from '../http/authorization.ts'
import type { KeyCache } from '../keys/key-cache.ts'

/** Finds out who asks. Only the API description needs no key. */
export function authenticate(keys: KeyCache): Handler {
  return (req, res, next) => {
    const { exchange } = res.locals
    const { route } = requestOf(exchange)
    if (route === 'openapi') return next()
    const presented = presentedKey(req.headers.authorization, req.rawHeaders)
    if (typeof presented === 'string') throw unauthorized(presented === 'malformed')

    type Verdict = Awaited<ReturnType<KeyCache['lookUp']>>
    const admit = (verdict: Verdict) => {
      if (!verdict.known) throw unauthorized(true)
      exchange.caller = verdict.key
      next()
    }
    // SECURITY: a revoked key must not download a snapshot even once, so there the store itself is asked.
    const verdict = route === 'snapshot' ? keys.lookUpFresh(presented.key) : keys.lookUp(presented.key)
    return verdict instanceof Promise ? verdict.then(admit) : admit(verdict)
  }
}

// One answer for unknown, expired and revoked keys alike: what is wrong with a key is its owner's business.
function unauthorized(keyGiven: boolean): Problem {
  const detail = keyGiven
    ? 'The key is malformed, unknown, expired or revoked.'
    : 'Send a key as `Authorization: Bearer <API_KEY>`.'
  return new Problem('unauthorized', detail, { headers: ['WWW-Authenticate', challenge(keyGiven)] })
}
