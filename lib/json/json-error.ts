// Where a text stops being JSON. JSON.parse knows but does not always say, and each version of Node says it in
// other words; the person who mends the source needs a line and a column, the same ones everywhere.

const SPACE = /[\t\n\r ]*/y
const PUNCTUATION = /[{}[\]:,]/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const OTHER_SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing'

/** The index of the first character that no JSON text can have there; the text's length if it ends early. */
export function jsonErrorAt(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = skip(SPACE, text, 0)
  while (at < text.length) {
    const end = tokenEnd(text, at)
    const next: Expected | undefined = end === undefined ? undefined : follow(expected, text.charAt(at), open)
    if (end === undefined || next === undefined) return at
    expected = next
    at = skip(SPACE, text, end)
  }
  return at
}

/** What may come after a token that begins with `first`; undefined if the token may not be here. */
function follow(expected: Expected, first: string, open: string[]): Expected | undefined {
  const afterValue = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing')
  switch (first) {
    case '{':
    case '[':
      if (!expected.startsWith('value')) return undefined
      open.push(first)
      return first === '{' ? 'key or }' : 'value or ]'
    case '}':
    case ']': {
      const mayEnd = expected === 'comma or end' || expected.endsWith(`or ${first}`)
      if (!mayEnd || open.pop() !== (first === '}' ? '{' : '[')) return undefined
      return afterValue()
    }
    case ':':
      return expected === 'colon' ? 'value' : undefined
    case ',':
      if (expected !== 'comma or end') return undefined
      return open.at(-1) === '{' ? 'key' : 'value'
    case '"':
      if (expected.startsWith('key')) return 'colon'
  }
  return expected.startsWith('value') ? afterValue() : undefined
}

function tokenEnd(text: string, at: number): number | undefined {
  if (text.charAt(at) === '"') return stringEnd(text, at)
  const end = Math.max(skip(PUNCTUATION, text, at), skip(OTHER_SCALAR, text, at))
  return end > at ? end : undefined
}

/** By hand: a regular expression for strings goes back over all of a long string that does not end. */
function stringEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; ) {
    const char = text.charAt(at)
    if (char === '"') return at + 1
    const next = char === '\\' ? skip(ESCAPE, text, at) : at + 1
    if (next === at || char < ' ') return undefined
    at = next
  }
  return undefined
}

function skip(token: RegExp, text: string, at: number): number {
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : at
}

/** Line and column of an index, both counted from 1. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index)
  return {
    line: before.split('\n').length,
    column: index - before.lastIndexOf('\n'),
  }
}
