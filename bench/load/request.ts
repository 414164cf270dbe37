// Requests as the benchmark sends them: under load by autocannon, which gets their fields from here, or one at a time by
// `send`, to look at the answer.

import { Agent, request as startRequest } from 'node:http'

export interface BenchRequest {
  target: string
  key?: string
  /** Whether it accepts gzip. */
  gzip?: boolean
  ifNoneMatch?: string | undefined
}

/** The header fields of a request. */
export function fieldsOf({ key, gzip, ifNoneMatch }: BenchRequest): Record<string, string> {
  return {
    Host: 'localhost',
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(gzip ? { 'Accept-Encoding': 'gzip' } : {}),
    ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
  }
}

/** One request for each key, with the targets in turn. If `gzip` is left out, every second one accepts it. */
export function requestsInTurn(
  targets: readonly string[],
  keys: readonly string[],
  gzip?: boolean,
): BenchRequest[] {
  return keys.map((key, index) => ({
    target: targets[index % targets.length] ?? '',
    key,
    gzip: gzip ?? index % 2 === 0,
  }))
}

export interface Answer {
  status: number
  /** Names and values, flat, in the order and spelling they came in. */
  rawHeaders: string[]
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

const agent = new Agent({ keepAlive: true })

/** Sends one request, and returns the whole answer, whatever its status. Rejects if the connection fails. */
export function send(port: number, request: BenchRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: request.target, headers: fieldsOf(request), agent }
    startRequest(options, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode: status = 0, rawHeaders, headers } = response
        resolve({ status, rawHeaders, headers, body: Buffer.concat(pieces) })
      })
    })
      .once('error', reject)
      .end()
  })
}
