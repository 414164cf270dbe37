// Response heads, prepared once as text. Node's `writeHead` checks and joins every field of every answer; here it gets only
// the fields that framing depends on, and prepared text is added. For the gain see `README.md`.

import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http'
import { Socket } from 'node:net'

/** Header fields: names and values in turn, as `writeHead` takes them. */
export type Fields = readonly string[]

/** A head without its status, and without the fields that Node adds (`Date`, `Connection`). */
export interface Head {
  /** `Content-Length`, if there is one: the end of the answer depends on it. */
  readonly contentLength: string | undefined
  /** All other fields, each with its line end. */
  readonly headerText: string
}

/**
 * @param length of the body in bytes; left out if there can be none
 * @param shared text of several heads. It takes memory once: V8 joins strings by reference.
 * @throws {TypeError} if HTTP does not allow a name or value
 */
export function prepareHead(fields: Fields, length?: number, shared = ''): Head {
  const contentLength = length === undefined ? undefined : String(length)
  return { contentLength, headerText: headerText(fields) + shared }
}

/** @throws {TypeError} if HTTP does not allow a name or value */
export function headerText(fields: Fields): string {
  const lines: string[] = []
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value = ''] = fields.slice(at, at + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines.push(`${name}: ${value}\r\n`)
  }
  return lines.join('')
}

/** The fields of a header text. */
export function fieldsIn(text: string): Fields {
  return text
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })
}

/** @param more further header text. SECURITY: it is sent as it is, so it must hold nothing unchecked from a client */
export type WriteHead = (res: ServerResponse, status: number, head: Head, more?: string) => void

/** The documented way, and the fallback. */
export const writeHeadAsFields: WriteHead = (res, status, { contentLength, headerText }, more = '') => {
  res.writeHead(status, [...framingOf(contentLength), ...fieldsIn(headerText + more)])
}

/** The fast way: every Node so far keeps the head as text in `res._header` until the body follows. */
export const writeHeadAsText: WriteHead = (res, status, { contentLength, headerText }, more = '') => {
  res.writeHead(status, framingOf(contentLength))
  if (!hasHeadText(res)) throw new TypeError('Node keeps no text of the head')
  res._header = `${res._header.slice(0, -2)}${headerText}${more}\r\n`
}

function framingOf(contentLength: string | undefined): string[] {
  return contentLength === undefined ? [] : ['Content-Length', contentLength]
}

function hasHeadText(res: ServerResponse): res is ServerResponse & { _header: string } {
  return '_header' in res && typeof res._header === 'string'
}

function keepsHeadAsText(): boolean {
  const probe = new ServerResponse(new IncomingMessage(new Socket())).writeHead(204)
  return hasHeadText(probe) && probe._header.endsWith('\r\n\r\n')
}

export const writeHead = keepsHeadAsText() ? writeHeadAsText : writeHeadAsFields
