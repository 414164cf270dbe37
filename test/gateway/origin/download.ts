// A server that only sends a file of an origin, as the gateway does, and its client.

import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestOptions } from 'node:http'
import type { Test } from 'tap'
import type { TargetEntry } from '../../../contract/release/target-table.ts'
import { sendSnapshot } from '../../../gateway/exchange/send-snapshot.ts'
import type { ByteRange } from '../../../gateway/http/byte-range.ts'
import { prepareHead } from '../../../gateway/http/head.ts'
import { problemOf } from '../../../gateway/middlewares/error-handler.ts'
import { type Origin, OriginError } from '../../../gateway/origin/origin.ts'
import { listening } from '../../helpers/listening.ts'

export interface Download {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Whether the answer ended properly, rather than broke off. */
  complete: boolean
  /** The reason if `sendSnapshot` rejected; undefined if it resolved. */
  error: unknown
}

export type GetFile = (range?: ByteRange, options?: RequestOptions) => Promise<Download>

/** Serves a file of an origin until the end of the test. */
export async function downloads(t: Test, origin: Origin, entry: TargetEntry): Promise<GetFile> {
  let range: ByteRange | undefined
  let sent: Promise<unknown> = Promise.resolve()
  const server = createServer((req, res) => {
    const length = range ? range.last - range.first + 1 : entry.size
    const head = prepareHead(['Content-Type', entry.type, 'X-Prepared', 'yes'], length)
    sent = sendSnapshot({ entry, range, head, begin: () => {} }, origin, { req, res }).then(
      () => undefined,
      (error) => {
        const problem = problemOf(error)
        if (res.headersSent || !(error instanceof OriginError)) res.destroy()
        else res.writeHead(problem.status).end(problem.code)
        return error
      },
    )
  })
  const port = await listening(t, server)
  return async (wanted, options = {}) => {
    range = wanted
    const request = get({ ...options, host: '127.0.0.1', port, agent: false })
    const [response]: IncomingMessage[] = await once(request, 'response').catch(() => [])
    const body = response ? await read(response) : Buffer.alloc(0)
    return {
      status: response?.statusCode,
      headers: response?.headers ?? {},
      body,
      complete: response?.complete ?? false,
      error: await sent,
    }
  }
}

/** All received bytes, even if the answer broke off. */
async function read(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  response.on('data', (chunk) => chunks.push(chunk))
  await new Promise((resolve) => response.once('close', resolve).on('error', () => {}))
  return Buffer.concat(chunks)
}
