// Raw requests, put together from pieces that each know what they mean for the answer.
//
// The oracle is the order that the API promises: what is no HTTP, then the method of a preflight, the route, the other
// methods, the key, the parameters, the scope, the offer, the condition. A piece that may be refused or passed over,
// as servers differ, says both.

import type { Random } from './random.ts'

/** What an answer may be. */
export interface Expected {
  /** The statuses that are right. */
  statuses: readonly number[]
  /** Whether the connection ends with it, so that nothing that follows is answered. */
  mayClose: boolean
  /** Whether a body may follow the head. */
  hasBody: boolean
  /** The target whose body a 200 has, as a plain client would ask for it; undefined if that does not matter. */
  target: string | undefined
  /** Which key a 200 was earned with; undefined for none. */
  kind: 'named' | 'demo' | undefined
}

export interface RawRequest {
  bytes: string
  expected: Expected
}

/** What the requests are about: good keys, and things that are published. */
export interface Material {
  named: string
  demo: string
  revoked: string
  offerId: string
  issuer: string
}

interface Target {
  text: string
  route: 'keyed' | 'open' | 'page' | 'none'
  /** 200, or what is wrong with it for a named key. */
  status: 200 | 400 | 403 | 404
  /** The same for a demo key, where it differs. */
  demoStatus?: 200 | 403
  plain?: string
}

const BAD_QUERIES = [
  'limit=0',
  'limit=-1',
  'limit=1.5',
  'limit=abc',
  'limit=',
  'limit=1&limit=1',
  'offset=-5',
  'offset=1e3',
  'isuer=x',
  'issuer=A',
  'issuer=a--b',
  'issuer=-a',
  'issuer=%C3%B1',
  'issuer=%ff',
  'category=',
  'comuna=a&comuna=b',
  'page=2',
  'limit=%zz',
  '=',
  '=1',
  'limit[]=1',
  'issuer=..%2f..%2fetc',
  'issuer=__proto__',
  '__proto__=1',
  'constructor=1',
  'limit=1;offset=2',
  'limit=٣',
]

const NO_ROUTES = [
  '/beta',
  '/beta/',
  '/beta/offer',
  '/beta/offers/',
  '/Beta/offers',
  '/beta/OFFERS',
  '//beta/offers',
  '/beta//offers',
  '/beta/offers/a/b',
  '/beta/offers%2f',
  '/beta/./offers',
  '/beta/../beta/offers',
  '/beta/%6fffers',
  '/beta/snapshot/',
  '/objects/00/00.gz',
  '/releases',
  '/latest.json',
  '/.staging',
  '/etc/passwd',
  '/beta/offers.json',
  '/%00',
  '/favicon.ico',
  '/robots.txt',
  '/beta/issuers/x',
  '/v1/offers',
]

function targetOf(random: Random, material: Material): Target {
  const list = (query: string): Target => ({
    text: `/beta/offers?${query}`,
    route: 'keyed',
    status: 200,
    plain: `/beta/offers?${query}`,
  })
  const makers: (() => Target)[] = [
    () => ({ text: '/beta/offers', route: 'keyed', status: 200, plain: '/beta/offers' }),
    () => list(`limit=${1 + random.below(25)}&offset=${random.below(101)}`),
    () => list(`offset=${random.below(101)}&limit=${1 + random.below(25)}&issuer=${material.issuer}`),
    () => list(`issuer=nobody-${random.below(1_000_000)}`),
    () => ({ ...list(`limit=${26 + random.below(75)}`), demoStatus: 403 }),
    () => ({ ...list(`offset=${101 + random.below(9_000)}`), demoStatus: 403 }),
    () => ({ ...list(`limit=${101 + random.below(1_000_000)}`), status: 403 }),
    () => ({ ...list(`offset=${'9'.repeat(5 + random.below(40))}`), status: 403 }),
    () => ({ ...list(random.pick(BAD_QUERIES)), status: 400 }),
    () => ({
      ...list(Array.from({ length: 1 + random.below(40) }, (_, at) => `x${at}=1`).join('&')),
      status: 400,
    }),
    () => ({
      text: `/beta/offers/${material.offerId}`,
      route: 'keyed',
      status: 200,
      plain: `/beta/offers/${material.offerId}`,
    }),
    () => ({
      text: `/beta/offers/${material.offerId.replace('_', '%5F')}`,
      route: 'keyed',
      status: 200,
      plain: `/beta/offers/${material.offerId}`,
    }),
    () => ({
      text: `/beta/offers/${random.pick(['off_aaaaaaaaaaaaaaaa', 'x', '..', '%2e%2e', 'off_%00', '%', 'a'.repeat(300)])}`,
      route: 'keyed',
      status: 404,
    }),
    () => ({ text: `/beta/offers/${material.offerId}?a=b`, route: 'keyed', status: 400 }),
    () => ({ text: '/beta/issuers', route: 'keyed', status: 200, plain: '/beta/issuers' }),
    () => ({ text: '/beta/issuers?limit=1', route: 'keyed', status: 400 }),
    () => ({ text: '/beta/snapshot', route: 'keyed', status: 200, plain: '/beta/snapshot' }),
    () => ({ text: '/beta/openapi.json', route: 'open', status: 200, plain: '/beta/openapi.json' }),
    () => ({ text: '/beta/openapi.json?x=1', route: 'open', status: 400 }),
    () => ({ text: '/', route: 'page', status: 200 }),
    () => ({ text: random.pick(NO_ROUTES), route: 'none', status: 404 }),
    () => ({
      text: `/${Array.from({ length: random.below(60) }, () => random.pick([...'abc/%.;:@&=+$,~-_!*()'])).join('')}x`,
      route: 'none',
      status: 404,
    }),
  ]
  const target = random.pick(makers)()
  return random.oneIn(12)
    ? { ...target, text: `http://${random.pick(['x', 'elsewhere.example:81', '[::1]'])}${target.text}` }
    : target
}

