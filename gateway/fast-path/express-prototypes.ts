// An Express application on a server whose requests and responses are born with Express's own prototypes.
//
// Express re-prototypes every request and response (`Object.setPrototypeOf` in `app.handle`), which throws away
// the shapes that V8 has learned and costs most of the time of a small answer. Here the server constructs them
// from classes whose prototypes *are* `app.request` and `app.response`, so that call changes nothing.

import {
  createServer,
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Application, NextFunction, Request, Response } from 'express'

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[]

export interface ExpressServerOptions<Locals extends Record<string, unknown>> {
  /** What `res.locals` holds from the start. */
  locals: (req: Request) => Locals
  /** Told of every answer before its head is written. Node refuses some requests itself: those have no locals. */
  onHead: (res: ServerResponse, status: number, locals: Locals | undefined) => void
  /** What happens to a request that no middleware answers, or to an error that none handles. */
  unanswered: (req: Request, res: Response) => NextFunction
  /** Options of `node:http`; the classes of requests and responses are ours. */
  http: Omit<ServerOptions, 'IncomingMessage' | 'ServerResponse'>
}

/** A server, not listening yet, for an application whose middlewares are all mounted. */
export function createExpressServer<Locals extends Record<string, unknown>>(
  app: Application,
  options: ExpressServerOptions<Locals>,
): Server {
  const { onHead } = options
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends ServerResponse<R> {
    // Only declared: to give it a value would cost a constructor that spreads its arguments.
    declare locals: Locals | undefined

    override writeHead(status: number, reason?: string | Head, headers?: Head): this {
      onHead(this, status, this.locals)
      return typeof reason === 'string'
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason)
    }
  }
  adopt(app, 'request', ExpressRequest.prototype)
  adopt(app, 'response', ExpressResponse.prototype)
  const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
  const server = createServer({ ...options.http, ...classes })
  server.on('request', (req: Request, res: Response) => {
    res.locals = options.locals(req)
    app(req, res, options.unanswered(req, res))
  })
  return server
}

/** Copies what Express defines onto our prototype, and makes ours the one that Express sets. */
function adopt(app: Application, name: 'request' | 'response', prototype: object): void {
  const ofApp: object = Object.getOwnPropertyDescriptor(app, name)?.value
  const own = Object.getOwnPropertyDescriptors(ofApp)
  const shared = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(ofApp))
  Object.defineProperties(prototype, { ...shared, ...own })
  Object.defineProperty(app, name, { value: prototype, configurable: true, enumerable: true, writable: true })
}
