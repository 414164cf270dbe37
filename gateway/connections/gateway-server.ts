// The HTTP server of the gateway: time-outs and bounds, and what happens at its edges.

import type { Server } from 'node:http'
import type { Application } from 'express'
import { PROBLEMS, type ProblemCode } from '../../contract/api/problems.ts'
import { messageOf } from '../../lib/errors.ts'
import type { ProblemSource } from '../catalogue/problem-source.ts'
import { answerClientError, answerConnect } from '../exchange/client-errors.ts'
import { createMessageCheck, MAX_HEADER_FIELDS } from '../exchange/message-rules.ts'
import { type ContextLocals, createRequestIds, RequestContext } from '../exchange/request-context.ts'
import { createExpressServer } from '../fast-path/express-prototypes.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { Log } from '../lib/log.ts'
import type { AnswerError } from '../middlewares/error-handler.ts'
import type { AnswerObserver } from '../operations/request-counters.ts'
import type { ConnectionBounds } from './connection-bounds.ts'
import { LIMITS } from './limits.ts'

export interface GatewayServerOptions {
  log: Log
  connections: ConnectionBounds
  /** Answers with a problem where no step of the application does. */
  answerProblem: AnswerError
  /** For answers to what never became a request. */
  problems: ProblemSource
  observers: readonly AnswerObserver[]
  isDraining: () => boolean
}

/** A server, not listening yet. */
export function createGatewayServer(
  app: Application,
  { log, connections, answerProblem, problems, observers, isDraining }: GatewayServerOptions,
): Server {
  const nextId = createRequestIds()
  const isObserved = observers.length > 0
  const reportRefused = (status: number, code?: ProblemCode) => {
    for (const observer of observers) observer.refused(status, code)
  }
  const checkMessage = createMessageCheck()
  const refusedAs = (code: ProblemCode) => reportRefused(PROBLEMS[code].status, code)
  const server = createExpressServer<ContextLocals>(app, {
    admit: (req, res) => connections.admit(req, res),
    locals: ({ headers }) => {
      const startedAt = isObserved ? performance.now() : 0
      return { context: new RequestContext(nextId(headers['x-request-id']), startedAt) }
    },
    isWellFormed: (req, res) => {
      const fault = checkMessage(req)
      if (fault) answerProblem(fault, req, res)
      return fault === undefined
    },
    onHead: (res, status, locals) => {
      // The next request of this client is for another gateway.
      if (isDraining() || connections.countRefusal(status, res.req.socket)) res.shouldKeepAlive = false
      if (!isObserved) return
      if (!locals) return reportRefused(status)
      for (const observer of observers) observer.answered(locals.context, status, res)
    },
    unanswered: (req, res) => (error) => {
      // Express takes no target that its parser of addresses refuses, and says nothing.
      if (error === undefined && !res.headersSent) {
        const fault = new ApiProblem('malformed_request', 'The target of the request is no address.')
        return void answerProblem(fault, req, res)
      }
      // Only reached if answering a problem has itself failed.
      log.error({ err: messageOf(error) }, 'request could not be answered')
      res.destroy()
    },
    // `message-rules.ts` refuses what names no host, in our form.
    http: { ...LIMITS, requireHostHeader: false },
  })
  // Node would answer by itself, in another form; an unknown expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  // SECURITY: bodies are not wanted, so none is asked for. Node would write its `100 Continue` behind the head of a
  // pipelined answer, in front of its body, and the client would lose count of the answers.
  server.on('checkContinue', (req, res) => server.emit('request', req, res))
  connections.watch(server)
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1
  // A client that has sent all it wants to say still waits for its answer; Node would end the connection.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('clientError', answerClientError(problems, refusedAs))
  server.on('connect', answerConnect(problems, refusedAs))
  return server
}
