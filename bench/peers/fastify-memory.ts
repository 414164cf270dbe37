// Fastify with its rate-limit plugin, bodies in a Map.

import { createFastify } from './fastify-app.ts'
import { peerArguments, readBodies } from './served.ts'

const given = peerArguments()
const bodies = readBodies(given.folder)
const app = await createFastify(given)

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

await app.listen({ port: given.port, host: '127.0.0.1' })
