// Other parts of a generated request: key, method, framing and preferences, each with its effect on the answer.

import type { Random } from './random.ts'

export interface Keys {
  named: string
  demo: string
  revoked: string
}

export interface Credentials {
  fields: string[]
  kind: 'named' | 'demo' | undefined
}

export function credentialsOf(random: Random, { named, demo, revoked }: Keys): Credentials {
  const name = random.pick(['Authorization', 'authorization', 'AUTHORIZATION', 'aUthOrization'])
  const scheme = random.pick(['Bearer', 'bearer', 'BEARER'])
  const good = (key: string, kind: 'named' | 'demo'): Credentials => ({
    fields: [`${name}: ${scheme}${random.pick([' ', '  '])}${key}`],
    kind,
  })
  const bad = (...values: string[]): Credentials => ({
    fields: values.map((value) => `${name}: ${value}`),
    kind: undefined,
  })
  return random.pick<() => Credentials>([
    () => good(named, 'named'),
    () => good(named, 'named'),
    () => good(named, 'named'),
    () => good(demo, 'demo'),
    () => good(demo, 'demo'),
    () => ({ fields: [], kind: undefined }),
    () => bad(`Bearer ${revoked}`),
    () => bad(`Bearer ${named.slice(0, -1)}`),
    () => bad(`Bearer ${named}x`),
    () => bad(`Bearer ${named.toUpperCase()}`),
    () => bad('Bearer'),
    () => bad('Bearer '),
    () => bad(named),
    () => bad(`Basic ${Buffer.from(`a:${named}`).toString('base64')}`),
    () => bad(`Bearer ${named}`, `Bearer ${named}`),
    () => bad(`Bearer ${revoked}`, `Bearer ${named}`),
    () => bad(`Bearer ${named}, Bearer ${named}`),
    () => bad(`Bearer ${'a'.repeat(random.below(2_000))}`),
    () => bad(`Bearer offers_live_${'a'.repeat(39)}`),
  ])()
}

export interface Method {
  name: string
  effect: 'read' | 'head' | 'preflight' | 'refused' | 'malformed'
}

export function methodOf(random: Random): Method {
  if (!random.oneIn(5)) return { name: 'GET', effect: 'read' }
  return random.pick<Method>([
    { name: 'HEAD', effect: 'head' },
    { name: 'OPTIONS', effect: 'preflight' },
    ...['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'PURGE'].map(
      (name): Method => ({ name, effect: 'refused' }),
    ),
    ...['get', 'GE T', 'FOO', 'GET\t', '{}', 'GETGETGET'].map(
      (name): Method => ({ name, effect: 'malformed' }),
    ),
  ])
}

export interface Framing {
  fields: string[]
  body: string
  /** Refused as malformed; or, if servers differ, refused or ignored. */
  fate: 'fine' | 'refused' | 'either'
  version?: string
  hosts?: string[]
}

const FINE: Framing = { fields: [], body: '', fate: 'fine' }

export function framingOf(random: Random): Framing {
  if (!random.oneIn(4)) return FINE
  return random.pick<() => Framing>([
    () => ({ ...FINE, fields: ['Content-Length: 5'], body: 'hello' }),
    () => ({ ...FINE, fields: ['Content-Length: 0'] }),
    () => ({ ...FINE, fields: ['Transfer-Encoding: chunked'], body: '3\r\nabc\r\n0\r\n\r\n' }),
    () => ({ ...FINE, fields: ['Expect: 100-continue'], fate: 'either' }),
    () => ({ ...FINE, fields: ['Connection: close'], fate: 'either' }),
    () => ({
      ...FINE,
      fields: [
        'Cookie: a=b; c=d',
        'X-Junk: ~~~',
        'Accept: */*',
        `X-Long: ${'y'.repeat(random.below(4_000))}`,
      ],
    }),
    () => ({ ...FINE, fields: ['Content-Length: 5', 'Content-Length: 6'], fate: 'refused' }),
    () => ({ ...FINE, fields: ['Content-Length: -1'], fate: 'refused' }),
    () => ({
      ...FINE,
      fields: ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      body: '0\r\n\r\n',
      fate: 'refused',
    }),
    () => ({ ...FINE, fields: ['Transfer-Encoding: chunked'], body: 'zz\r\n', fate: 'either' }),
    () => ({ ...FINE, fields: ['Bad Name: x'], fate: 'refused' }),
    () => ({ ...FINE, fields: ['X-Null: a\0b'], fate: 'refused' }),
    () => ({ ...FINE, fields: ['X-Folded: a\r\n b'], fate: 'refused' }),
    () => ({ ...FINE, fields: ['NoColon'], fate: 'refused' }),
    () => ({ ...FINE, fields: [`X-Big: ${'z'.repeat(17_000)}`], fate: 'refused' }),
    () => ({ ...FINE, hosts: [], fate: 'refused' }),
    () => ({ ...FINE, version: 'HTTP/1.0', hosts: [], fate: 'either' }),
    () => ({ ...FINE, version: 'HTTP/3.7', fate: 'refused' }),
    () => ({ ...FINE, version: 'HTTX/1.1', fate: 'refused' }),
  ])()
}

export interface Choice {
  fields: string[]
  isConditional: boolean
  isPartial: boolean
}

/** Fields that choose the form of a good answer: none of them may change its body, or make it an error. */
export function choiceOf(random: Random): Choice {
  const fields: string[] = []
  const maybe = (oneIn: number, name: string, values: readonly string[]): boolean => {
    if (!random.oneIn(oneIn)) return false
    fields.push(`${name}: ${random.pick(values)}`)
    return true
  }
  maybe(2, 'Accept-Encoding', ENCODINGS)
  const isConditional = maybe(6, 'If-None-Match', CONDITIONS)
  const isPartial = maybe(6, 'Range', RANGES)
  maybe(8, 'X-Request-Id', ['mine-1', 'a b', '<script>', 'x'.repeat(65), 'offers_live_x'])
  maybe(8, 'If-Range', ['"x"', 'W/"x"', 'Sun, 06 Nov 1994 08:49:37 GMT'])
  maybe(8, 'Cache-Control', ['no-cache', 'max-age=0', 'only-if-cached'])
  return { fields, isConditional, isPartial }
}

const ENCODINGS = [
  ...['gzip', 'gzip, br', 'identity', 'br', '*', 'gzip;q=0', 'identity;q=0', ';;;,,', 'gzip;q=x'],
  'x'.repeat(500),
]
const CONDITIONS = ['*', '"x"', 'W/"x", "y,z"', '"', '""', 'x', `"${'a'.repeat(900)}"`, ',,,']
const RANGES = [
  ...['bytes=0-9', 'bytes=-5', 'bytes=5-', 'bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=999999999-'],
  ...['bytes=x', 'bytes=-0'],
]
