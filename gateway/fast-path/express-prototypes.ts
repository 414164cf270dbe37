// A server for an Express application. Express changes the prototype of every request and response
// (`Object.setPrototypeOf` in `app.handle`), and V8 loses what it has learned of their shapes. Here Node constructs them
// from classes whose prototypes *are* `app.request` and `app.response`, so that this call changes nothing. For the gain
// see `README.md`.

import {
  createServer,
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Application, Request, Response } from 'express'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

export interface ExpressServerOptions<Locals extends Record<string, unknown>> {
  /** Sets the `res.locals` of a request, and hands it to the application. */
  onRequest: (req: Request, res: Response<unknown, Locals>) => void
  /** Called for every answer before its head is written. Answers that Node gives by itself have no locals. */
  onHead: (res: ServerResponse, status: number, locals: Locals | undefined) => void
  /** Options of `node:http`; the classes of requests and responses are set here. */
  http: Omit<ServerOptions, 'IncomingMessage' | 'ServerResponse'>
}

/** Fits the classes from which Node constructs requests and responses to those that Express expects. */
export type Adopt = (app: Application, classes: MessageClasses) => void

interface MessageClasses {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse
}

/** The fast way: the application takes the prototypes of our classes. */
export const adoptPrototypes: Adopt = (app, classes) => {
  replacePrototype(app, 'request', classes.IncomingMessage.prototype)
  replacePrototype(app, 'response', classes.ServerResponse.prototype)
}

/** Gives `prototype` the members of the application's prototype, and puts it in the place of that one. */
function replacePrototype(app: Application, name: PrototypeName, prototype: object): void {
  const ofApp = prototypeIn(app, name)
  // Express's methods, such as `res.send`. The application's prototype inherits them, and adds other members.
  const ofExpress: object = Object.getPrototypeOf(ofApp)
  Object.defineProperties(prototype, {
    ...Object.getOwnPropertyDescriptors(ofExpress),
    ...Object.getOwnPropertyDescriptors(ofApp),
  })
  Object.defineProperty(app, name, { value: prototype, configurable: true, enumerable: true, writable: true })
}

/** The documented way, and the fallback: Express sets its prototypes, which get the methods of our class. */
export const extendPrototypes: Adopt = (app, classes) => {
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(classes.ServerResponse.prototype)
  Object.defineProperties(prototypeIn(app, 'response'), methods)
}

/** Where an application keeps the prototypes of its requests and responses. */
type PrototypeName = 'request' | 'response'

/** @throws {TypeError} if this Express keeps no prototype there */
function prototypeIn(app: Application, name: PrototypeName): object {
  const value: unknown = Object.getOwnPropertyDescriptor(app, name)?.value
  if (typeof value !== 'object' || value === null) throw new TypeError(`Express has no prototype app.${name}`)
  return value
}

/**
 * A server, not listening yet, for an application whose middlewares are all mounted.
 * @param adopt both ways give the same answers; if Express sets other prototypes, both are equally slow
 */
export function createExpressServer<Locals extends Record<string, unknown>>(
  app: Application,
  options: ExpressServerOptions<Locals>,
  adopt: Adopt = adoptPrototypes,
): Server {
  const { onRequest, onHead, http } = options
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends ServerResponse<R> {
    // Only declared: a value would need a constructor that spreads its arguments.
    declare locals: Locals | undefined

    /** Called by `writeHeadAsText`, which calls no `writeHead`. */
    beforeHead(status: number): void {
      onHead(this, status, this.locals)
    }

    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      this.beforeHead(status)
      return typeof reason === 'string'
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason)
    }
  }
  const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
  adopt(app, classes)
  return createServer({ ...http, ...classes }).on('request', onRequest)
}
