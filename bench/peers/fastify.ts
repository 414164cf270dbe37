// Fastify with a key check and its own rate-limit plugin; bodies in a Map.

import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { LIMIT, peerArguments, readBodies, readCredentials } from './served.ts'

const { port, folder } = peerArguments()
const credentials = readCredentials(folder)
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
await app.listen({ port, host: '127.0.0.1' })
