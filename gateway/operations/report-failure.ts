// What becomes of an error that is not the fault of the client.

import { ApiProblem } from '../http/api-problem.ts'
import type { Log } from '../lib/log.ts'
import type { ReportFailure } from '../middlewares/error-handler.ts'
import { errorFacts, type FailureWatches } from './failure-watch.ts'

/** Every failed request can be found by its id; those of an outage only at level debug. */
export function reportFailure(log: Log, failures: FailureWatches): ReportFailure {
  return (error, res) => {
    const { id, caller } = res.locals.context
    const facts = { request_id: id, key_id: caller?.id }
    switch (partAtFault(error)) {
      case 'origin':
        return failures.origin.failed(error, facts)
      case 'reported already':
        return log.debug({ ...facts, ...errorFacts(error) }, 'request failed')
      case 'gateway': {
        const stack = error instanceof Error ? error.stack : undefined
        return log.error({ ...facts, ...errorFacts(error), stack }, 'request failed')
      }
    }
  }
}

/** `reported already`: the key cache and the watch for releases report what they suffer themselves. */
function partAtFault(error: unknown): 'origin' | 'gateway' | 'reported already' {
  if (!(error instanceof ApiProblem)) return 'gateway'
  switch (error.code) {
    case 'origin_unavailable':
      return 'origin'
    case 'catalogue_unavailable':
      // Without a cause nothing has failed here: there is no release yet.
      return error.cause === undefined ? 'reported already' : 'origin'
    case 'key_store_unavailable':
      return 'reported already'
    default:
      return 'gateway'
  }
}
