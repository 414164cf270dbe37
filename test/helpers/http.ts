// One HTTP request without additions, and its answer without interpretation.

import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** As received: content codings are not undone. */
  body: Buffer
  /** Content codings undone. */
  text: string
  json: unknown
}

export interface Call {
  method?: string
  key?: string | undefined
  headers?: Record<string, string | string[]>
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** @param target as it goes over the wire, not normalised */
export function call(
  base: string,
  target: string,
  { method = 'GET', key, headers = {} }: Call = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      hostname,
      port,
      path: target,
      method,
      headers: { ...authorization, ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const answer = { status: response.statusCode ?? 0, headers: response.headers, body }
        resolve({
          ...answer,
          get text() {
            return textOf(answer)
          },
          get json(): unknown {
            return JSON.parse(textOf(answer))
          },
        })
      })
    })
    sent.end()
  })
}

function textOf({ headers, body }: Pick<Answer, 'headers' | 'body'>): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
}
