// Answers every error, in one form, with the provider of the data and the page that explains errors.

import type { IncomingMessage } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { HOME_ROUTE } from '../../contract/api/home.ts'
import { type ProblemCode, problemBody } from '../../contract/api/problems.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'
import { OperatorError, systemCode } from '../../lib/errors.ts'
import type { ProblemSource } from '../catalogue/problem-source.ts'
import type { ContextLocals, ContextResponse, RequestContext } from '../exchange/request-context.ts'
import { sendResponse } from '../exchange/send-response.ts'
import { ApiProblem } from '../http/api-problem.ts'
import { type Fields, prepareHead } from '../http/head.ts'
import { COMMON_FIELDS } from '../http/headers.ts'
import { endFields, successorLink } from '../http/links.ts'
import { TooManyDownloads } from '../limits/shared-bound.ts'
import { OriginError } from '../origin/origin.ts'

// Long enough for a store or an origin to come back, short enough to notice soon that it has.
const RETRY_SECONDS = '5'

/** The end of a download is unknown. */
const DOWNLOAD_RETRY_SECONDS = '10'

/** Called for every problem from status 500 up. `problem.cause` is what was thrown, unless that was the problem itself. */
export type ReportFailure = (problem: ApiProblem, res: ContextResponse) => void

/** Called for every problem below status 500. */
export type ReportRefusal = (context: RequestContext) => void

/** Answers every error of the steps before. Express knows an error handler by its four parameters. */
export function errorHandler(
  answer: AnswerError,
): ErrorRequestHandler<Record<string, string>, unknown, unknown, unknown, ContextLocals> {
  return (error, req, res, _next) => answer(error, req, res)
}

/** Answers a request with a problem, whatever was thrown. */
export type AnswerError = (error: unknown, req: IncomingMessage, res: ContextResponse) => void

/** Answers with an error, and reports it from status 500 up: all others are the client's fault. */
export function answerError(
  source: ProblemSource,
  report: ReportFailure,
  refused: ReportRefusal = () => {},
): AnswerError {
  return (thrown, req, res) => {
    // The client is gone: there is nothing to answer or report.
    if (systemCode(thrown) === 'ERR_STREAM_PREMATURE_CLOSE') return void res.destroy()
    const problem = problemOf(thrown)
    res.locals.context.problem = problem.code
    if (problem.status >= 500) report(problem, res)
    else refused(res.locals.context)
    // A body that broke off must never look complete: break the connection.
    if (res.headersSent) return void res.destroy()
    const { version = CURRENT_VERSION } = res.locals.context
    const facts = { ...source(req.url), version }
    const body = Buffer.from(
      `${JSON.stringify(problemBody(problem.code, problem.message, facts, problem.errors))}\n`,
    )
    sendResponse(req, res, {
      status: problem.status,
      head: prepareHead(fieldsOf(problem, res.locals.context), body.length),
      body,
    })
  }
}

/** The problem that a client gets for anything thrown: origins, stores and limits throw other errors than problems. */
export function problemOf(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown
  if (thrown instanceof TooManyDownloads) {
    const headers = ['Retry-After', DOWNLOAD_RETRY_SECONDS]
    return new ApiProblem('too_many_downloads', thrown.message, { headers })
  }
  const as = (code: ProblemCode, detail: string) => new ApiProblem(code, detail, { cause: thrown })
  // Not 503: the request was counted, and a balancer would repeat it.
  if (thrown instanceof OriginError)
    return as('origin_unavailable', 'The body of this answer could not be read.')
  const { code } = thrown instanceof OperatorError ? thrown : {}
  // A table or page is not what the build writes.
  if (code === 'bad-release') return as('origin_unavailable', 'The current release is damaged.')
  if (code === 'key-store-unavailable') return as('key_store_unavailable', 'The key store does not answer.')
  return as('internal', 'An unexpected error.')
}

function fieldsOf({ status, headers }: ApiProblem, { version, route, request }: RequestContext): Fields {
  const retry = status === 503 && !headers.includes('Retry-After') ? ['Retry-After', RETRY_SECONDS] : []
  const isOfApi = version !== undefined && route !== undefined && route !== HOME_ROUTE
  const successor = isOfApi ? successorLink({ version, route }, request?.target) : undefined
  return [
    'Content-Type',
    'application/problem+json',
    'Cache-Control',
    'no-store',
    ...COMMON_FIELDS,
    ...retry,
    ...headers,
    ...endFields(version),
    ...(successor ? ['Link', successor] : []),
  ]
}
