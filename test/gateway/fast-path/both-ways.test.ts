// The whole application gives the same answers on the fast path and with the documented ways of Express.

import type { Request } from 'express'
import t, { type Test } from 'tap'
import { createApp, type Services } from '../../../gateway/app.ts'
import { problemSource } from '../../../gateway/catalogue/problem-source.ts'
import {
  type ContextLocals,
  type ContextResponse,
  RequestContext,
} from '../../../gateway/exchange/request-context.ts'
import { type Mount, mountComposed, mountSeparately } from '../../../gateway/fast-path/compose.ts'
import {
  type Adopt,
  adoptPrototypes,
  createExpressServer,
  extendPrototypes,
} from '../../../gateway/fast-path/express-prototypes.ts'
import { MemoryLimiter } from '../../../gateway/limits/memory-limiter.ts'
import { answerError } from '../../../gateway/middlewares/error-handler.ts'
import { folderOrigin } from '../../../gateway/origin/folder-origin.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { type Call, call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

async function served(t: Test, services: Omit<Services, 'limiter'>, mount: Mount, adopt: Adopt) {
  const limiter = new MemoryLimiter(() => 0)
  const app = createApp({ ...services, limiter }, mount)
  const onRequest = (req: Request, res: ContextResponse) => {
    res.locals = { context: new RequestContext('an-id', 0, true) }
    app(req, res)
  }
  return servedAt(
    t,
    createExpressServer<ContextLocals>(app, { onRequest, onHead: () => {}, http: {} }, adopt),
  )
}

t.test('every kind of answer is the same on the fast path and in the documented way', async (t) => {
  const folder = t.testdir()
  const release = publishTinyRelease(folder)
  const { gateway, keys } = await startGateway(t, folder)
  const services = {
    catalogue: gateway.catalogue,
    keys: gateway.keys,
    origin: folderOrigin(folder),
    transfers: gateway.transfers,
    clientAddress: () => '192.0.2.1',
    answerProblem: answerError(problemSource(gateway.catalogue), () => {}),
    clock: () => 0,
  }
  const fast = await served(t, services, mountComposed, adoptPrototypes)
  const documented = await served(t, services, mountSeparately, extendPrototypes)
  const key = keys.issue('demo')
  const { digest } = release.entry('/beta/issuers')
  const calls: [target: string, call: Call][] = [
    ['/', {}],
    ['/beta/openapi.json', {}],
    ['/beta/offers', {}],
    ['/beta/offers', { key }],
    ['/beta/offers', { key, headers: { 'Accept-Encoding': 'gzip' } }],
    ['/beta/offers?limit=7&offset=3', { key }],
    ['/beta/offers?limit=x', { key }],
    ['/beta/offers?limit=26', { key }],
    ['/beta/offers/off_q4mzt7hx2bnvke5w', { key }],
    ['/beta/issuers', { key, headers: { 'If-None-Match': `"${digest.slice(0, 32)}"` } }],
    ['/beta/issuers', { key, method: 'HEAD' }],
    ['/beta/issuers', { key, method: 'POST' }],
    ['/beta/issuers', { method: 'OPTIONS' }],
    ['/beta/snapshot', { key }],
    ['/beta/snapshot', { key, headers: { Range: 'bytes=5-9' } }],
    ['/beta/snapshot', { key, headers: { Range: 'bytes=99999999-' } }],
    ['/nothing', { key }],
  ]
  const statuses = new Set<number>()
  for (const [target, options] of calls) {
    const [one, other] = await Promise.all([call(fast, target, options), call(documented, target, options)])
    t.equal(one.status, other.status, target)
    t.same({ ...one.headers, date: '' }, { ...other.headers, date: '' }, target)
    t.ok(one.body.equals(other.body), target)
    statuses.add(one.status)
  }
  t.same([...statuses].toSorted(), [200, 204, 206, 304, 400, 401, 403, 404, 405, 416])
})
