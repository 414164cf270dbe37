// The steps that answer a request. Their order is a promise of the API: 401, 403, 404 and 429 come before any 304.

import express, { type Application } from 'express'
import type { Clock } from '../lib/time/clock.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Transfers } from './connections/transfers.ts'
import { TargetCache } from './exchange/target-cache.ts'
import { type Mount, mountComposed } from './fast-path/compose.ts'
import type { KeyCache } from './keys/key-cache.ts'
import type { ClientAddress } from './limits/client-address.ts'
import type { Limiter } from './limits/limiter.ts'
import { authenticate } from './middlewares/authenticate.ts'
import { checkScope } from './middlewares/check-scope.ts'
import { chooseRelease } from './middlewares/choose-release.ts'
import { conditionalGet } from './middlewares/conditional-get.ts'
import { corsPreflight } from './middlewares/cors-preflight.ts'
import { type AnswerError, errorHandler } from './middlewares/error-handler.ts'
import { matchRoute } from './middlewares/match-route.ts'
import { rateLimit } from './middlewares/rate-limit.ts'
import { refuseOtherOrigins } from './middlewares/refuse-other-origins.ts'
import { resolveRepresentation } from './middlewares/resolve-representation.ts'
import { sendBody } from './middlewares/send-body.ts'
import { validateParameters } from './middlewares/validate-parameters.ts'
import type { Origin } from './origin/origin.ts'

/** The parts of a gateway that the steps use. */
export interface Services {
  catalogue: Catalogue
  origin: Origin
  keys: KeyCache
  limiter: Limiter
  transfers: Transfers
  clientAddress: ClientAddress
  /** Answers every error, in one form. */
  answerProblem: AnswerError
  clock: Clock
  /** Refuses requests that name another host than this machine, or that pages of other origins send. */
  local?: boolean | undefined
}

/**
 * The Express application of a gateway. It needs a server of `createGatewayServer`, which makes the context of each
 * request.
 * @param mount puts the steps into Express: in one layer; tests also give each its own layer
 * @example
 * ```ts
 * import { createApp, type Services } from './app.ts'
 * import { ConnectionBounds } from './connections/connection-bounds.ts'
 * import { createGatewayServer } from './connections/gateway-server.ts'
 * import { silentLog } from './lib/log.ts'
 * import type { ProblemSource } from './catalogue/problem-source.ts'
 *
 * export function serverFor(services: Services, problems: ProblemSource) {
 *   return createGatewayServer(createApp(services), {
 *     log: silentLog,
 *     connections: new ConnectionBounds(),
 *     answerProblem: services.answerProblem,
 *     problems,
 *     draining: new AbortController().signal,
 *   })
 * }
 * ```
 */
export function createApp(services: Services, mount: Mount = mountComposed): Application {
  const app = express()
  // Express's own header, tags and parsed queries are not used.
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)

  const targets = new TargetCache()
  mount(app, [
    // 400: pages of other origins learn nothing.
    ...(services.local ? [refuseOtherOrigins] : []),
    // 204: browsers ask before they send the key.
    corsPreflight,
    // 404, 405, 410: these reveal nothing that keys protect.
    matchRoute(targets, services.clock),
    // 401, or 503 if the key store does not answer: the key decides all that follows.
    authenticate(services.keys),
    // 503, without a release or the version: a request that another gateway may answer is not counted here. One release for
    // the rest of the way.
    chooseRelease(services.catalogue),
    // 429: counts requests with a good key, and no others. After that, no 503: a balancer would repeat the request, and the
    // other gateway count it again.
    rateLimit(services.limiter, services.clientAddress),
    // 400: parameters are read only for callers within their limit.
    validateParameters(targets),
    // 403: needs the parsed parameters.
    checkScope,
    // 404, 410 for changes that are forgotten, 429 for too many large bodies, 502 if there is no answer now.
    resolveRepresentation(services.transfers),
    // 304, 412: only if the key may have the 200.
    conditionalGet,
    // 200, 206; 416 for a range outside, 429 for too many large bodies or downloads, 502 if the body cannot be read.
    sendBody(services.origin, services.transfers),
  ])
  // Answers every error of the steps above.
  app.use(errorHandler(services.answerProblem))
  return app
}
