// Fastify with a key check and its own rate-limit plugin: what both Fastify peers share.

import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { LIMIT, type PeerArguments, readCredentials } from './served.ts'

export async function createFastify({ folder }: PeerArguments): Promise<FastifyInstance> {
  const credentials = readCredentials(folder)
  const app = Fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (!credentials.has(request.headers.authorization ?? '')) return reply.code(401).send()
  })
  await app.register(rateLimit, {
    max: LIMIT.requests,
    timeWindow: LIMIT.windowMs,
    // Every key must have its place, or the limit would not hold.
    cache: credentials.size,
    keyGenerator: (request) => request.headers.authorization ?? '',
  })
  return app
}
