// A server on the loopback that answers as a test says, to the byte: for answers that no gateway sends.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Test } from 'tap'
import { servedAt } from '../../helpers/listening.ts'

export type Serve = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** @param serve gives the answer to a request, the first of which is number 1 */
export async function startScriptedServer(
  t: Test,
  serve: Serve,
): Promise<{ base: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    response.on('error', () => {})
    serve(request, response, asked.length)
  })
  return { base: await servedAt(t, server), asked }
}
