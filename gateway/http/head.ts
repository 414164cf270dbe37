// Heads of answers: header fields, checked and joined once.

import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Header fields: names and values in turn, as `writeHead` takes them. */
export type Fields = readonly string[]

/** A head without its status, and without the fields that Node adds (`Date`, `Connection`). */
export interface Head {
  /** The line of `Content-Length`, or empty if there can be no body. */
  readonly framing: string
  /** All other fields, each with its line end. */
  readonly headerText: string
}

/**
 * @param length of the body in bytes; left out if there can be none
 * @param shared text of several heads. It takes memory once: V8 joins strings by reference.
 * @throws {TypeError} if HTTP does not allow a name or value
 */
export function prepareHead(fields: Fields, length?: number, shared = ''): Head {
  const framing = length === undefined ? '' : `Content-Length: ${length}\r\n`
  return { framing, headerText: headerText(fields) + shared }
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
