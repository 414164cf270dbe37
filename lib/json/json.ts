// JSON that the programs write: text with a fixed member order, and from `unknown` back to types.

import { unicodeEscape } from '../text/printable.ts'

// JSON.stringify does not escape these, but readers that split lines as Unicode does (Python's splitlines, some
// editors) would break a record there.
const UNICODE_LINE_ENDS = /[\u0085\u2028\u2029]/g

/** A value as one line of JSON, members in insertion order. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(UNICODE_LINE_ENDS, unicodeEscape)
}

/** JSON for people and diffs: indented by two spaces, with a line end. */
export function prettyJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(UNICODE_LINE_ENDS, unicodeEscape)}\n`
}

// The checks below are for JSON of our own programs: a start must not wait for the validator (validator.ts), which checks
// the data of others.

type JsonRecord = Record<string, unknown>

function complain(where: string, expected: string, found: unknown): never {
  throw new TypeError(`${where}: expected ${expected}, found ${JSON.stringify(found) ?? 'nothing'}`)
}

/** @throws {TypeError} with place, expected and found value, as do all functions below whose names begin with `as` */
export function asRecord(value: unknown, where: string): JsonRecord {
  if (!isRecord(value)) complain(where, 'an object', value)
  return value
}

export function isRecord(value: unknown): value is JsonRecord {
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

/** @param where named in the error @throws {TypeError} with the place and the words of `JSON.parse` */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TypeError(`${where}: not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
