// Sends prepared requests again and again, or each of them once, and prints a `LoadResult` as JSON:
//
//   autocannon.mjs URL FILE SECONDS|once CONNECTIONS

import { readFileSync } from 'node:fs'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'
import type { LoadResult } from './load.ts'

const [url = '', path = '', length, connectionCount] = process.argv.slice(2)
const connections = Number(connectionCount)
const requests: object[] = JSON.parse(readFileSync(path, 'utf8'))

/** Connections that have their requests. */
let opened = 0
const options = {
  url,
  ...(length === 'once' ? { amount: requests.length } : { duration: Number(length) }),
  connections,
  /**
   * Deals out the requests, so that all connections together send each equally often: of 32 connections, the first
   * sends the requests 0, 32, 64 and so on. If there are fewer requests than connections, each connection sends one.
   */
  setupClient: (client: { setRequests(requests: object[]): void }) => {
    const first = opened % requests.length
    opened += 1
    client.setRequests(requests.filter((_, index) => (index - first) % connections === 0))
  },
}

let answers = 0
let refusals = 0
const run = autocannon(
  options,
  (error: unknown, { duration, errors }: { duration: number; errors: number }) => {
    if (error) throw error
    const result: LoadResult = {
      requests: answers,
      requestsPerSecond: answers / duration,
      failed: errors + refusals,
    }
    process.stdout.write(JSON.stringify(result))
  },
)
run.on('response', (_client: unknown, status: number) => {
  answers += 1
  if (status >= 400) refusals += 1
})
