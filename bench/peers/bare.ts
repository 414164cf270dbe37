// The fastest that Node can do: an HTTP server that only sends the bytes and headers that the gateway sent.
// It checks no key and counts nothing, so it is a little faster than any server with the same duties.

import { createServer } from 'node:http'
import { peerArguments, readBodies } from './served.ts'

const { port, folder } = peerArguments()
const bodies = readBodies(folder)

createServer((req, res) => {
  const found = bodies.get(req.url ?? '')
  if (!found) {
    res.writeHead(404).end()
    return
  }
  const { bytes, variant } = req.headers['accept-encoding'] === 'gzip' ? found.gzip : found.identity
  if (req.headers['if-none-match'] === variant.tag) res.writeHead(304, variant.headOfNotModified).end()
  else res.writeHead(200, variant.head).end(bytes)
}).listen(port, '127.0.0.1')
