// One line a request, for gateways without another access log.

import { targetFor } from '../../contract/api/request-target.ts'
import type { RequestContext } from '../exchange/request-context.ts'
import type { Log } from '../lib/log.ts'
import type { AnswerObserver } from './request-counters.ts'

/** Logs each answer when it ends, with the milliseconds until then and whether it went out as a whole. */
export function requestLog(log: Log): AnswerObserver {
  return {
    answered(context, status, res) {
      const { method, url } = res.req
      res.once('close', () => {
        const { id, caller, problem, refusal, route, startedAt } = context
        const facts = {
          request_id: id,
          key_id: caller?.id,
          method,
          route,
          target: loggableTarget(context, url ?? ''),
          status,
          code: problem,
          key_refused: refusal,
          ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
          complete: res.writableFinished,
        }
        // Our fault: what looks for errors must find it.
        if (status >= 500) log.error(facts, 'answered')
        else log.info(facts, 'answered')
      })
    },
    refused(status, code) {
      log.info({ status, code }, 'refused')
    },
  }
}

/**
 * SECURITY: a key may be anywhere in what a client sends. The canonical target is of our own making; of all
 * else only the path is logged, and of that nothing that is long enough to be a secret.
 */
function loggableTarget({ request, caller }: RequestContext, url: string): string {
  const target = request?.faults.length === 0 ? targetFor(request, caller?.kind) : undefined
  return target ?? pathOf(url)
}

const MAX_PATH_LENGTH = 120
const SECRET = /[^/?#&=]{24,}/g

function pathOf(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(SECRET, '…')
    .slice(0, MAX_PATH_LENGTH)
}
