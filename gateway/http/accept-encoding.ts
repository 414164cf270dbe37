// Accept-Encoding (RFC 9110 §12.5.3), as far as a server needs it that has two codings: gzip and identity.

export type Coding = 'gzip' | 'identity'

// Clients send a handful of different fields; the bound keeps a hostile one from filling the memory.
const MOST_REMEMBERED = 256
const remembered = new Map<string, Coding>()
// One client after the other sends the same.
let latest: { field: string; coding: Coding } = { field: 'identity', coding: 'identity' }

/** The coding to send. gzip wherever it is acceptable; identity in all other cases. */
export function codingFor(field: string | undefined): Coding {
  if (field === undefined || field === '') return 'identity'
  if (field !== latest.field) latest = { field, coding: remembered.get(field) ?? learn(field) }
  return latest.coding
}

function learn(field: string): Coding {
  const coding = negotiate(field)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(field, coding)
  return coding
}

function negotiate(field: string): Coding {
  const weights = new Map<string, number>()
  for (const item of field.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : weightOf(q))
  }
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0
  const identity = weights.get('identity') ?? 0
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}

function weightOf(q: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0
}
