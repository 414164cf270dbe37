// The costliest requests, as an attacker sends them: each as long as a head may be, or for something that has to be
// computed. All other requests cost less.

import type { BenchRequest } from '../load/request.ts'

export interface CostlyRequest extends BenchRequest {
  name: string
  /** Whether it comes with a good key. */
  keyed: boolean
  status: number
}

/** Address and headers together may have 16 kB; the key, `Host` and the request line take some of it. */
const LONG = 15_000
/** The longest query that is parsed. */
const MAX_QUERY = 2_048

const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const LISTS = '/beta/offers'
const OPEN = '/beta/openapi.json'
const LONG_PATH = `/${filled('a/%2e%2e/', LONG - 10)}`

/** Targets that break every rule at once: encodings that decode to nothing, unknown names. */
const QUERIES: Readonly<Record<string, string>> = {
  'a query of 15 kB of bad encodings': filled('%f&', LONG),
  'a query of 15 kB of unknown names': filled('a&', LONG),
  'a query of 2 kB of bad encodings': filled('%f&', MAX_QUERY),
  'a query of 2 kB of unknown names': filled('a&', MAX_QUERY),
  'a query of 2 kB of one filter': filled('issuer=a&', MAX_QUERY),
}

const fieldsOf = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, value]))

const FIELDS: Readonly<Record<string, { fields: Record<string, string>; status: number }>> = {
  '15 kB of Accept-Encoding': { fields: { 'Accept-Encoding': filled('a;q=0.5,', LONG) }, status: 200 },
  '15 kB of If-None-Match': { fields: { 'If-None-Match': `${filled('"a",', LONG - 1)}"` }, status: 200 },
  '15 kB of X-Forwarded-For': { fields: { 'X-Forwarded-For': filled('1.2.3.4,', LONG) }, status: 200 },
  '95 header fields': { fields: fieldsOf(95, filled('a', 100)), status: 200 },
  '1000 header fields': { fields: fieldsOf(1_000, 'a'), status: 431 },
}

/** As every browser asks for it. */
export const HOME = 'home, gzip'

export const WITHOUT_KEY: readonly CostlyRequest[] = [
  { name: 'a list', keyed: false, status: 401, target: LISTS },
  { name: 'the API description', keyed: false, status: 200, target: OPEN },
  { name: 'home', keyed: false, status: 200, target: '/' },
  { name: HOME, keyed: false, status: 200, target: '/', gzip: true },
  { name: 'an address of 15 kB', keyed: false, status: 404, target: LONG_PATH },
  { name: 'an address of 15 kB with a fragment', keyed: false, status: 404, target: `${LONG_PATH}#` },
  ...Object.entries(QUERIES).flatMap(([name, query]) => [
    { name: `${name}, of a list`, keyed: false, status: 401, target: `${LISTS}?${query}` },
    { name: `${name}, of the API description`, keyed: false, status: 400, target: `${OPEN}?${query}` },
  ]),
  ...Object.entries(FIELDS).map(([name, row]) => ({ ...row, name, keyed: false, target: OPEN })),
]

/** In addition to windows that are requested for the first time. */
export const WITH_KEY: readonly CostlyRequest[] = [
  ...Object.entries(QUERIES).map(([name, query]) => ({
    name,
    keyed: true,
    status: 400,
    target: `${LISTS}?${query}`,
  })),
  ...Object.entries(FIELDS).map(([name, row]) => ({ ...row, name, keyed: true, target: LISTS })),
]
