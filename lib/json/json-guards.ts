// Turns parsed JSON that we wrote ourselves (manifests, pointers, key files) from `unknown` into types.
// Data that others wrote goes through JSON Schema instead; here a start-up must not pay for a validator.

export type Json = Record<string, unknown>

function complain(where: string, expected: string, found: unknown): never {
  throw new TypeError(`${where}: expected ${expected}, found ${JSON.stringify(found) ?? 'nothing'}`)
}

/** @throws {TypeError} with the place, what was expected and what was found, as do all functions here */
export function asRecord(value: unknown, where: string): Json {
  if (!isRecord(value)) complain(where, 'an object', value)
  return value
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asList(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) complain(where, 'a list', value)
  return value
}

export function asString(value: unknown, where: string, pattern?: RegExp): string {
  if (typeof value !== 'string') complain(where, 'a string', value)
  if (pattern && !pattern.test(value)) complain(where, `a string like ${pattern.source}`, value)
  return value
}

export function asCount(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    complain(where, 'a whole number, 0 or more', value)
  }
  return value
}

export function asNullable<T>(
  value: unknown,
  where: string,
  narrow: (value: unknown, where: string) => T,
): T | null {
  return value === null ? null : narrow(value, where)
}

/** Parses JSON, naming the place in the error. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TypeError(`${where}: not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
