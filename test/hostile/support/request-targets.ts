// Targets of generated requests, each with its expected status.

import type { Random } from './random.ts'

/** The published data. */
export interface Published {
  offerId: string
  issuer: string
}

export interface Target {
  text: string
  route: 'keyed' | 'open' | 'none'
  /** 200, or the status of its fault for a named key. */
  status: 200 | 400 | 403 | 404
  /** The same for a demo key, if it differs. */
  demoStatus?: 403
  /** The plain target of the same body. */
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

const NO_OFFERS = ['off_aaaaaaaaaaaaaaaa', 'x', '..', '%2e%2e', 'off_%00', '%', 'a'.repeat(300)]

const served = (text: string, plain = text): Target => ({ text, route: 'keyed', status: 200, plain })
const wrong = (text: string, status: 400 | 403 | 404): Target => ({ text, route: 'keyed', status })
const unknown = (text: string): Target => ({ text, route: 'none', status: 404 })

export function targetOf(random: Random, { offerId, issuer }: Published): Target {
  const list = (query: string) => served(`/beta/offers?${query}`)
  const wrongList = (query: string, status: 400 | 403) => wrong(`/beta/offers?${query}`, status)
  const makers: (() => Target)[] = [
    () => served('/beta/offers'),
    () => served('/beta/%6fffers', '/beta/offers'),
    () => list(`limit=${1 + random.below(25)}&offset=${random.below(101)}`),
    () => list(`offset=${random.below(101)}&limit=${1 + random.below(25)}&issuer=${issuer}`),
    () => list(`issuer=unknown-${random.below(1_000_000)}`),
    () => ({ ...list(`limit=${26 + random.below(75)}`), demoStatus: 403 }),
    () => ({ ...list(`offset=${101 + random.below(9_000)}`), demoStatus: 403 }),
    () => wrongList(`limit=${101 + random.below(1_000_000)}`, 403),
    () => wrongList(`offset=${'9'.repeat(5 + random.below(40))}`, 403),
    () => wrongList(random.pick(BAD_QUERIES), 400),
    () => wrongList(Array.from({ length: 1 + random.below(40) }, (_, at) => `x${at}=1`).join('&'), 400),
    () => served(`/beta/offers/${offerId}`),
    () => served(`/beta/offers/${offerId.replace('_', '%5F')}`, `/beta/offers/${offerId}`),
    () => wrong(`/beta/offers/${random.pick(NO_OFFERS)}`, 404),
    () => wrong(`/beta/offers/${offerId}?a=b`, 400),
    () => served('/beta/issuers'),
    () => wrong('/beta/issuers?limit=1', 400),
    () => served('/beta/snapshot'),
    () => ({ ...served('/beta/openapi.json'), route: 'open' }),
    () => ({ ...wrong('/beta/openapi.json?x=1', 400), route: 'open' }),
    // The release has no pages.
    () => ({ ...wrong('/', 404), route: 'open' }),
    () => unknown(random.pick(NO_ROUTES)),
    () => unknown(`/${letters(random)}x`),
  ]
  const target = random.pick(makers)()
  return random.oneIn(12)
    ? { ...target, text: `http://${random.pick(['x', 'elsewhere.example:81', '[::1]'])}${target.text}` }
    : target
}

function letters(random: Random): string {
  return Array.from({ length: random.below(60) }, () => random.pick([...'abc/%.;:@&=+$,~-_!*()'])).join('')
}
