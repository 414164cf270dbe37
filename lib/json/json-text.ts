// Parses bytes that others wrote into a JSON value that is safe to handle: valid UTF-8, no deep nesting, no member twice, and
// no lone surrogates, which could not be written back as UTF-8.

import { isUtf8 } from 'node:buffer'
import { type JSONPath, visit } from 'jsonc-parser'
import { pointerTo, quote, type Violation } from './validator.ts'

/** A value, or the first fault of the bytes; `line` counts within them, from 1. */
type ParsedText = { value: unknown } | Fault

interface Fault {
  violation: Violation
  line: number
}

const UTF_8 = 'text in UTF-8 (from Windows-1252: iconv -f WINDOWS-1252 -t UTF-8)'

const SNIPPET = 24

/** No valid record is deeper than 4. `visit` recurses: a million brackets would overflow its stack. */
const MAX_DEPTH = 16

/** @param keepsDigits whether a number beyond 2^53 becomes a text of its digits, which JSON.parse would round */
export function parseJsonBytes(bytes: Buffer, keepsDigits = false): ParsedText {
  if (!isUtf8(bytes)) return faultAt(1, '', 'bytes that are no UTF-8', UTF_8)
  const text = bytes.toString('utf8')
  const parsed = parseText(text)
  const isRounded = keepsDigits && 'value' in parsed && LONG_NUMBER.test(text)
  return isRounded ? parseText(withDigits(text)) : parsed
}

/** The surrogates of valid UTF-8 are escaped. */
const SURROGATE = /\\u[dD][89a-fA-F]/

function parseText(text: string): ParsedText {
  const value = jsonValue(text)
  const isPlain = value !== undefined && !SURROGATE.test(text) && membersIn(value) === countMembers(text)
  return isPlain ? { value } : (firstFault(text, value !== undefined) ?? { value })
}

/** Undefined if it is not JSON. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many members the objects in a value have; NaN if it is too deep. */
function membersIn(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= MAX_DEPTH) return Number.NaN
  const members = Object.values(value)
  return members.reduce(
    (sum, member) => sum + membersIn(member, depth + 1),
    Array.isArray(value) ? 0 : members.length,
  )
}

/** Ends a visit, which otherwise continues after a fault. */
const END_OF_VISIT = new Error('end of a visit')

/**
 * The first fault of a text, by jsonc-parser: JSON.parse does not always name the place, and its words differ between
 * versions of Node.
 */
function firstFault(text: string, isJson: boolean): Fault | undefined {
  let fault = isJson ? undefined : faultAt(text.split('\n').length, '', 'the end', 'JSON')
  // The names of the members so far, for each level; an array has none.
  const open: Set<string>[] = []
  const end = (...facts: Parameters<typeof faultAt>) => {
    fault = faultAt(...facts)
    throw END_OF_VISIT
  }
  const enter = (_at: number, _length: number, line: number) => {
    open.push(new Set())
    if (open.length > MAX_DEPTH)
      end(line + 1, '', 'a value that is nested too deeply', `at most ${MAX_DEPTH} levels`)
  }
  const leave = () => void open.pop()
  const expectWhole = (value: unknown, line: number, path: JSONPath) => {
    if (typeof value === 'string' && !value.isWellFormed())
      end(line + 1, pointerOf(path), quote(value), 'whole characters, no lone surrogate')
  }
  try {
    visit(
      text,
      {
        onArrayBegin: enter,
        onArrayEnd: leave,
        onObjectBegin: enter,
        onObjectEnd: leave,
        onObjectProperty(name, _at, _length, line, column, pathOf) {
          const names = open.at(-1)
          const found = `the member a second time, at column ${column + 1}`
          if (names?.has(name)) end(line + 1, pointerOf([...pathOf(), name]), found, 'each member once')
          names?.add(name)
          expectWhole(name, line, pathOf())
        },
        onLiteralValue: (value, _at, _length, line, _column, pathOf) => expectWhole(value, line, pathOf()),
        onError(_code, at, _length, line, column) {
          const found = at < text.length ? quote(text.slice(at, at + SNIPPET)) : 'the end'
          end(line + 1, '', `${found} at column ${column + 1}`, 'JSON')
        },
      },
      { disallowComments: true },
    )
  } catch (error) {
    if (error !== END_OF_VISIT) throw error
  }
  return fault
}

function faultAt(line: number, pointer: string, found: string, expected: string): Fault {
  return { violation: { pointer, found, expected }, line }
}

function pointerOf(path: JSONPath): string {
  return path.map(String).reduce(pointerTo, '')
}

/** The shortest numbers beyond 2^53 have 16 digits. */
const LONG_NUMBER = /\d{16}/

/** A valid JSON text whose numbers beyond 2^53 are texts. */
function withDigits(text: string): string {
  let done = ''
  let at = 0
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', at)) {
    const end = stringEnd(text, start)
    done += quoteLongNumbers(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return done + quoteLongNumbers(text.slice(at))
}

function quoteLongNumbers(text: string): string {
  return text.replace(/-?\d[\d.eE+-]*/g, (number) =>
    /^-?\d{16}/.test(number) && Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER ? `"${number}"` : number,
  )
}

/**
 * The number of members of all objects in a valid JSON text, including repeated ones: JSON.parse keeps the last of two,
 * other parsers the first, and only the author knows which is right. Hops from string to string, so it is cheap enough for
 * every record; a regular expression would overflow its stack.
 */
function countMembers(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = stringEnd(text, start)
    if (isName(text, end)) count += 1
    start = text.indexOf('"', end)
  }
  return count
}

/** The index after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text.charAt(before - 1) === '\\') before -= 1
    // An even number of backslashes escape each other.
    if ((quote - before) % 2 === 0) return quote + 1
  }
  throw new RangeError('not a JSON text')
}

/** Whether the string that ends before `end` is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 0x20) at += 1
  return text.charAt(at) === ':'
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export function withoutByteOrderMark(bytes: Buffer): Buffer {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}
