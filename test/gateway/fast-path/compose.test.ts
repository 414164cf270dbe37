import { createServer } from 'node:http'
import express from 'express'
import t, { type Test } from 'tap'
import type { Handler } from '../../../gateway/exchange/request-context.ts'
import { type Mount, mountComposed, mountSeparately } from '../../../gateway/fast-path/compose.ts'
import { call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'

/** The answer of an application with these steps, and the steps that ran. */
async function answerOf(t: Test, mount: Mount, stepsOf: (ran: string[]) => Handler[]) {
  const ran: string[] = []
  const app = express()
  mount(app, stepsOf(ran))
  app.use((_req, res) => void res.status(299).end('none'))
  app.use((error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
    ran.push('error handler')
    res.status(500).end(String(error))
  })
  const { status, text } = await call(await servedAt(t, createServer(app)), '/any/where')
  return { status, text, ran }
}

const passing =
  (name: string) =>
  (ran: string[]): Handler =>
  (_req, _res, next) => {
    ran.push(name)
    next()
  }

const answering =
  (name: string) =>
  (ran: string[]): Handler =>
  (_req, res) => {
    ran.push(name)
    res.status(200).end(name)
  }

const error = new Error('of a step')
const CASES: Record<string, [steps: ((ran: string[]) => Handler)[], expected: object]> = {
  'no step': [[], { status: 299, ran: [] }],
  'all pass': [[passing('a'), passing('b')], { status: 299, ran: ['a', 'b'] }],
  'one answers': [
    [passing('a'), answering('b'), answering('c')],
    { status: 200, text: 'b', ran: ['a', 'b'] },
  ],
  'one passes later': [
    [() => (_req, _res, next) => void setImmediate(next), answering('b')],
    { status: 200, text: 'b', ran: ['b'] },
  ],
  'one throws': [
    [
      passing('a'),
      () => () => {
        throw error
      },
      answering('c'),
    ],
    { status: 500, text: 'Error: of a step', ran: ['a', 'error handler'] },
  ],
  'one rejects': [
    [() => () => Promise.reject(error), answering('b')],
    { status: 500, text: 'Error: of a step', ran: ['error handler'] },
  ],
  'one passes an error on': [
    [() => (_req, _res, next) => next(error), answering('b')],
    { status: 500, text: 'Error: of a step', ran: ['error handler'] },
  ],
  'one throws after another passed later': [
    [
      () => (_req, _res, next) => Promise.resolve().then(() => next()),
      () => () => {
        throw error
      },
    ],
    { status: 500, text: 'Error: of a step', ran: ['error handler'] },
  ],
}

t.test('steps in one layer run like steps in separate layers', async (t) => {
  for (const [title, [steps, expected]] of Object.entries(CASES)) {
    const stepsOf = (ran: string[]) => steps.map((step) => step(ran))
    const composed = await answerOf(t, mountComposed, stepsOf)
    t.match(composed, expected, title)
    t.same(composed, await answerOf(t, mountSeparately, stepsOf), title)
  }
})
