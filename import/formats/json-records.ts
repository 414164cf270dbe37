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
 * The records at a pointer; undefined if no list is there. In `{"banks": [{"offers": [1, 2]}, {"offers": [3]}]}` the
 * pointer `/banks/*` leads to the two banks; with `/offers` behind it, it leads to 1, 2 and 3.
 * @throws {OperatorError} `bad-source` if some items have something else than a list there
 */
export function recordsAt(value: unknown, pointer: string, file: string): FoundRecord[] | undefined {
  const [start = '', ...branches] = pointer.split(/\/\*(?=\/|$)/)
  const isEachRecord = branches.at(-1) === ''
  if (isEachRecord) branches.pop()
  let places: ReachedPlace[] = [{ value: valueAt(value, start), around: [] }]
  for (const branch of branches) places = places.flatMap((place) => placesBehind(place, branch))

  const found: FoundRecord[] = []
  const notLists: unknown[] = []
  let hasList = false
  const addItems = ({ value: end, around }: ReachedPlace) => {
    if (Array.isArray(end)) {
      hasList = true
      for (const each of end) found.push({ value: each, key: undefined, around })
    } else if (end !== undefined && end !== null) notLists.push(end)
  }
  for (const place of places) {
    if (!isEachRecord) {
      addItems(place)
      continue
    }
    hasList ||= Array.isArray(place.value) || isRecord(place.value)
    for (const { value: item, key } of itemsOf(place.value)) {
      if (isRecord(item)) found.push({ value: item, key, around: place.around })
      else addItems({ value: item, around: [{ value: item, key, branch: '' }, ...place.around] })
    }
  }
  if (hasList && notLists.length > 0 && pointer.includes(EACH)) {
    const what = `${quote(notLists[0])} at ${placeOf(pointer)} of ${formatCountOf(notLists.length, 'item')}`
    throw new OperatorError('bad-source', `${file}: found ${what}, expected a list there, or nothing`)
  }
  return hasList ? found : undefined
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

/** A deeper object is one cell. */
const MAX_DEPTH = 4

/** Pointers to the members that hold a value or a list, also within objects. */
export function pointersIn(value: unknown, parent = '', depth = 0): string[] {
  if (!isRecord(value) || depth === MAX_DEPTH) return depth === 0 ? [] : [parent]
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = pointerTo(parent, name)
    return isRecord(member) ? pointersIn(member, pointer, depth + 1) : [pointer]
  })
}

/** A pointer in a message. */
export function placeOf(pointer: string): string {
  return pointer || 'the top'
}
