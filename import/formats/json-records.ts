// Finds the list of records in a JSON value: near its top, or at a pointer (RFC 6901).

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { memberOf, pointerTo } from '../../lib/json/validator.ts'
import { isOfOffers, OF_OFFERS, roleOf } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'

/** Enough items to judge a list by. */
const SAMPLE_ITEMS = 200
/** Lists within lists within the items. */
const MAX_LISTS_DEEP = 1
/** SECURITY: lists examined within the items of one list. Each of them takes a pass over all items. */
const MAX_INNER_LISTS = 20

/** The records at a pointer; undefined if no list is there. */
export function recordsAt(value: unknown, pointer: string): readonly unknown[] | undefined {
  const found = valueAt(value, pointer)
  return Array.isArray(found) ? found : undefined
}

/** The value at a pointer; undefined if nothing is there. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).reduce(memberAt, value)
}

function memberAt(value: unknown, token: string): unknown {
  // SECURITY: own members only, so that no pointer leads to a prototype.
  return memberOf(value, token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const MAX_DEPTH = 4

/** Pointers to the members that hold a value or a list, also within objects. */
export function pointersIn(value: unknown, parent = '', depth = 0): string[] {
  if (!isRecord(value) || depth === MAX_DEPTH) return depth === 0 ? [] : [parent]
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = pointerTo(parent, name)
    return isRecord(member) ? pointersIn(member, pointer, depth + 1) : [pointer]
  })
}

/**
 * The pointer to the only list of objects near the top.
 * @throws {OperatorError} `usage` if there are several; `bad-source` if there is none, or if its items hold the offers
 */
export function findRecords(value: unknown, file: string): string {
  const [only, ...others] = listsIn(value)
  if (!only) {
    const texts = listsIn(value, isTexts)[0]
    // Next to objects, a list of texts is something else.
    if (texts && !membersOf(value, '').some(({ member }) => isRecord(member)))
      refuseTexts(texts.pointer, file)
    throw new OperatorError(
      'bad-source',
      `${file}: found no list of records, expected one, also of a single record; write offers that are the members of an object as one list`,
    )
  }
  const { pointer, items } = only
  if (others.length > 0) refuseRecords(value, 'several lists', { file, code: 'usage' })
  const inner = offersWithin(items)
  if (inner !== undefined) {
    throw new OperatorError(
      'bad-source',
      `${file}: found offers within the items of ${placeOf(pointer)}, at ${inner} of each, expected a list of offers: write each offer as an object of one list, with what it needs of its item; --records ${JSON.stringify(pointer)} reads the items`,
    )
  }
  return pointer
}

/** @throws {OperatorError} `bad-source` */
export function refuseTexts(pointer: string, file: string): never {
  throw new OperatorError(
    'bad-source',
    `${file}: found a list without objects at ${placeOf(pointer)}, expected objects with members; write each text into a row of a CSV, below a heading`,
  )
}

/** @throws {OperatorError} naming the lists in the file: `usage` if an option must choose one, else `bad-source` */
export function refuseRecords(
  value: unknown,
  found: string,
  { file, code }: { file: string; code: 'usage' | 'bad-source' },
): never {
  const lists = listsIn(value).map(({ pointer, items }) => {
    const inner = offersWithin(items)
    const within = inner === undefined ? '' : `, each with a list of offers at ${inner}`
    return `${placeOf(pointer)} (${items.length}${within})`
  })
  const advice =
    lists.length === 0
      ? 'write the offers as one list of objects'
      : `lists are at ${lists.join(', ')}: give one of them as --records, or as read.records of the mapping; to import several, write one list of them`
  throw new OperatorError(code, `${file}: found ${found}; ${advice}`)
}

export function placeOf(pointer: string): string {
  return pointer || 'the top'
}

function isTexts(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && !value.some(isRecord)
}

function isObjects(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

/** Whether a value holds records, or a list of texts and no offer: then it is no record itself. */
export function holdsRecords(value: unknown): boolean {
  if (isMap(value) || holdsMap(value) || listsIn(value).length > 0) return true
  const single = Object.entries(isRecord(value) ? value : {}).filter(([, member]) => !Array.isArray(member))
  const roles = rolesIn([Object.fromEntries(single)])
  const isOffer = roles.has('title') || roles.has('name') || roles.has('description')
  return !isOffer && listsIn(value, isTexts).length > 0
}

function isMap(value: unknown): boolean {
  const members = Object.values(isRecord(value) ? value : {})
  return members.length > 1 && members.every(isRecord)
}

/** Whether a member is an object of offers. */
function holdsMap(value: unknown): boolean {
  const rolesOf = (map: unknown) => rolesIn(Object.values(isRecord(map) ? map : {}))
  const isOffers = (roles: ReadonlySet<Role>) => isWorth(roles) || roles.has('title')
  return membersOf(value, '').some(({ member }) => isMap(member) && isOffers(rolesOf(member)))
}

interface List {
  pointer: string
  items: readonly unknown[]
}

/** Lists of objects: the value itself, its members, or their members. */
function listsIn(value: unknown, isList = isObjects): List[] {
  if (Array.isArray(value))
    return isTexts(value) && isList === isObjects ? [] : [{ pointer: '', items: value }]
  const near = membersOf(value, '')
  const all = [...near, ...near.flatMap(({ pointer, member }) => membersOf(member, pointer))]
  return all.flatMap(({ pointer, member }) => (isList(member) ? [{ pointer, items: member }] : []))
}

function membersOf(parent: unknown, pointer: string): { pointer: string; member: unknown }[] {
  return Object.entries(isRecord(parent) ? parent : {}).map(([name, member]) => ({
    pointer: pointerTo(pointer, name),
    member,
  }))
}

/**
 * The pointer to a list within the items that has a benefit or a title, or a name such as "offers", which the items lack.
 * Of a list within such a list it is "/models and /variants".
 */
export function offersWithin(items: readonly unknown[], depth = 0): string | undefined {
  const around = rolesIn(items)
  const some = items.slice(0, SAMPLE_ITEMS)
  const inner = some.flatMap((item) => (isRecord(item) ? listsIn(item) : []))
  const pointers = [...new Set(inner.map(({ pointer }) => pointer))].slice(0, MAX_INNER_LISTS)
  if (isWorth(around)) return undefined
  const itemsAt = (pointer: string) => some.flatMap((item) => recordsAt(item, pointer) ?? [])
  const near = pointers.find((pointer) => {
    const own = rolesIn(itemsAt(pointer))
    return isWorth(own) || isOfOffers(pointer) || (own.has('title') && !around.has('title'))
  })
  if (near !== undefined || depth === MAX_LISTS_DEEP) return near
  const deep = pointers.flatMap((pointer) => {
    const within = offersWithin(itemsAt(pointer), depth + 1)
    return within === undefined ? [] : `${pointer} and ${within}`
  })
  return deep[0]
}

/** The roles of the columns, except lists of objects. */
function rolesIn(items: readonly unknown[]): ReadonlySet<Role> {
  const pointers = new Set(
    items
      .slice(0, SAMPLE_ITEMS)
      .flatMap((item) => pointersIn(item).filter((pointer) => !isObjects(valueAt(item, pointer)))),
  )
  return new Set(Array.from(pointers).flatMap((pointer) => roleOf(pointer)?.role ?? []))
}

function isWorth(roles: ReadonlySet<Role>): boolean {
  return [...roles].some((role) => OF_OFFERS.has(role))
}
