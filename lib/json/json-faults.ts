// Finds the fault in a JSON text, by jsonc-parser. JSON.parse does not always name the place, and the words differ between
// versions of Node; the person who corrects the text needs the same line and column everywhere.

import { type JSONVisitor, visit } from 'jsonc-parser'
import { pointerTo } from './validator.ts'

/** No valid record is deeper than 4. `visit` recurses: a million brackets would overflow its stack. */
export const MAX_DEPTH = 16

/** Ends a visit, which otherwise continues after a fault. */
class EndOfVisit extends Error {
  readonly index: number | undefined

  constructor(index?: number) {
    super()
    this.index = index
  }
}

/**
 * The index of the first token that is not valid JSON there; the text's length if it ends early. Undefined if more than
 * `MAX_DEPTH` levels come first.
 */
export function jsonErrorAt(text: string): number | undefined {
  let depth = 0
  const enter = () => {
    depth += 1
    if (depth > MAX_DEPTH) throw new EndOfVisit()
  }
  const leave = () => {
    depth -= 1
  }
  const onError: JSONVisitor['onError'] = (_, index) => {
    throw new EndOfVisit(index)
  }
  const visitor = {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onError,
  }
  try {
    visit(text, visitor, { disallowComments: true })
  } catch (end) {
    if (end instanceof EndOfVisit) return end.index
    throw end
  }
  return text.length
}

/** The second of two members of one name: the index of its name, and the pointer to it. */
export interface RepeatedMember {
  index: number
  pointer: string
}

/** @param text valid JSON of at most `MAX_DEPTH` levels */
export function firstRepeatedMember(text: string): RepeatedMember | undefined {
  let first: RepeatedMember | undefined
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, index, _length, _line, _column, pathOf) {
      const names = open.at(-1)
      if (names?.has(name))
        first ??= { index, pointer: [...pathOf(), name].map(String).reduce(pointerTo, '') }
      names?.add(name)
    },
  })
  return first
}

/** Line and column of an index, both counted from 1. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index)
  return {
    line: before.split('\n').length,
    column: index - before.lastIndexOf('\n'),
  }
}
