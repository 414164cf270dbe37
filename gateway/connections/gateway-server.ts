// The HTTP server of the gateway: timeouts, bounds, and answers that the application does not give.

import type { IncomingMessage, Server } from 'node:http'
import type { Application, Request, Response } from 'express'
import { PROBLEMS, type ProblemCode } from '../../contract/api/problems.ts'
import { messageOf } from '../../lib/errors.ts'
import type { ProblemSource } from '../catalogue/problem-source.ts'
import { createMessageCheck, MAX_HEADER_FIELDS } from '../exchange/message-rules.ts'
import { type ContextLocals, createRequestIds, RequestContext } from '../exchange/request-context.ts'
import { createExpressServer } from '../fast-path/express-prototypes.ts'
import { spareParsing } from '../fast-path/long-addresses.ts'
import { ApiProblem } from '../http/api-problem.ts'
import type { Log } from '../lib/log.ts'
import type { AnswerError } from '../middlewares/error-handler.ts'
import { refusalsOfInput } from './client-errors.ts'
import type { ConnectionBounds } from './connection-bounds.ts'
import { LIMITS } from './limits.ts'

/** Called once for each answer. */
export interface AnswerObserver {
  /** The header fields of an answer are about to be sent. */
  answered(context: RequestContext, status: number): void
  /** Input was refused before it became a request, e.g. because it was malformed. Without a code, Node refused it. */
  refused(status: number, code?: ProblemCode): void
}

export interface GatewayServerOptions {
  log: Log
  connections: ConnectionBounds
  /** Answers with a problem if no step of the application does. */
  answerProblem: AnswerError
  /** For input that never becomes a request. */
  problems: ProblemSource
  observer?: AnswerObserver | undefined
  /** Aborts when the gateway begins to stop. */
  draining: AbortSignal
  /** Called for every request before it is answered. */
  onRequest?: (req: IncomingMessage) => void
}

/** A server, not listening yet. */
export function createGatewayServer(app: Application, options: GatewayServerOptions): Server {
  const { connections, problems, observer, draining } = options
  const answer = answerBy(app, options)
  const server = createExpressServer<ContextLocals>(app, {
    onRequest: (req, res) => connections.admit(req, res, () => answer(req, res)),
    onHead: (res, status, locals) => {
      // A connection with too many free answers ends.
      const isLast = isFreeAnswer(status, locals) && connections.countFreeAnswer(res)
      // A draining gateway leaves the next request of the client to another one.
      if (isLast || draining.aborted) res.shouldKeepAlive = false
      if (locals) observer?.answered(locals.context, status)
      else observer?.refused(status)
    },
    // `message-rules.ts` refuses a request without a host, with a problem.
    http: { ...LIMITS, requireHostHeader: false },
  })
  // Node would answer by itself, in another form; an unknown expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  // SECURITY: no route takes a body, so no client is asked to continue. Node would write `100 Continue` between the
  // header fields and the body of a pipelined answer, and the client would miscount the answers.
  server.on('checkContinue', (req, res) => {
    // The client may still send the body that it announced.
    res.shouldKeepAlive = false
    server.emit('request', req, res)
  })
  connections.watch(server)
  // One more than is allowed, so that `message-rules.ts` sees that there are too many.
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1
  // A client that has closed its sending side still waits for its answer; Node would end the connection.
  Object.assign(server, { httpAllowHalfOpen: true })
  const refusedAs = (code: ProblemCode) => observer?.refused(PROBLEMS[code].status, code)
  const { clientError, connect } = refusalsOfInput(problems, refusedAs)
  server.on('clientError', clientError).on('connect', connect)
  return server
}

type AnswerRequest = (req: Request, res: Response<unknown, ContextLocals>) => void

/** Makes the context of a request, and lets the application answer it. */
function answerBy(
  app: Application,
  { log, connections, answerProblem, observer, onRequest }: GatewayServerOptions,
): AnswerRequest {
  const nextId = createRequestIds()
  const checkMessage = createMessageCheck()
  return (req, res) => {
    onRequest?.(req)
    const startedAt = observer ? performance.now() : 0
    const id = nextId(req.headers['x-request-id'])
    res.locals = { context: new RequestContext(id, startedAt, connections.isFromProxy(req.socket)) }
    const fault = checkMessage(req)
    if (fault) return answerProblem(fault, req, res)
    spareParsing(req)
    app(req, res, (error) => {
      // Express silently skips a target that its URL parser refuses.
      if (error === undefined && !res.headersSent) return answerProblem(unparsed(), req, res)
      // Only reached if answering a problem has itself failed: the error handler of the application answers all others.
      log.error({ err: messageOf(error) }, 'request could not be answered')
      res.destroy()
    })
  }
}

function unparsed(): ApiProblem {
  return new ApiProblem('malformed_request', 'The target of the request is not a valid address.')
}

/**
 * Whether an answer took nothing from a rate limit, such as a page of home, a 401 or a 429. Answers from 500 up are
 * never free: clients may repeat the request.
 */
function isFreeAnswer(status: number, locals: ContextLocals | undefined): boolean {
  return locals?.context.rate?.allowed !== true && status < 500
}
