// The seam between answering and watching: what counts or logs answers is called once for each.

import type { ServerResponse } from 'node:http'
import type { ProblemCode } from '../../contract/api/problems.ts'
import type { RequestContext } from '../request/request-context.ts'

export interface AnswerObserver {
  /** The head of an answer goes out. `res` shows later whether the body followed. */
  answered(context: RequestContext, status: number, res: ServerResponse): void
  /** Something was refused that never became a request, e.g. a malformed one. Without a code, Node refused it. */
  refused(status: number, code?: ProblemCode): void
}
