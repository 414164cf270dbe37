// The second, private port: for balancers, supervisors and Prometheus, not for clients of the API.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf } from '../../contract/lib/errors.ts'
import { prettyJson } from '../../contract/lib/json.ts'
import { listen } from '../listen.ts'
import type { Log } from '../log.ts'
import { createMetrics, type MetricsSources } from './metrics.ts'
import { isReady } from './readiness.ts'

export interface AdminOptions extends MetricsSources {
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

type Page = () => Promise<AdminAnswer>

/** @throws {OperatorError} `system` where the address can't be had */
export async function openAdminServer({ host, port, log, ...sources }: AdminOptions): Promise<AdminServer> {
  const pages = pagesOf(sources)
  const server = createServer((req, res) => {
    answer(pages, req, res).catch((error) => {
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

function pagesOf(sources: MetricsSources): ReadonlyMap<string, Page> {
  const metrics = createMetrics(sources)
  return new Map<string, Page>([
    // Says no more than that the process runs: a supervisor that restarts it for anything else makes things worse.
    ['/livez', async () => json(200, { status: 'alive' })],
    [
      '/readyz',
      async () => {
        const checks = await sources.gateway.readiness()
        return isReady(checks)
          ? json(200, { status: 'ready', checks })
          : json(503, { status: 'not ready', checks })
      },
    ],
    ['/metrics', async () => ({ status: 200, type: metrics.contentType, body: await metrics.text() })],
  ])
}

async function answer(
  pages: ReadonlyMap<string, Page>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const page = pages.get(req.url?.split('?')[0] ?? '')
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (page && !isRead) res.setHeader('Allow', 'GET, HEAD')
  const { status, type, body } = await answerOf(page, isRead)
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

async function answerOf(page: Page | undefined, isRead: boolean): Promise<AdminAnswer> {
  if (!page) return json(404, { status: 'not found' })
  return isRead ? page() : json(405, { status: 'method not allowed' })
}

function json(status: number, value: object): AdminAnswer {
  return { status, type: 'application/json', body: prettyJson(value) }
}
