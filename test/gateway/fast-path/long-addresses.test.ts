// The gateway stores a parsed address on the request, so that the router of Express does not parse it. This test fails if a
// version of Express no longer uses it.

import { createServer } from 'node:http'
import express, { type Request } from 'express'
import t from 'tap'
import { spareParsing } from '../../../gateway/fast-path/long-addresses.ts'
import { call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'

const LONG = `/beta/offers?${'x=1&'.repeat(3000)}`

/** The address as Express parsed it. */
const parsedOf = (req: Request): { pathname?: string; _raw?: string } =>
  Object.getOwnPropertyDescriptor(req, '_parsedUrl')?.value

t.test('the router uses the stored result, and the address stays as it was sent', async (t) => {
  const seen: { url: string; pathname: string | undefined; isSame: boolean }[] = []
  const app = express()
  app.use((req, res) => {
    const parsed = parsedOf(req)
    seen.push({ url: req.url, pathname: parsed.pathname, isSame: parsed._raw === req.url })
    res.end()
  })
  const server = createServer((req, res) => {
    spareParsing(req)
    app(req, res)
  })
  const base = await servedAt(t, server)
  for (const target of [LONG, `${LONG}?#${'"'.repeat(100)}`, '/beta/offers?limit=1']) await call(base, target)
  t.same(seen, [
    { url: LONG, pathname: '/', isSame: true },
    { url: `${LONG}?#${'"'.repeat(100)}`, pathname: '/', isSame: true },
    { url: '/beta/offers?limit=1', pathname: '/beta/offers', isSame: true },
  ])
})
