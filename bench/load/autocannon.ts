// Sends prepared requests in turn, and prints a report: autocannon.mjs URL FILE SECONDS CONNECTIONS

import { readFileSync } from 'node:fs'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'

const [url = '', path = '', seconds, connected] = process.argv.slice(2)
const connections = Number(connected)
const requests: object[] = JSON.parse(readFileSync(path, 'utf8'))

let opened = 0
const options = {
  ...{ url, duration: Number(seconds), connections },
  /** Deals out the requests, so that all connections together send each equally often. */
  setupClient: (client: { setRequests(requests: object[]): void }) => {
    const first = opened++ % requests.length
    client.setRequests(requests.filter((_, index) => (index - first) % connections === 0))
  },
}

let answered = 0
let refused = 0
const run = autocannon(
  options,
  (error: unknown, { duration, errors }: { duration: number; errors: number }) => {
    if (error) throw error
    const report = { requests: answered, requestsPerSecond: answered / duration, failed: errors + refused }
    process.stdout.write(JSON.stringify(report))
  },
)
run.on('response', (_client: unknown, status: number) => {
  answered += 1
  if (status >= 400) refused += 1
})
