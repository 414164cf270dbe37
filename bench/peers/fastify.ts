// Fastify with a key check and its own rate-limit plugin; bodies in a Map, or on disk with its static plugin.
//
//   fastify.mjs PORT FOLDER memory|disk

import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import serveStatic from '@fastify/static'
import Fastify from 'fastify'
import { FILES, LIMIT, peerArguments, readAnswers, readBodies, readCredentials } from './served.ts'

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
if (process.argv[4] === 'disk') await serveFromDisk()
else serveFromMemory()
await app.listen({ port, host: '127.0.0.1' })

function serveFromMemory(): void {
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
}

async function serveFromDisk(): Promise<void> {
  const files = new Map(readAnswers(folder).map(({ target, file }) => [target, file]))
  const root = join(folder, FILES)
  await app.register(serveStatic, { root, serve: false, preCompressed: true, maxAge: 3_600_000 })
  app.get('/beta/*', (request, reply) => {
    const file = files.get(request.url)
    return file === undefined ? reply.code(404).send() : reply.sendFile(file)
  })
}
