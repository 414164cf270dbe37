// Connections that send raw bytes, and a parser of answers, for requests that no HTTP client would send.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
  /** The body, byte by byte. */
  bytes: Buffer
  /** The body as JSON. */
  readonly json: unknown
}

/** A connection to a server. Nothing is read until the test does. */
export async function openSocket(base: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true })
  await once(socket, 'connect')
  return socket
}

/** Sends bytes, and resolves with all answers when the server has ended the connection. */
export async function exchange(
  base: string,
  bytes: string,
  { halfClose = false }: { halfClose?: boolean } = {},
): Promise<RawAnswer[]> {
  const socket = await openSocket(base)
  if (halfClose) socket.end(bytes, 'latin1')
  else socket.write(bytes, 'latin1')
  return answersIn(await received(socket))
}

/** All bytes until the other side ends or breaks the connection. */
export async function received(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A broken connection has ended: earlier bytes count.
  socket.on('error', () => {})
  socket.once('end', () => socket.end())
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks)
}

/** Resolves when the other side ends or breaks the connection; whatever it sends is read. */
export async function lost(socket: Socket): Promise<void> {
  await received(socket)
}

/** Sends a request in each of some turns of the event loop, and resolves with all answers, as `exchange` does. */
export async function repeated(socket: Socket, request: string, times: number): Promise<RawAnswer[]> {
  const bytes = received(socket)
  for (let sent = 0; sent < times; sent++) {
    socket.write(request)
    await new Promise(setImmediate)
  }
  return answersIn(await bytes)
}

/** A GET without a body; `fields` are lines without their ends. */
export function getRequest(target: string, fields: readonly string[] = []): string {
  return [`GET ${target} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n')
}

/**
 * The answers in received bytes, without interim ones (100).
 * @param hasBody whether the answer of that number has a body: one to HEAD has none
 * @throws {Error} if an answer is cut off, or other bytes are between answers
 */
export function answersIn(bytes: Buffer, hasBody: (index: number) => boolean = () => true): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let start = 0; start < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', start)
    const [statusLine = '', ...lines] = bytes.toString('latin1', start, headEnd).split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]
    if (headEnd < 0 || status === undefined)
      throw new Error(`no answer begins with: ${statusLine.slice(0, 80)}`)
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(': ')).toLowerCase(),
        line.slice(line.indexOf(': ') + 2),
      ]),
    )
    const bodyStart = headEnd + 4
    const length = hasBody(answers.length) && status !== '304' ? Number(headers['content-length'] ?? 0) : 0
    const bodyEnd = bodyStart + length
    if (bodyEnd > bytes.length)
      throw new Error(`an answer is cut off: ${bytes.length - bodyStart} bytes of its body`)
    const body = bytes.toString('utf8', bodyStart, bodyEnd)
    start = bodyEnd
    if (Number(status) < 200) continue
    answers.push({
      status: Number(status),
      bytes: bytes.subarray(bodyStart, bodyEnd),
      headers,
      body,
      get json(): unknown {
        return JSON.parse(body)
      },
    })
  }
  return answers
}
