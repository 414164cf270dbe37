// Duplicate members of an object in a JSON text. JSON.parse silently takes the last one, other parsers take the first,
// and only the author of the record knows which one is right.

import { pointerTo } from './validator.ts'

/** The second of two members of one name: where its name begins, and the pointer to it. */
export interface RepeatedMember {
  index: number
  pointer: string
}

/**
 * How many members all objects of a JSON text have, repeated ones included. Hops from text to text: cheap enough to be
 * asked of every record.
 * @param text valid JSON, as everywhere here
 */
export function countMembers(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = stringEnd(text, start)
    if (isName(text, end)) count += 1
    start = text.indexOf('"', end)
  }
  return count
}

interface Open {
  /** The names so far, of an object. */
  names: Set<string> | undefined
  pointer: string
  /** The name or the number of what comes, as a pointer. */
  next: string
  items: number
}

/** The first repeated member; undefined if there is none. */
export function firstRepeatedMember(text: string): RepeatedMember | undefined {
  const open: Open[] = []
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    const inside = open.at(-1)
    if (char === '"') {
      const end = stringEnd(text, at)
      if (inside?.names && isName(text, end)) {
        const name: string = JSON.parse(text.slice(at, end))
        const pointer = pointerTo(inside.pointer, name)
        if (inside.names.has(name)) return { index: at, pointer }
        inside.names.add(name)
        inside.next = pointer
      }
      at = end
      continue
    }
    if (char === '{' || char === '[') {
      const pointer = inside?.next ?? ''
      const names = char === '{' ? new Set<string>() : undefined
      open.push({ names, pointer, next: `${pointer}/0`, items: 0 })
    } else if (char === '}' || char === ']') {
      open.pop()
    } else if (char === ',' && inside && !inside.names) {
      inside.items += 1
      inside.next = `${inside.pointer}/${inside.items}`
    }
    at += 1
  }
  return undefined
}

/** The index after a text that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text.charAt(before - 1) === '\\') before -= 1
    // An even number of backslashes are escaped ones.
    if ((quote - before) % 2 === 0) return quote + 1
  }
  throw new RangeError('not a JSON text')
}

/** Whether a text that ends before `end` is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 0x20) at += 1
  return text.charAt(at) === ':'
}
