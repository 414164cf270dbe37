// The records of a JSON value: the items of a list, or the members of an object, at a pointer (RFC 6901) in which `*`
// stands for each item or member.

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { memberOf, pointerTo, quote } from '../../lib/json/validator.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'

/** An item of a list, or a member of an object. */
export interface Item {
  value: unknown
  /** The name of a member; undefined in a list. */
  key: string | undefined
}

export interface OuterItem extends Item {
  /** The part of the pointer behind this item, up to the next `*`, such as `/offers`; empty if there is none. */
  branch: string
}

export interface FoundRecord extends Item {
  /** The items around it that the pointer passes through, the nearest first. */
  around: readonly OuterItem[]
}

/** Stands for each item of a list, or each member of an object. */
export const EACH = '/*'

/**
 * The records at a pointer: the items of the list there. Behind a last `*`, an object is a record itself, and a list still
 * stands for its items.
 *
 * - `{"banks": [{"offers": [x, y]}, {"offers": [z]}]}`: `/banks` and `/banks/*` lead to the two banks, and the latter with
 *   `/offers` behind it to x, y and z
 * - `{"a": {…}, "b": {…}}`: `/*` leads to both members, whose keys are a and b
 * - `{"a": [x], "b": [y]}`: `/*` leads to x and y
 *
 * Undefined if there is neither a list nor, at a last `*`, an object.
 * @throws {OperatorError} `bad-source` if a pointer with `*` leads to records in some items, and to a single value in others
 */
export function recordsAt(value: unknown, pointer: string, file: string): FoundRecord[] | undefined {
  const [start = '', ...branches] = pointer.split(/\/\*(?=\/|$)/)
  const endsWithEach = branches.at(-1) === ''
  if (endsWithEach) branches.pop()
  let places: ReachedPlace[] = [{ value: valueAt(value, start), around: [] }]
  for (const branch of branches) places = places.flatMap((place) => placesBehind(place, branch))

  const found: FoundRecord[] = []
  const notLists: unknown[] = []
  // Whether something that may have records is there, also if it is empty.
  let isThere = false
  const addItems = ({ value: list, around }: ReachedPlace) => {
    if (Array.isArray(list)) {
      isThere = true
      for (const each of list) found.push({ value: each, key: undefined, around })
    } else if (list !== undefined && list !== null) notLists.push(list)
  }
  for (const place of places) {
    if (!endsWithEach) {
      addItems(place)
      continue
    }
    isThere ||= Array.isArray(place.value) || isRecord(place.value)
    for (const { value: item, key } of itemsOf(place.value)) {
      if (isRecord(item)) found.push({ value: item, key, around: place.around })
      else addItems({ value: item, around: [{ value: item, key, branch: '' }, ...place.around] })
    }
  }
  if (isThere && notLists.length > 0) {
    const what = `${quote(notLists[0])} at ${placeOf(pointer)} of ${formatCountOf(notLists.length, 'item')}`
    throw new OperatorError('bad-source', `${file}: found ${what}, expected a list there, or nothing`)
  }
  return isThere ? found : undefined
}

/** The value that a pointer has led to, and the items on the way, the nearest first. */
interface ReachedPlace {
  value: unknown
  around: readonly OuterItem[]
}

/** The values at a pointer within each item of a place. */
function placesBehind({ value, around }: ReachedPlace, branch: string): ReachedPlace[] {
  return itemsOf(value).map((item) => ({
    value: valueAt(item.value, branch),
    around: [{ ...item, branch }, ...around],
  }))
}

function itemsOf(value: unknown): Item[] {
  if (Array.isArray(value)) return value.map((each) => ({ value: each, key: undefined }))
  return Object.entries(isRecord(value) ? value : {}).map(([key, member]) => ({ value: member, key }))
}

/** The value at a pointer; undefined if nothing is there. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).reduce(memberAt, value)
}

function memberAt(value: unknown, token: string): unknown {
  // SECURITY: own members only, so that no pointer leads to a prototype.
  return memberOf(value, token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A deeper object is one cell: its members would be columns that few mappings name. */
const MAX_DEPTH = 4

/** Pointers to the members that hold a value or a list, also within objects. */
export function pointersIn(value: unknown, parent = '', depth = 0): string[] {
  if (!isRecord(value) || depth === MAX_DEPTH) return depth === 0 ? [] : [parent]
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = pointerTo(parent, name)
    return isRecord(member) ? pointersIn(member, pointer, depth + 1) : [pointer]
  })
}

/** Whether a column is a JSON pointer, as json.ts names it: `/price`, `../name`, `#`. */
export function isPointer(column: string): boolean {
  return /^(?:\.\.|#|\/)/.test(column)
}

/** A pointer in a message. */
export function placeOf(pointer: string): string {
  return pointer || 'the top'
}
