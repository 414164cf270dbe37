// The servers that the gateway is compared with: on-node.mjs NAME PORT FILE, with the file that `capture` wrote.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fastifyRateLimit from '@fastify/rate-limit'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import Fastify from 'fastify'
import { MAX_REQUESTS } from '../../gateway/keys/key-record.ts'
import type { Captured, CapturedVariant } from './capture.ts'

const [name, port, path = ''] = process.argv.slice(2)
const address = { port: Number(port), host: '127.0.0.1' }

const { pages, keys }: Captured = JSON.parse(readFileSync(path, 'utf8'))
const inMemory = (variant: CapturedVariant) => ({
  bytes: Buffer.from(variant.body, 'base64'),
  variant,
  fields: lastingFields(variant.head),
  fieldsOfNotModified: lastingFields(variant.headOfNotModified),
})

// These differ for every request, so each server makes its own. Those of the limiters of the peers have other names.
const OF_REQUEST = /^(?:ratelimit|ratelimit-policy|x-request-id)$/i

/** The fields that are the same for every request of an answer. */
function lastingFields(head: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < head.length; at += 2) {
    const [name = '', value = ''] = head.slice(at, at + 2)
    if (!OF_REQUEST.test(name)) fields[name] = value
  }
  return fields
}

const bodies = new Map(
  pages.map(({ target, identity, gzip }) => [target, { identity: inMemory(identity), gzip: inMemory(gzip) }]),
)

// A peer need not parse the field, which is in its favour.
const credentials = new Set(keys.map((key) => `Bearer ${key}`))

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

  /** The same duties and heads as those of the gateway: Fastify with a key check and its own rate-limit plugin. */
  async fastify() {
    const app = Fastify()
    app.addHook('onRequest', async (request, reply) => {
      if (!credentials.has(request.headers.authorization ?? '')) return reply.code(401).send()
    })
    await app.register(fastifyRateLimit, {
      // As an operator would set it for a key that may make many requests.
      max: MAX_REQUESTS,
      timeWindow: 60_000,
      // The limit holds only if every key has its place.
      cache: credentials.size,
      keyGenerator: (request) => request.headers.authorization ?? '',
    })
    app.get('/beta/*', (request, reply) => {
      const found = bodies.get(request.url)
      if (!found) return reply.code(404).send()
      const isGzip = request.headers['accept-encoding'] === 'gzip'
      const { bytes, variant, fields, fieldsOfNotModified } = isGzip ? found.gzip : found.identity
      reply.header('X-Request-Id', request.id)
      if (request.headers['if-none-match'] === variant.tag) {
        return reply.code(304).headers(fieldsOfNotModified).send()
      }
      reply.headers(fields)
      return reply.send(bytes)
    })
    await app.listen(address)
  },

  /** The same duties as most servers with Express do them: one middleware for each, and a 304 by Express itself. */
  express() {
    const app = express().disable('x-powered-by')
    app.use((req, res, next) => {
      if (credentials.has(req.headers.authorization ?? '')) next()
      else res.status(401).end()
    })
    app.use(
      rateLimit({
        limit: MAX_REQUESTS,
        windowMs: 60_000,
        standardHeaders: 'draft-7',
        legacyHeaders: false,
        keyGenerator: (req) => req.headers.authorization ?? '',
      }),
    )
    app.get('/beta/{*path}', (req, res) => {
      const found = bodies.get(req.url)
      if (!found) return res.status(404).end()
      const { bytes, fields } = req.headers['accept-encoding'] === 'gzip' ? found.gzip : found.identity
      res.set(fields)
      res.set('X-Request-Id', randomUUID())
      return res.send(bytes)
    })
    app.listen(address.port, address.host)
  },
}

const serve = SERVE[name ?? '']
if (!serve) throw new Error(`expected one of ${Object.keys(SERVE)}, found ${name}`)
serve()
