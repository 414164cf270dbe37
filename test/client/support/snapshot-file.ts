// Snapshots for tests of the client, and servers that send them well or badly.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import { type ClientOptions, createOffersClient } from '../../../client/index.ts'
import { sha256 } from '../../../lib/digest.ts'
import { reprDigestOf } from '../../helpers/repr-digest.ts'
import { DAY, offerOf } from './scripted-fetch.ts'
import { type Serve, startScriptedServer } from './scripted-server.ts'
import { stillClock } from './still-clock.ts'

/** The snapshot of a day, with titles that gzip cannot compress. */
export function fileOf(day = DAY, count = 300): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const offer = {
      ...offerOf(index),
      title: sha256(`${day} ${index}`),
      meta: { data_as_of: day, attribution: 'x' },
    }
    return `${JSON.stringify(offer)}\n`
  })
  return gzipSync(lines.join(''))
}

export const FILE = fileOf()
export const headersOf = (file: Buffer, etag = '"a"') => ({
  'content-type': 'application/gzip',
  etag,
  'repr-digest': reprDigestOf(file),
})

/**
 * Serves a file as the API does, with ranges.
 * @param breaking how many bytes of each answer come before the connection breaks off
 */
export function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
  breaking = Infinity,
  etag = '"a"',
) {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const isPart = start > 0 && request.headers['if-range'] === etag
  const body = isPart ? file.subarray(start) : file
  const range = `bytes ${start}-${file.length - 1}/${file.length}`
  response.writeHead(isPart ? 206 : 200, {
    ...headersOf(file, etag),
    'content-length': body.length,
    ...(isPart ? { 'content-range': range } : {}),
  })
  if (breaking >= body.length) response.end(body)
  else response.write(body.subarray(0, breaking), () => setTimeout(() => response.destroy(), 20))
}

/** A client of a scripted server, whose pauses are over at once. */
export async function clientAt(t: Test, serve: Serve, options: Partial<ClientOptions> = {}) {
  const { base, asked } = await startScriptedServer(t, serve)
  const clock = stillClock({ mayPass: 29_999 })
  return {
    client: createOffersClient({ baseUrl: base, key: 'offers_live_x', clock, ...options }),
    asked,
    clock,
  }
}

export async function idsIn(offers: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of offers) ids.push(id)
  return ids
}
