// An observer counts or logs answers.

import type { ServerResponse } from 'node:http'
import type { ProblemCode } from '../../contract/api/problems.ts'
import type { RequestContext } from './request-context.ts'

/** Counts or logs answers; called once for each. */
export interface AnswerObserver {
  /** The head of an answer is being sent. `res` shows later whether the body followed. */
  answered(context: RequestContext, status: number, res: ServerResponse): void
  /** Input was refused before it became a request, e.g. if malformed. Without a code, Node refused it. */
  refused(status: number, code?: ProblemCode): void
}
