// The private second port, for balancers, supervisors and Prometheus.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { messageOf } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { METRICS_CONTENT_TYPE } from '../../lib/metrics.ts'
import { sharedFor } from '../../lib/shared-work.ts'
import { VERSION } from '../../lib/version.ts'
import { ConnectionBounds, type ConnectionOptions } from '../connections/connection-bounds.ts'
import { LIMITS } from '../connections/limits.ts'
import { listen } from '../lib/listen.ts'
import type { Log } from '../lib/log.ts'
import { createMetrics, type MetricsSources } from './metrics.ts'
import { OK } from './readiness.ts'
import { warnOfDrops } from './warnings.ts'

export interface AdminOptions extends Omit<MetricsSources, 'bounds'> {
  host: string
  port: number
  log: Log
  /** The same bounds as on the main port, but counted separately; every answer is a free one. */
  connections?: ConnectionOptions
}

export interface AdminServer {
  address: AddressInfo
  close(): void
}

interface AdminAnswer {
  status: number
  type: string
  body: Buffer
}

/** Answers one path of the admin port. */
type AdminHandler = () => Promise<AdminAnswer>

/**
 * Opens the port, which answers GET and HEAD at `ADMIN_PATHS`.
 * @throws {OperatorError} `system` if the address can't be used
 */
export async function openAdminServer({
  host,
  port,
  log,
  connections,
  ...sources
}: AdminOptions): Promise<AdminServer> {
  const bounds = new ConnectionBounds({ onDrop: warnOfDrops(log), ...connections })
  const handlers = handlersOf({ ...sources, bounds })
  const server = createServer(LIMITS, (req, res) =>
    bounds.admit(req, res, () => {
      answerOf(handlers, req, isLoopback(server.address()))
        .then((answer) => send(answer, req, res, bounds))
        .catch((error) => {
          log.error({ err: messageOf(error), path: req.url }, 'admin request failed')
          res.destroy()
        })
    }),
  )
  bounds.watch(server)
  const address = await listen(server, { host, port, option: 'admin-port' })
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

/** How long scrapes share one text, in milliseconds. */
const SCRAPE_MS = 1_000

function handlersOf(sources: MetricsSources): ReadonlyMap<string, AdminHandler> {
  const metrics = createMetrics(sources)
  const metricsText = sharedFor(SCRAPE_MS, async () => Buffer.from(await metrics()), sources.clock)
  return new Map<string, AdminHandler>([
    // Says only that the process runs: a restart for any other reason makes an outage worse.
    [ADMIN_PATHS.alive, async () => json(200, { status: 'alive' })],
    [
      ADMIN_PATHS.ready,
      async () => {
        const checks = await sources.gateway.readiness()
        const isReady = Object.values(checks).every((state) => state === OK)
        const status = isReady ? 'ready' : 'not ready'
        return json(isReady ? 200 : 503, { status, version: VERSION, checks })
      },
    ],
    [
      ADMIN_PATHS.metrics,
      async () => ({ status: 200, type: METRICS_CONTENT_TYPE, body: await metricsText() }),
    ],
  ])
}

async function answerOf(
  handlers: ReadonlyMap<string, AdminHandler>,
  { url, method, headers }: IncomingMessage,
  isLocal: boolean,
): Promise<AdminAnswer> {
  // SECURITY: a page in a browser on this machine can make its name resolve to it (DNS rebinding): then Host names the page.
  if (isLocal && headers.host !== undefined && !isOwnHost(headers.host))
    return json(421, { status: 'misdirected request' })
  const handler = handlers.get(url?.split('?')[0] ?? '')
  if (!handler) return json(404, { status: 'not found' })
  return method === 'GET' || method === 'HEAD' ? handler() : json(405, { status: 'method not allowed' })
}

/** Whether a server listens on an address that only this machine reaches. */
function isLoopback(bound: ReturnType<Server['address']>): boolean {
  if (typeof bound !== 'object' || bound === null) return false
  return /^(?:127\.|::1$)/.test(bound.address.replace('::ffff:', ''))
}

/** Whether `Host` is an address or `localhost`, with or without a port. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  const bracketed = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : undefined
  return name === 'localhost' || (bracketed === undefined ? isIP(name) === 4 : isIP(bracketed) === 6)
}

function send(
  { status, type, body }: AdminAnswer,
  req: IncomingMessage,
  res: ServerResponse,
  bounds: ConnectionBounds,
): void {
  if (bounds.countFreeAnswer(res)) res.shouldKeepAlive = false
  if (status === 405) res.setHeader('Allow', 'GET, HEAD')
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

function json(status: number, value: object): AdminAnswer {
  return { status, type: 'application/json', body: Buffer.from(prettyJson(value)) }
}
