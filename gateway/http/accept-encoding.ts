// Accept-Encoding (RFC 9110 §12.5.3) for a server with few codings.

import { lruMap } from '../lib/lru-map.ts'

/** The codings of answers, preferred first. The last is always acceptable. */
export const CODINGS = ['gzip', 'identity'] as const

export type Coding = (typeof CODINGS)[number]

/** In characters. */
const MAX_FIELD_LENGTH = 256

// Clients send few different fields, and parsing one takes longer than all else that finds an answer.
const MAX_REMEMBERED = 256
const negotiated = lruMap<Coding>(MAX_REMEMBERED)

/**
 * The coding for an Accept-Encoding field: `gzip;q=0.5, *;q=0.1` → `gzip`. `identity` if the field is missing, too long or
 * does not accept gzip, or names `identity` with a higher weight: `*` counts for gzip alone.
 */
export function codingFor(field: string | undefined): Coding {
  if (!field) return 'identity'
  const known = negotiated.peek(field)
  if (known) return known
  // SECURITY: no client needs a longer field, and parsing it would cost more than the answer.
  if (field.length > MAX_FIELD_LENGTH) return 'identity'
  const coding = negotiate(field)
  negotiated.set(field, coding)
  return coding
}

function negotiate(field: string): Coding {
  const weights = weightsIn(field)
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0) ? 'gzip' : 'identity'
}

function weightsIn(field: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of field.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    // RFC 9110 §8.4.1.3: a recipient takes `x-gzip` as gzip.
    weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : weightIn(q))
  }
  return weights
}

/** RFC 9110 §12.4.2: from 0 to 1, with up to three digits. Any other text is 0, which is not acceptable. */
function weightIn(q: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0
}
