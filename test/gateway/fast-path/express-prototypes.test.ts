import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import express, { type Application, type Response } from 'express'
import t from 'tap'
import {
  type Adopt,
  adoptPrototypes,
  createExpressServer,
  extendPrototypes,
} from '../../../gateway/fast-path/express-prototypes.ts'
import { call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'

type Locals = { id: string }

/** The calls of a server's hooks. */
interface Seen {
  statuses: [status: number, id: string | undefined][]
  errors: unknown[]
}

function appOf(): Application {
  const app = express()
  app.disable('x-powered-by')
  app.use((req, _res, next) => (req.path === '/throws' ? next(new Error('thrown')) : next()))
  app.use((req, res: Response<unknown, Partial<Locals>>, next) => {
    if (req.path === '/nothing') return next()
    res.set('X-Seen', `${req.path} ${req.get('host') !== undefined} ${req.ip !== undefined}`)
    res.status(201).json({ id: res.locals.id ?? 'none' })
  })
  return app
}

/** The prototype that an application gives to requests or responses. */
function prototypeOf(app: Application, name: 'request' | 'response'): object {
  return Object.getOwnPropertyDescriptor(app, name)?.value
}

function serverOf(app: Application, adopt?: Adopt): { server: Server; seen: Seen } {
  const seen: Seen = { statuses: [], errors: [] }
  const options = {
    locals: (): Locals => ({ id: 'an-id' }),
    onHead: (_res: ServerResponse, status: number, locals: Locals | undefined) =>
      void seen.statuses.push([status, locals?.id]),
    unanswered: (_req: unknown, res: Response) => (error?: unknown) => {
      seen.errors.push(error)
      res.statusCode = 500
      res.end('unanswered')
    },
    http: {},
  }
  return { server: createExpressServer<Locals>(app, options, adopt), seen }
}

t.test('Node constructs requests and responses with the prototypes that Express sets', async (t) => {
  const app = appOf()
  const { server } = serverOf(app)
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

t.test('both ways give the answers of a plain Express server, and call the same hooks', async (t) => {
  const fast = serverOf(appOf(), adoptPrototypes)
  const documented = serverOf(appOf(), extendPrototypes)
  const plain = createServer(appOf())
  const bases = {
    fast: await servedAt(t, fast.server),
    documented: await servedAt(t, documented.server),
    plain: await servedAt(t, plain),
  }
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const ask = async (base: string) => {
      const { status, headers, text } = await call(base, '/some/where?a=b', { method })
      return { status, seen: headers['x-seen'], text }
    }
    const expected = await ask(bases.plain)
    t.equal(expected.status, 201)
    for (const base of [bases.fast, bases.documented]) {
      const { text, seen, status } = await ask(base)
      t.equal(status, expected.status)
      t.equal(seen, expected.seen)
      t.equal(text, method === 'HEAD' ? '' : '{"id":"an-id"}')
    }
  }
  for (const target of ['/nothing', '/throws'])
    t.same(
      (await call(bases.fast, target)).text,
      (await call(bases.documented, target)).text,
      `${target} reaches the last handler`,
    )
  t.same(fast.seen.statuses, documented.seen.statuses)
  t.same(fast.seen.statuses.slice(0, 4), Array(4).fill([201, 'an-id']))
  t.match(fast.seen.errors, [undefined, { message: 'thrown' }])
  t.match(documented.seen.errors, [undefined, { message: 'thrown' }])
})

t.test('one application does not change another', async (t) => {
  const [one, other] = [appOf(), appOf()]
  serverOf(one)
  t.equal(Object.getPrototypeOf(prototypeOf(other, 'request')), express.request)
  t.not(prototypeOf(one, 'request'), prototypeOf(other, 'request'))
})
