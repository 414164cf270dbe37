// Heads of answers, made once as text. Node's `writeHead` looks through every field of every answer anew; here it
// gets only what the framing depends on, and what was looked through before is put behind what it wrote.

import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http'
import { Socket } from 'node:net'

/** Header fields: names and values in turn, the form that `writeHead` takes as it is. */
export type Fields = readonly string[]

/** A head but for its status, and for what Node itself adds (`Date`, `Connection`). */
export interface Head {
  /** `Content-Length`, where there is one: how the answer ends depends on it. */
  readonly length: string | undefined
  /** All other fields, a line each, with its line end. */
  readonly lines: string
}

/**
 * @param length of the body in bytes; left out where there can be none
 * @param shared lines that other heads have, too. They take memory once: V8 joins strings by reference.
 * @throws {TypeError} where a name or value is none that HTTP allows
 */
export function headOf(fields: Fields, length?: number, shared = ''): Head {
  return { length: length === undefined ? undefined : String(length), lines: headLines(fields) + shared }
}

/** @throws {TypeError} where a name or value is none that HTTP allows */
export function headLines(fields: Fields): string {
  const lines: string[] = []
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value = ''] = fields.slice(at, at + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines.push(`${name}: ${value}\r\n`)
  }
  return lines.join('')
}

/** The fields that lines consist of. */
export function fieldsIn(lines: string): Fields {
  const fields: string[] = []
  for (const line of lines.split('\r\n').slice(0, -1)) {
    const colon = line.indexOf(': ')
    fields.push(line.slice(0, colon), line.slice(colon + 2))
  }
  return fields
}

/**
 * Writes a head.
 * @param more further lines. SECURITY: they are sent as they are, so nothing that a client sent belongs in them
 *   that was not looked through
 */
type WriteHead = (res: ServerResponse, status: number, head: Head, more?: string) => void

/** By what Node documents. */
export const writeHeadAsFields: WriteHead = (res, status, { length, lines }, more = '') => {
  res.writeHead(status, [...framingOf(length), ...fieldsIn(lines + more)])
}

/** By where Node, as all of its versions so far, keeps a head until the body follows: as text, in `_header`. */
export const writeHeadAsText: WriteHead = (res, status, { length, lines }, more = '') => {
  res.writeHead(status, framingOf(length))
  if (!hasHeadText(res)) throw new TypeError('Node keeps no text of the head')
  res._header = `${res._header.slice(0, -2)}${lines}${more}\r\n`
}

function framingOf(length: string | undefined): string[] {
  return length === undefined ? [] : ['Content-Length', length]
}

function hasHeadText(res: ServerResponse): res is ServerResponse & { _header: string } {
  return '_header' in res && typeof res._header === 'string'
}

/** Whether this Node can be helped in that way. */
function keepsHeadAsText(): boolean {
  const probe = new ServerResponse(new IncomingMessage(new Socket())).writeHead(204)
  return hasHeadText(probe) && probe._header.endsWith('\r\n\r\n')
}

export const writeHead = keepsHeadAsText() ? writeHeadAsText : writeHeadAsFields
