// Writes response heads that are prepared as text. Node's `writeHead` checks and joins every field of every answer; here it
// gets only the fields that framing depends on, and prepared text is added. For the gain see `README.md`.

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { fieldsIn, type Head } from '../http/head.ts'

/** @param more further header text. SECURITY: it is sent as it is, so it must hold nothing unchecked from a client */
export type WriteHead = (res: ServerResponse, status: number, head: Head, more?: string) => void

/** The documented way, and the fallback. */
export const writeHeadAsFields: WriteHead = (res, status, { framing, headerText }, more = '') => {
  res.writeHead(status, [...framing, ...fieldsIn(headerText + more)])
}

/** The fast way: every Node so far keeps the head as text in `res._header` until the body follows. */
export const writeHeadAsText: WriteHead = (res, status, { framing, headerText }, more = '') => {
  res.writeHead(status, framing)
  if (!hasHeadText(res)) throw new TypeError('Node keeps no text of the head')
  // The head ends with an empty line, `\r\n`, which now follows the added text.
  res._header = `${res._header.slice(0, -2)}${headerText}${more}\r\n`
}

function hasHeadText(res: ServerResponse): res is ServerResponse & { _header: string } {
  return '_header' in res && typeof res._header === 'string'
}

function keepsHeadAsText(): boolean {
  const probe = new ServerResponse(new IncomingMessage(new Socket())).writeHead(204)
  return hasHeadText(probe) && probe._header.endsWith('\r\n\r\n')
}

export const writeHead = keepsHeadAsText() ? writeHeadAsText : writeHeadAsFields