interface Credentials {
  fields: string[]
  kind: 'named' | 'demo' | undefined
}

function credentialsOf(random: Random, { named, demo, revoked }: Material): Credentials {
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

interface Method {
  name: string
  effect: 'read' | 'head' | 'preflight' | 'refused' | 'malformed'
}

function methodOf(random: Random): Method {
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

interface Framing {
  fields: string[]
  body: string
  /** Refused as no HTTP; or, where servers differ, refused or passed over. */
  fate: 'fine' | 'refused' | 'either'
  version?: string
  hosts?: string[]
}

const FINE: Framing = { fields: [], body: '', fate: 'fine' }

function framingOf(random: Random): Framing {
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

/** Fields that choose among forms of a good answer: none of them may make it another body, or an error. */
function choiceOf(random: Random): { fields: string[]; isConditional: boolean; isPartial: boolean } {
  const fields: string[] = []
  const encodings = [
    'gzip',
    'gzip, br',
    'identity',
    'br',
    '*',
    'gzip;q=0',
    'identity;q=0',
    ';;;,,',
    'gzip;q=x',
    'x'.repeat(500),
  ]
  if (random.oneIn(2)) fields.push(`Accept-Encoding: ${random.pick(encodings)}`)
  const isConditional = random.oneIn(6)
  if (isConditional)
    fields.push(
      `If-None-Match: ${random.pick(['*', '"x"', 'W/"x", "y,z"', '"', '""', 'x', `"${'a'.repeat(900)}"`, ',,,'])}`,
    )
  const isPartial = random.oneIn(6)
  if (isPartial)
    fields.push(
      `Range: ${random.pick(['bytes=0-9', 'bytes=-5', 'bytes=5-', 'bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=999999999-', 'bytes=x', 'bytes=-0'])}`,
    )
  if (random.oneIn(8))
    fields.push(
      `X-Request-Id: ${random.pick(['mine-1', 'a b', '<script>', 'x'.repeat(65), 'offers_live_x'])}`,
    )
  if (random.oneIn(8))
    fields.push(`If-Range: ${random.pick(['"x"', 'W/"x"', 'Sun, 06 Nov 1994 08:49:37 GMT'])}`)
  if (random.oneIn(8))
    fields.push(`Cache-Control: ${random.pick(['no-cache', 'max-age=0', 'only-if-cached'])}`)
  return { fields, isConditional, isPartial }
}

/** A request, and what its answer may be. */
export function generateRequest(random: Random, material: Material): RawRequest {
  const target = targetOf(random, material)
  const credentials = credentialsOf(random, material)
  const method = methodOf(random)
  const framing = framingOf(random)
  const choice = choiceOf(random)
  const { version = 'HTTP/1.1', hosts = ['Host: x'] } = framing
  const fields = shuffled(random, [...hosts, ...credentials.fields, ...choice.fields, ...framing.fields])
  const bytes = [`${method.name} ${target.text} ${version}`, ...fields, '', framing.body].join('\r\n')
  return { bytes, expected: expectedOf(target, credentials, method, framing, choice) }
}

function expectedOf(
  target: Target,
  { kind }: Credentials,
  method: Method,
  { fate, version, hosts }: Framing,
  { isConditional, isPartial }: ReturnType<typeof choiceOf>,
): Expected {
  const refused = [400, 431]
  if (method.effect === 'malformed' || fate === 'refused') {
    // A head that the parser took is answered as a HEAD; what it did not take has no method.
    const hasBody = !(method.effect === 'head' && hosts?.length === 0)
    return { statuses: refused, mayClose: true, hasBody, target: undefined, kind: undefined }
  }
  const statuses = wellFormed(target, kind, method)
  if (statuses.includes(200)) {
    if (isConditional) statuses.push(304)
    if (isPartial && target.plain === '/beta/snapshot') statuses.push(206, 416)
  }
  const mayClose = fate === 'either' || version !== undefined
  if (fate === 'either') statuses.push(...refused)
  const plain = isPartial && target.plain === '/beta/snapshot' ? undefined : target.plain
  return { statuses, mayClose, hasBody: method.effect !== 'head', target: plain, kind }
}

function wellFormed(target: Target, kind: 'named' | 'demo' | undefined, { effect }: Method): number[] {
  if (effect === 'preflight') return [204]
  if (target.route === 'none') return [404]
  if (effect === 'refused') return [405]
  if (target.route === 'page') return [200]
  if (target.route === 'keyed' && kind === undefined) return [401]
  if (kind === 'demo' && target.status === 200) return [target.demoStatus ?? 200]
  return [target.status]
}

function shuffled(random: Random, fields: readonly string[]): string[] {
  const left = [...fields]
  return fields.map(() => left.splice(random.below(left.length), 1)[0] ?? '')
}
