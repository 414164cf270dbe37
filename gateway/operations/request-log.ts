// One line for each request, for gateways without another access log.

import { targetFor } from '../../contract/api/request-target.ts'
import type { AnswerObserver } from '../exchange/answer-observer.ts'
import type { RequestContext } from '../exchange/request-context.ts'
import type { Log } from '../lib/log.ts'

/** Logs each answer when it ends, with its milliseconds and whether it was sent completely. */
export function requestLog(log: Log): AnswerObserver {
  return {
    answered(context, status, res) {
      const { method, url } = res.req
      res.once('close', () => {
        const { id, caller, problem, route, startedAt } = context
        const facts = {
          request_id: id,
          key_id: caller?.id,
          method,
          route,
          target: loggableTarget(context, url ?? ''),
          status,
          code: problem,
          ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
          complete: res.writableFinished,
        }
        // Our fault: a search for errors must find it.
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
 * SECURITY: a client may send a key anywhere. The canonical target is ours; of all other targets only the path is logged,
 * without words that are long enough to be a secret.
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
