// The usual stack: Express, a key check, express-rate-limit by key, the static middleware over a folder.

import { join } from 'node:path'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import { FILES, LIMIT, peerArguments, readAnswers, readCredentials } from './served.ts'

const { port, folder } = peerArguments()
const credentials = readCredentials(folder)
const files = new Map(readAnswers(folder).map(({ target, type, file }) => [target, { type, file }]))

const app = express()
app.disable('x-powered-by')
app.use((req, res, next) => {
  if (credentials.has(req.headers.authorization ?? '')) next()
  else res.status(401).end()
})
app.use(
  rateLimit({
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
app.listen(port, '127.0.0.1')
