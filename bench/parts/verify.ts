// Servers may only be compared where they do the same: some answers of each are looked at before.

import { gunzipSync } from 'node:zlib'
import { type BenchRequest, send } from '../support/request.ts'
import type { Server } from '../support/server.ts'
import { spread } from '../support/targets.ts'

const SAMPLES = 50

/** @param reference the server whose bodies are right */
export async function verify(
  server: Server,
  requests: readonly BenchRequest[],
  reference: Server,
): Promise<void> {
  for (const request of spread(requests, SAMPLES)) {
    const expected = request.ifNoneMatch === undefined ? 200 : 304
    const found = await send(server.port, request)
    const right = await send(reference.port, { ...request, ifNoneMatch: undefined })
    const same = expected === 304 ? found.body.length === 0 : plain(found).equals(plain(right))
    const coded = expected === 304 || (found.headers['content-encoding'] === 'gzip') === request.gzip
    if (found.status !== expected || !same || !coded) {
      throw new Error(`${server.name} answers ${request.target} with ${found.status}, or with another body`)
    }
  }
  const { status } = await send(server.port, {
    ...(requests[0] ?? { target: '/', gzip: false }),
    key: 'nobody',
  })
  if (status !== 401 && server.name !== 'bare') throw new Error(`${server.name} does not ask for a key`)
}

function plain({ body, headers }: { body: Buffer; headers: NodeJS.Dict<string | string[]> }): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}
