// What stands in for wrk where that is not installed: the same requests, the same report.

import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const [url = '', path = '', seconds, connections] = process.argv.slice(2)

const requests = readFileSync(path, 'latin1')
  .split('\u0001')
  .filter((text) => text !== '')
  .map((text) => {
    const [line = '', ...fields] = text.trimEnd().split('\r\n')
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')))
    return { method: 'GET', path: line.split(' ')[1], headers }
  })

const result = await autocannon({
  url,
  requests,
  connections: Number(connections),
  duration: Number(seconds),
})
const report = {
  requests: result.requests.total,
  microseconds: Math.round(result.duration * 1e6),
  bytes: result.throughput.total,
  failed: result.errors + result['4xx'] + result['5xx'],
}
process.stdout.write(`${JSON.stringify(report)}\n`)
