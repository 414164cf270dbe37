// A server with one middleware, and an answer of 299 after it.

import express from 'express'
import type { Test } from 'tap'
import { problemSource } from '../../../gateway/catalogue/problem-source.ts'
import {
  type ContextLocals,
  type Handler,
  RequestContext,
} from '../../../gateway/exchange/request-context.ts'
import { createExpressServer } from '../../../gateway/fast-path/express-prototypes.ts'
import { answerError, errorHandler } from '../../../gateway/middlewares/error-handler.ts'
import { type Answer, type Call, call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'

/** The answer if the step passes the request on. */
export const PASSED = 299

export interface OneStep {
  base: string
  /** One for each request, in order. */
  contexts: RequestContext[]
  /** The reports of the error handler. */
  reported: unknown[]
  ask(target: string, options?: Call): Promise<Answer>
}

/** @param prepare does the work of earlier steps */
export async function oneStep(
  t: Test,
  step: Handler,
  prepare: (context: RequestContext) => void = () => {},
): Promise<OneStep> {
  const contexts: RequestContext[] = []
  const reported: unknown[] = []
  const app = express()
  app.use(step)
  app.use((_req, res) => void res.status(PASSED).end())
  const problems = problemSource({ current: undefined })
  app.use(errorHandler(answerError(problems, (error) => reported.push(error))))
  const server = createExpressServer<ContextLocals>(app, {
    onRequest: (req, res) => {
      const context = new RequestContext('an-id', 0)
      prepare(context)
      contexts.push(context)
      res.locals = { context }
      app(req, res)
    },
    onHead: () => {},
    http: { requireHostHeader: false },
  })
  const base = await servedAt(t, server)
  return { base, contexts, reported, ask: (target, options) => call(base, target, options) }
}
