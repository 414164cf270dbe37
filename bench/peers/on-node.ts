// The servers on Node that the gateway is compared with: on-node.mjs NAME PORT FOLDER

import { createServer } from 'node:http'
import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import express from 'express'
import { rateLimit as expressRateLimit } from 'express-rate-limit'
import Fastify from 'fastify'
import { FILES, LIMIT, readAnswers, readBodies, readCredentials } from './served.ts'

const [name, port, folder = ''] = process.argv.slice(2)
const credentials = readCredentials(folder)
const address = { port: Number(port), host: '127.0.0.1' }

const SERVE: Readonly<Record<string, () => void>> = {
  /**
   * The fastest that Node can do: only sends the bytes and headers that the gateway sent. It checks no key and counts
   * nothing, so it is a little faster than any server with the same duties.
   */
  bare() {
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
    }).listen(address)
  },

  /** The usual stack: Express, a key check, express-rate-limit by key, the static middleware over a folder. */
  express() {
    const files = new Map(readAnswers(folder).map(({ target, type, file }) => [target, { type, file }]))
    const app = express()
    app.disable('x-powered-by')
    app.use((req, res, next) => {
      if (credentials.has(req.headers.authorization ?? '')) next()
      else res.status(401).end()
    })
    app.use(
      expressRateLimit({
        windowMs: LIMIT.windowMs,
        limit: LIMIT.requests,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        keyGenerator: (req) => req.headers.authorization ?? '',
      }),
    )
    // Turns a target into a file name. Bodies are compressed in advance, as those of the gateway are.
    app.use((req, res, next) => {
      const found = files.get(req.url)
      if (!found) {
        res.status(404).end()
        return
      }
      const gzip = req.headers['accept-encoding'] === 'gzip'
      if (gzip) res.setHeader('Content-Encoding', 'gzip')
      res.setHeader('Content-Type', found.type)
      res.setHeader('Vary', 'Authorization, Accept-Encoding')
      req.url = `/${found.file}${gzip ? '.gz' : ''}`
      next()
    })
    app.use(express.static(join(folder, FILES), { index: false, maxAge: 3_600_000 }))
    app.listen(address.port, address.host)
  },

  /** Fastify with a key check and its own rate-limit plugin; bodies in a Map. */
  async fastify() {
    const app = Fastify()
    app.addHook('onRequest', async (request, reply) => {
      if (!credentials.has(request.headers.authorization ?? '')) return reply.code(401).send()
    })
    await app.register(rateLimit, {
      max: LIMIT.requests,
      timeWindow: LIMIT.windowMs,
      // The limit holds only if every key has its place.
      cache: credentials.size,
      keyGenerator: (request) => request.headers.authorization ?? '',
    })
    const bodies = readBodies(folder)
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
      reply.header('Content-Type', found.type)
      return reply.send(bytes)
    })
    await app.listen(address)
  },
}

const serve = SERVE[name ?? '']
if (!serve) throw new Error(`expected one of ${Object.keys(SERVE)}, found ${name}`)
serve()
