// The requests of clients, as lists that are sent in turn.

import { gunzipSync } from 'node:zlib'
import { spread } from '../catalogue/targets.ts'
import { type Answer, type BenchRequest, requestsInTurn, send } from '../load/request.ts'
import type { Server } from '../programs/server.ts'

export const SCENARIOS = {
  identity: '200, prebuilt pages',
  gzip: '200, prebuilt pages, gzip',
  'not-modified': '304, prebuilt pages',
} as const

export type Scenario = keyof typeof SCENARIOS

export interface Material {
  pages: readonly string[]
  keys: readonly string[]
}

/** Tags differ from server to server, so a list is made for each. */
export async function scenarioRequests(
  scenario: Scenario,
  { port }: Server,
  { pages, keys }: Material,
): Promise<BenchRequest[]> {
  const requests = requestsInTurn(pages, keys, scenario === 'gzip')
  if (scenario !== 'not-modified') return requests
  const tags: string[] = []
  for (const request of requests.slice(0, pages.length)) {
    const { headers } = await send(port, request)
    tags.push(String(headers.etag))
  }
  return requests.map((request, index) => ({ ...request, ifNoneMatch: tags[index % tags.length] }))
}

const SAMPLES = 50

/**
 * Servers are only comparable if they do the same: a sample of a server's answers is compared with the gateway's.
 * @throws {Error} if they differ
 */
export async function verify(
  server: Server,
  requests: readonly BenchRequest[],
  gateway: Server,
): Promise<void> {
  for (const request of spread(requests, SAMPLES)) {
    const found = await send(server.port, request)
    const right = await send(gateway.port, { ...request, ifNoneMatch: undefined })
    if (!isRight(request, found, right)) {
      throw new Error(`${server.name} answers ${request.target} with ${found.status}, or with another body`)
    }
  }
  const { status } = await send(server.port, {
    ...requests[0],
    target: requests[0]?.target ?? '',
    key: 'unknown',
  })
  if (status !== 401 && server.name !== 'bare') throw new Error(`${server.name} does not ask for a key`)
}

function isRight({ gzip, ifNoneMatch }: BenchRequest, found: Answer, right: Answer): boolean {
  if (ifNoneMatch !== undefined) return found.status === 304 && found.body.length === 0
  const coded = (found.headers['content-encoding'] === 'gzip') === gzip
  return found.status === 200 && coded && plain(found).equals(plain(right))
}

function plain({ body, headers }: Answer): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}
