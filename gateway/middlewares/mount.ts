// The order of the steps that answer a request. It is a promise of the API: 401, 403, 404 and 429 come before
// any 304, and what a step throws is answered by the last one.

import express, { type Application } from 'express'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { KeyCache } from '../keys/key-cache.ts'
import type { ClientAddress } from '../limits/client-address.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Origin } from '../origin/origin.ts'
import { homePage } from '../pages/home-page.ts'
import { authenticate } from './authenticate.ts'
import { body } from './body.ts'
import { condition } from './condition.ts'
import { inOrder } from './in-order.ts'
import { locate } from './locate.ts'
import { parameters } from './parameters.ts'
import { preflight } from './preflight.ts'
import { problems, type ReportFailure } from './problems.ts'
import { route } from './route.ts'
import { scope } from './scope.ts'
import { throttle } from './throttle.ts'

/** What the steps work with. */
export interface Services {
  catalogue: Catalogue
  origin: Origin
  keys: KeyCache
  limiter: Limiter
  addressOf: ClientAddress
  report: ReportFailure
}

export function createApp(services: Services): Application {
  const app = express()
  // What Express would do for pages and forms is not needed; each costs time on every request.
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)

  app.use(
    inOrder(
      preflight, //                                        browsers ask before they send the key
      homePage(services.catalogue, services.keys), //      the one page for people, open to all
      route(), //                                          404 and 405 tell nothing that keys protect
      authenticate(services.keys), //                      401: who asks decides all that follows
      throttle(services.limiter, services.addressOf), //   429: refused keys are not counted, all else is
      parameters, //                                       400
      scope, //                                            403: what is asked for must be understood first
      locate(services.catalogue), //                       404, 503: one release for the rest of the way
      condition, //                                        304: only for who may have the 200
      body(services.origin), //                            200, 206
    ),
  )
  app.use(problems(services.catalogue, services.report)) // every error, in one form
  return app
}
