// The servers that the gateway is compared with: on-node.mjs NAME PORT FILE, with the file that `capture` wrote.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import type { Captured, CapturedVariant } from './capture.ts'

const [name, port, path = ''] = process.argv.slice(2)
const address = { port: Number(port), host: '127.0.0.1' }

const { pages, keys }: Captured = JSON.parse(readFileSync(path, 'utf8'))
const inMemory = (variant: CapturedVariant) => ({ bytes: Buffer.from(variant.body, 'base64'), variant })
const bodies = new Map(
  pages.map(({ target, identity, gzip }) => [target, { identity: inMemory(identity), gzip: inMemory(gzip) }]),
)

const SERVE: Readonly<Record<string, () => void>> = {
  /**
   * The fastest that Node can do: only sends the bytes and headers that the gateway sent. It checks no key and counts
   * nothing, so it is a little faster than any server with the same duties.
   */
  bare() {
    createServer((req, res) => {
      const found = bodies.get(req.url ?? '')
      if (!found) {
        res.writeHead(404).end()
        return
      }
      const { bytes, variant } = req.headers['accept-encoding'] === 'gzip' ? found.gzip : found.identity
      if (req.headers['if-none-match'] === variant.tag) res.writeHead(304, variant.headOfNotModified).end()
      else res.writeHead(200, variant.head).end(bytes)
    }).listen(address)
  },

  /** The same duties as those of the gateway: Fastify with a key check and its own rate-limit plugin. */
  async fastify() {
    const app = Fastify()
    // A peer need not parse the field, which is in its favour.
    const credentials = new Set(keys.map((key) => `Bearer ${key}`))
    app.addHook('onRequest', async (request, reply) => {
      if (!credentials.has(request.headers.authorization ?? '')) return reply.code(401).send()
    })
    await app.register(rateLimit, {
      // As an operator would set it for a named key.
      max: 300,
      timeWindow: 60_000,
      // The limit holds only if every key has its place.
      cache: credentials.size,
      keyGenerator: (request) => request.headers.authorization ?? '',
    })
    app.get('/beta/*', (request, reply) => {
      const found = bodies.get(request.url)
      if (!found) return reply.code(404).send()
      const gzip = request.headers['accept-encoding'] === 'gzip'
      const { bytes, variant } = gzip ? found.gzip : found.identity
      reply.header('ETag', variant.tag)
      reply.header('Cache-Control', 'private, max-age=3600')
      reply.header('Vary', 'Authorization, Accept-Encoding')
      if (request.headers['if-none-match'] === variant.tag) return reply.code(304).send()
      if (gzip) reply.header('Content-Encoding', 'gzip')
      reply.header('Content-Type', 'application/json')
      return reply.send(bytes)
    })
    await app.listen(address)
  },
}

const serve = SERVE[name ?? '']
if (!serve) throw new Error(`expected one of ${Object.keys(SERVE)}, found ${name}`)
serve()
