// The seam between answering and watching: whoever counts or logs answers is told of each, once.

import type { ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'

export interface AnswerObserver {
  /** The head of an answer goes out. `res` tells later whether the body followed. */
  answered(exchange: Exchange, status: number, res: ServerResponse): void
  /** Something was refused that never became a request, e.g. a malformed one. */
  refused(status: number): void
}
