import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import express, { type Application } from 'express'
import t from 'tap'
import { createExpressServer } from '../../../gateway/fast-path/express-prototypes.ts'
import { call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'

const appOf = (): Application => express().use((_req, res) => void res.status(201).end())

/** The prototype that an application gives to requests or responses. */
function prototypeOf(app: Application, name: 'request' | 'response'): object {
  return Object.getOwnPropertyDescriptor(app, name)?.value
}

const serverOf = (app: Application): Server =>
  createExpressServer(app, { onRequest: app, onHead: () => {}, http: {} })

t.test('Node constructs requests and responses with the prototypes that Express sets', async (t) => {
  const app = appOf()
  const server = serverOf(app)
  const before: boolean[] = []
  server.prependListener('request', (req, res) => {
    before.push(
      Object.getPrototypeOf(req) === prototypeOf(app, 'request'),
      Object.getPrototypeOf(res) === prototypeOf(app, 'response'),
    )
  })
  t.equal((await call(await servedAt(t, server), '/')).status, 201)
  t.same(before, [true, true], 'already before Express sees them: otherwise the shortcut gains nothing')
})

t.test('they are requests and responses of Node and of Express', async (t) => {
  const app = appOf()
  serverOf(app)
  t.ok(prototypeOf(app, 'request') instanceof IncomingMessage)
  t.ok(prototypeOf(app, 'response') instanceof ServerResponse)
  t.match(prototypeOf(app, 'response'), { json: express.response.json })
})

t.test('one application does not change another', async (t) => {
  const [one, other] = [appOf(), appOf()]
  serverOf(one)
  t.equal(Object.getPrototypeOf(prototypeOf(other, 'request')), express.request)
  t.not(prototypeOf(one, 'request'), prototypeOf(other, 'request'))
})
