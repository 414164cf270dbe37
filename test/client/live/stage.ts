// A gateway, what its operator does, and a connection that breaks off: all of it over HTTP, so that a client can be
// tested on any platform.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Test } from 'tap'
import { keyDigest, keyIdOf } from '../../../contract/keys/format.ts'
import { call } from '../../helpers/http.ts'
import { servedAt } from '../../helpers/listening.ts'
import { startMornings } from '../../helpers/mornings.ts'

type Deed = (words: URLSearchParams) => unknown

/** @returns the address of the stage: the API, and its controls below `/stage/` */
export async function startStage(t: Test, root: string): Promise<string> {
  const { base, keys, key, pass, publish } = await startMornings(t, root, {})
  let day = 0
  // After how many bytes the next answers break off, in their order.
  let tears: number[] = []
  const deeds: Record<string, Deed> = {
    /** Issues a key. */
    key: (words) => keys.issue(words.get('kind') === 'demo' ? 'demo' : 'named'),
    /** Revokes a key, and lets some time pass: it may still work for a minute. */
    revoke: async (words) => {
      await keys.revoke(keyIdOf(keyDigest(words.get('key') ?? '')), '2026-09-01T12:00:00.000Z')
      pass(Number(words.get('after')))
    },
    pass: (words) => pass(Number(words.get('milliseconds'))),
    /** Publishes the next day, without some offers of the one before. */
    publish: async () => {
      day += 1
      return await publish(day, (title) => title.length % 5 === day % 5)
    },
    /** Breaks off the next answers to requests for the snapshot. */
    tear: (words) => {
      tears = words.get('after')?.split(' ').map(Number) ?? []
    },
    /** The unpacked text of the snapshot. */
    snapshot: async () => {
      pass(60_000)
      return gunzipSync((await call(base, '/beta/snapshot', { key })).body).toString()
    },
  }
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', base)
    const deed = deeds[pathname.slice('/stage/'.length)]
    if (pathname.startsWith('/stage/') && deed) return void answerDeed(res, deed, searchParams)
    const isSnapshot = req.method === 'GET' && pathname === '/beta/snapshot'
    forward(base, req, res, isSnapshot ? tears.shift() : undefined)
  })
  return await servedAt(t, server)
}

async function answerDeed(res: ServerResponse, deed: Deed, words: URLSearchParams): Promise<void> {
  res.setHeader('access-control-allow-origin', '*')
  try {
    res.end(JSON.stringify((await deed(words)) ?? null))
  } catch (error) {
    res.writeHead(500).end(String(error))
  }
}

/** @param bytes how many of the body come before the connection breaks off; all if undefined */
function forward(base: string, req: IncomingMessage, res: ServerResponse, bytes: number | undefined): void {
  const { method = 'GET' } = req
  const headers = { ...req.headers }
  // A 304 has no bytes that could be lost.
  if (bytes !== undefined) delete headers['if-none-match']
  const forwarded = request(new URL(req.url ?? '/', base), { method, headers }, async (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    if (bytes === undefined) return void answer.pipe(res)
    const body = Buffer.concat(await answer.toArray())
    res.write(body.subarray(0, bytes), () => res.destroy())
  })
  forwarded.on('error', () => res.destroy())
  forwarded.end()
}
