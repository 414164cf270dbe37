// Fastify with its rate-limit plugin and its static plugin, bodies on disk.

import { join } from 'node:path'
import serveStatic from '@fastify/static'
import { createFastify } from './fastify-app.ts'
import { FILES, peerArguments, readAnswers } from './served.ts'

const given = peerArguments()
const files = new Map(readAnswers(given.folder).map(({ target, file }) => [target, file]))
const app = await createFastify(given)
await app.register(serveStatic, {
  root: join(given.folder, FILES),
  serve: false,
  preCompressed: true,
  maxAge: 3_600_000,
})

app.get('/beta/*', (request, reply) => {
  const file = files.get(request.url)
  return file === undefined ? reply.code(404).send() : reply.sendFile(file)
})

await app.listen({ port: given.port, host: '127.0.0.1' })
