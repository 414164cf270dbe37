// The second, private port: for balancers, supervisors and Prometheus, not for clients of the API.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { listen } from '../lib/listen.ts'
import type { Log } from '../lib/log.ts'
import { createMetrics, type MeasuredGateway, type MetricsSources } from './metrics.ts'
import { isReady, type Readiness } from './readiness.ts'

interface AdminSources extends MetricsSources {
  gateway: MeasuredGateway & { readiness(): Promise<Readiness> }
}

export interface AdminOptions extends AdminSources {
  host: string
  port: number
  log: Log
}

export interface AdminServer {
  address: AddressInfo
  close(): void
}

interface AdminAnswer {
  status: number
  type: string
  body: string
}

/** Answers one path of the admin port. */
type AdminHandler = () => Promise<AdminAnswer>

/** @throws {OperatorError} `system` if the address can't be had */
export async function openAdminServer({ host, port, log, ...sources }: AdminOptions): Promise<AdminServer> {
  const handlers = handlersOf(sources)
  const server = createServer((req, res) => {
    answer(handlers, req, res).catch((error) => {
      log.error({ err: messageOf(error), path: req.url }, 'admin request failed')
      res.destroy()
    })
  })
  const address = await listen(server, host, port)
  return {
    address,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The paths of the admin port. */
export const ADMIN_PATHS = { alive: '/livez', ready: '/readyz', metrics: '/metrics' } as const

function handlersOf(sources: AdminSources): ReadonlyMap<string, AdminHandler> {
  const metrics = createMetrics(sources)
  return new Map<string, AdminHandler>([
    // Says only that the process runs: restarting it for any other reason makes an outage worse.
    [ADMIN_PATHS.alive, async () => json(200, { status: 'alive' })],
    [
      ADMIN_PATHS.ready,
      async () => {
        const checks = await sources.gateway.readiness()
        return isReady(checks)
          ? json(200, { status: 'ready', checks })
          : json(503, { status: 'not ready', checks })
      },
    ],
    [
      ADMIN_PATHS.metrics,
      async () => ({ status: 200, type: metrics.contentType, body: await metrics.text() }),
    ],
  ])
}

async function answer(
  handlers: ReadonlyMap<string, AdminHandler>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const handler = handlers.get(req.url?.split('?')[0] ?? '')
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (handler && !isRead) res.setHeader('Allow', 'GET, HEAD')
  const { status, type, body } = await answerOf(handler, isRead)
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

async function answerOf(handler: AdminHandler | undefined, isRead: boolean): Promise<AdminAnswer> {
  if (!handler) return json(404, { status: 'not found' })
  return isRead ? handler() : json(405, { status: 'method not allowed' })
}

function json(status: number, value: object): AdminAnswer {
  return { status, type: 'application/json', body: prettyJson(value) }
}
