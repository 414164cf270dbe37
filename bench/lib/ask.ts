// One request as the benchmark sends it.

import { Agent, request } from 'node:http'

export interface Ask {
  target: string
  key: string
  gzip: boolean
  ifNoneMatch?: string | undefined
}

export function fieldsOf({ key, gzip, ifNoneMatch }: Ask): Record<string, string> {
  return {
    Host: 'localhost',
    Authorization: `Bearer ${key}`,
    ...(gzip ? { 'Accept-Encoding': 'gzip' } : {}),
    ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
  }
}

/** The bytes of a request, as HTTP/1.1 sends them. */
export function formatted(ask: Ask): string {
  const fields = Object.entries(fieldsOf(ask)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${ask.target} HTTP/1.1\r\n${fields.join('')}\r\n`
}

export interface Answer {
  status: number
  /** Names and values, flat, in the order and spelling they came in. */
  rawHeaders: string[]
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

const agent = new Agent({ keepAlive: true })

export function send(port: number, ask: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: ask.target, headers: fieldsOf(ask), agent }
    request(options, (response) => {
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
