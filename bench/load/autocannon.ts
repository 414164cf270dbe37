// Replaces wrk if it is not installed: sends the same requests and prints the same report.
//
//   autocannon.mjs URL FILE SECONDS CONNECTIONS

import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { quantile } from '../report/statistics.ts'

const [url = '', path = '', seconds, connected] = process.argv.slice(2)
const connections = Number(connected)

const requests = readFileSync(path, 'latin1')
  .split('\u0001')
  .filter((text) => text !== '')
  .map((text) => {
    const [line = '', ...fields] = text.trimEnd().split('\r\n')
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')))
    return { method: 'GET', path: line.split(' ')[1], headers }
  })

let opened = 0
const options = {
  ...{ url, duration: Number(seconds), connections },
  /** Deals out the requests, so that all connections together send each equally often. */
  setupClient: (client: { setRequests(requests: object[]): void }) => {
    const first = opened++ % requests.length
    client.setRequests(requests.filter((_, index) => (index - first) % connections === 0))
  },
}

const times: number[] = []
let bytes = 0
let refused = 0

const run = autocannon(options, (error, { duration, errors }) => {
  if (error) throw error
  times.sort((a, b) => a - b)
  const report = {
    requests: times.length,
    microseconds: Math.round(duration * 1e6),
    bytes,
    failed: errors + refused,
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    longest: quantile(times, 1),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
})
run.on('response', (_client, status: number, length: number, milliseconds: number) => {
  times.push(milliseconds)
  bytes += length
  if (status >= 400) refused += 1
})
