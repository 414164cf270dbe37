// An origin for tests, which records its requests and can be made to misbehave.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A received request. */
export interface Seen {
  method: string | undefined
  /** The path without the leading slash. */
  path: string
  rawHeaders: string[]
  body: string
}

/** Answers a request instead of the origin. `file` is the file that it would have sent. */
export type Fault = (res: ServerResponse, file: Buffer, req: IncomingMessage) => void

export interface FakeOrigin {
  url: URL
  seen: Seen[]
  /** The fault answers requests whose path ends with the key. */
  faults: Map<string, Fault>
  /** Closes all connections, and accepts none. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
}

/** Serves a folder below `/prefix/`, until the end of the test. */
export async function fakeOrigin(t: Test, root: string): Promise<FakeOrigin> {
  const seen: Seen[] = []
  const faults = new Map<string, Fault>()
  const server = createServer(async (req, res) => {
    const path = (req.url ?? '').replace(/^\/prefix\//, '')
    const entry: Seen = { method: req.method, path, rawHeaders: req.rawHeaders, body: '' }
    seen.push(entry)
    const file = fileAt(join(root, path))
    const fault = [...faults].find(([end]) => path.endsWith(end))?.[1]
    if (fault) fault(res, file ?? Buffer.alloc(0), req)
    else answer(req, res, file)
    entry.body = (await req.toArray().catch(() => [])).join('')
  })
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  t.teardown(() => server.listening && stop())
  const url = new URL(`http://127.0.0.1:${address.port}/prefix/`)
  return { url, seen, faults, stop, start: () => start(address.port) }
}

function answer(req: IncomingMessage, res: ServerResponse, file: Buffer | undefined): void {
  if (!file) return void res.writeHead(404).end('nothing here')
  // SECURITY by contrast: none of these may ever reach a client.
  const headers = {
    'Set-Cookie': 'origin=1',
    'X-Origin': 'secret',
    'Cache-Control': 'public',
    ETag: '"origin"',
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? []
  const part = from === undefined ? file : file.subarray(Number(from), Number(to) + 1)
  const range = from === undefined ? {} : { 'Content-Range': `bytes ${from}-${to}/${file.length}` }
  res
    .writeHead(from === undefined ? 200 : 206, { ...headers, ...range, 'Content-Length': part.length })
    .end(part)
}

function fileAt(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
