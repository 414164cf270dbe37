import { KEY_LIMITS, RATE_WINDOW_SECONDS } from '../../contract/key-kinds.ts'
import { Problem } from '../../contract/problem.ts'
import { type Caller, type Handler, policyOf } from '../exchange.ts'
import type { ClientAddress } from '../limits/client-address.ts'
import type { Limiter, RateDecision } from '../limits/limiter.ts'
import { subjectOfAddress, subjectOfKey } from '../limits/subject.ts'

/** Counts the request, by address for a demo key, by key for a named one. HEAD and 304 count like any other. */
export function throttle(limiter: Limiter, addressOf: ClientAddress): Handler {
  return (req, res, next) => {
    const { exchange } = res.locals
    const { caller } = exchange
    if (!caller) return next()

    const pass = (rate: RateDecision) => {
      exchange.rate = rate
      if (!rate.allowed) throw rateLimited(caller, rate)
      next()
    }
    const subject =
      KEY_LIMITS[caller.kind].countedBy === 'key' ? subjectOfKey(caller.id) : subjectOfAddress(addressOf(req))
    const decision = limiter.consume(subject, policyOf(caller.kind).requests)
    return decision instanceof Promise ? decision.then(pass) : pass(decision)
  }
}

function rateLimited({ kind }: Caller, { resetSeconds }: RateDecision): Problem {
  const { requests } = policyOf(kind)
  const detail = `A ${kind} key may make ${requests} requests in ${RATE_WINDOW_SECONDS} s. Wait ${resetSeconds} s.`
  return new Problem('rate_limited', detail, { headers: ['Retry-After', String(resetSeconds)] })
}
