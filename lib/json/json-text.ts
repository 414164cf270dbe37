// Parses bytes that others wrote into a JSON value that is safe to handle: valid UTF-8, no deep nesting, no member twice,
// and no lone surrogates, which could not be written back as UTF-8.

import { isUtf8 } from 'node:buffer'
import { type JSONPath, type JSONVisitor, visit } from 'jsonc-parser'
import { pointerTo, quote, type Violation } from './validator.ts'

/** A value, or the first fault of the bytes; `line` counts within them, from 1. */
type ParsedText = { value: unknown } | Fault

interface Fault {
  violation: Violation
  line: number
}

const UTF_8 = 'text in UTF-8 (from Windows-1252: iconv -f WINDOWS-1252 -t UTF-8)'

/** Characters of the text that a fault quotes. */
const SNIPPET = 24

/** No valid record is deeper than 4. `visit` recurses: a million brackets would overflow its stack. */
const MAX_DEPTH = 16

/** @param keepsDigits whether a number beyond 2^53, which JSON.parse might round, becomes a text of its digits */
export function parseJsonBytes(bytes: Buffer, keepsDigits = false): ParsedText {
  if (!isUtf8(bytes)) return faultAt(1, '', 'bytes that are no UTF-8', UTF_8)
  const text = bytes.toString('utf8')
  const value = keepsDigits ? undefined : compactValue(text)
  if (value !== undefined) return { value }
  const rounded: Span[] = []
  const fault = firstFault(text, rounded)
  if (fault) return fault
  try {
    return { value: JSON.parse(keepsDigits ? withDigits(text, rounded) : text) }
  } catch {
    // The visit found no fault. If JSON.parse is stricter, the end stands for the place.
    return faultAt(text.split('\n').length, '', 'the end', 'JSON')
  }
}

/**
 * The value of a text that JSON.stringify writes in the same way, as most records are: it has no member twice. That takes a
 * third of the time of a visit.
 * @returns undefined for other texts, those that may have a lone surrogate (only an escape can), and deep ones
 */
function compactValue(text: string): unknown {
  if (text.includes('\\u')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text && !isDeeper(value, MAX_DEPTH) ? value : undefined
  } catch {
    // No JSON, or too deep for JSON.stringify.
    return undefined
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

/** Where a part of a text begins and ends. */
type Span = readonly [start: number, end: number]

/** Ends a visit, which otherwise continues after a fault. */
const END_OF_VISIT = new Error('end of a visit')

/**
 * The first fault of a text, by jsonc-parser: JSON.parse keeps the last of two members, does not always name the place of
 * a fault, and its words differ between versions of Node.
 * @param rounded gets the places of the numbers that JSON.parse might round
 */
function firstFault(text: string, rounded: Span[]): Fault | undefined {
  let fault: Fault | undefined
  const end: EndVisit = (...facts) => {
    fault = faultAt(...facts)
    throw END_OF_VISIT
  }
  try {
    visit(text, faultVisitor(text, rounded, end), { disallowComments: true })
  } catch (error) {
    if (error !== END_OF_VISIT) throw error
  }
  return fault
}

type EndVisit = (...facts: Parameters<typeof faultAt>) => never

function faultVisitor(text: string, rounded: Span[], end: EndVisit): JSONVisitor {
  // The names of the members so far, for each level that is open; an array has none.
  const open: Set<string>[] = []
  const enter = (_at: number, _length: number, line: number) => {
    open.push(new Set())
    if (open.length > MAX_DEPTH)
      end(line + 1, '', 'a value that is nested too deeply', `at most ${MAX_DEPTH} levels`)
  }
  const leave = () => void open.pop()
  const expectWhole = (value: string, line: number, pathOf: () => JSONPath) => {
    if (!value.isWellFormed())
      end(line + 1, pointerOf(pathOf()), quote(value), 'whole characters, no lone surrogate')
  }
  return {
    onArrayBegin: enter,
    onArrayEnd: leave,
    onObjectBegin: enter,
    onObjectEnd: leave,
    onObjectProperty(name, _at, _length, line, column, pathOf) {
      const names = open.at(-1)
      const found = `the member a second time, at column ${column + 1}`
      // `pathOf` gives the path of the object here, and that of the value in `onLiteralValue`.
      if (names?.has(name)) end(line + 1, pointerOf([...pathOf(), name]), found, 'each member once')
      names?.add(name)
      expectWhole(name, line, pathOf)
    },
    onLiteralValue(value, start, length, line, _column, pathOf) {
      if (typeof value === 'string') expectWhole(value, line, pathOf)
      else if (isRounded(value, text.slice(start, start + length))) rounded.push([start, start + length])
    },
    onError(_code, at, _length, line, column) {
      const found = at < text.length ? quote(text.slice(at, at + SNIPPET)) : 'the end'
      end(line + 1, '', `${found} at column ${column + 1}`, 'JSON')
    },
  }
}

function faultAt(line: number, pointer: string, found: string, expected: string): Fault {
  return { violation: { pointer, found, expected }, line }
}

function pointerOf(path: JSONPath): string {
  return path.map(String).reduce(pointerTo, '')
}

/** Whether a number is written with all its digits, 16 or more, and is beyond 2^53. `1e300` is not. */
function isRounded(value: unknown, written: string): boolean {
  return Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER && /^-?\d{16}/.test(written)
}

/** A JSON text in which these numbers are texts. */
function withDigits(text: string, numbers: readonly Span[]): string {
  let done = ''
  let at = 0
  for (const [start, end] of numbers) {
    done += `${text.slice(at, start)}"${text.slice(start, end)}"`
    at = end
  }
  return done + text.slice(at)
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export function withoutByteOrderMark(bytes: Buffer): Buffer {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}
