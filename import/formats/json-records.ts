// Finds the list of records in a JSON value: near its top, or at a pointer (RFC 6901).

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { memberOf, pointerTo } from '../../lib/json/validator.ts'
import { roleOf } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'

/** Enough items to judge a list by. */
const SAMPLE_ITEMS = 200
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

/** A list that may be the records, or another shape of them, which is not read. */
interface Candidate {
  pointer: string
  items: readonly unknown[]
  /** The number of known columns. */
  score: number
  /** What is there instead of a list of offers, and how to write one. */
  fault?: string
}

/**
 * Chooses the list that looks most like offers, and names the other lists.
 * @throws {OperatorError} `bad-source` if there is none, or if the offers have another shape
 */
export function chooseRecords(value: unknown, file: string): { pointer: string; others: string[] } {
  const [best, ...others] = candidatesIn(value).sort(byScore)
  if (!best) {
    const texts = listsWithin(value, isTexts)[0]
    if (texts) refuseTexts(texts.pointer, file)
    throw new OperatorError('bad-source', `${file}: found no list of records, expected one, also of one offer`)
  }
  if (best.fault !== undefined) throw new OperatorError('bad-source', `${file}: found ${best.fault}`)
  return { pointer: best.pointer, others: others.map(nameOfList) }
}

/** @throws {OperatorError} `bad-source` */
export function refuseTexts(pointer: string, file: string): never {
  throw new OperatorError(
    'bad-source',
    `${file}: found a list without objects at ${placeOf(pointer)}, expected objects with members; write each text into a row of a CSV, below a heading`,
  )
}

/** @throws {OperatorError} `bad-source` naming the lists in the file */
export function refuseRecords(value: unknown, pointer: string, file: string): never {
  const lists = candidatesIn(value).map(nameOfList).join(', ')
  const there = lists === '' ? '' : `; lists are at ${lists}`
  throw new OperatorError(
    'bad-source',
    `${file}: found no list at ${placeOf(pointer)}${there}: give one of them as --records, or as read.records of the mapping`,
  )
}

function placeOf(pointer: string): string {
  return pointer || 'the top'
}

function nameOfList({ pointer, items }: Candidate): string {
  return `${placeOf(pointer)} (${items.length})`
}

function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score || other.items.length - one.items.length
}

/** Lists of objects near the top, and objects that hold records as their members. */
function candidatesIn(value: unknown): Candidate[] {
  const maps = mapsIn(value)
  const lists = listsWithin(value).filter(
    ({ pointer }) => !maps.some((map) => pointer.startsWith(`${map.pointer}/`)),
  )
  return [...maps, ...lists.map(({ pointer }) => listAt(pointer, recordsAt(value, pointer) ?? []))]
}

/** A list of offers, or of items that have lists of offers. */
function listAt(pointer: string, items: readonly unknown[]): Candidate {
  const around = rolesIn(items)
  const inner = offersWithin(items, around)
  if (!inner) return { pointer, items, score: around.size }
  const fault = `offers within the items of ${placeOf(pointer)}, at ${inner.pointer} of each, expected a list of offers: write each offer as an object of one list, with what it needs of its item; --records ${JSON.stringify(pointer)} reads the items`
  return { pointer, items, score: around.size + inner.score, fault }
}

function mapsIn(value: unknown): Candidate[] {
  const within = Object.entries(isRecord(value) ? value : {})
  const pointers = [
    ...(isMap(value) ? [''] : []),
    ...within.flatMap(([name, member]) => (isMap(member) ? [pointerTo('', name)] : [])),
  ]
  return pointers.map((pointer) => {
    const items = Object.values(valueAt(value, pointer) ?? {}).flat()
    const fault = `records as the members of an object at ${placeOf(pointer)}, expected a list: write the members into one list, each with its name as a member`
    return { ...listAt(pointer, items), fault }
  })
}

/** Whether the members of an object are all similar objects, or lists of similar objects. */
function isMap(value: unknown): boolean {
  const members = Object.values(isRecord(value) ? value : {}).slice(0, SAMPLE_ITEMS)
  const samples = members.map((member) => (isObjects(member) ? member[0] : member))
  return members.length > 1 && samples.every((sample) => isRecord(sample) && areSimilar(sample, samples[0]))
}

function areSimilar(one: unknown, other: unknown): boolean {
  const [names, others] = [pointersIn(one), new Set(pointersIn(other))]
  const shared = names.filter((name) => others.has(name)).length
  return shared > 0 && shared >= Math.max(names.length, others.size) / 2
}

function isTexts(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && !value.some(isRecord)
}

function isObjects(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

/** Whether a value is or holds a list of records, near its top, or a list of texts and no offer. */
export function holdsRecords(value: unknown): boolean {
  if (candidatesIn(value).length > 0) return true
  const single = Object.entries(isRecord(value) ? value : {}).filter(([, member]) => !Array.isArray(member))
  const roles = rolesIn([Object.fromEntries(single)])
  const isOffer = roles.has('title') || roles.has('name') || roles.has('description')
  return !isOffer && listsWithin(value, isTexts).length > 0
}

/** Lists of objects: the value itself, its members, or their members. */
function listsWithin(value: unknown, isList = isObjects): { pointer: string }[] {
  if (Array.isArray(value)) return isTexts(value) && isList === isObjects ? [] : [{ pointer: '' }]
  const near = membersOf(value, '')
  const all = [...near, ...near.flatMap(({ pointer, member }) => membersOf(member, pointer))]
  return all.flatMap(({ pointer, member }) => (isList(member) ? [{ pointer }] : []))
}

function membersOf(parent: unknown, pointer: string): { pointer: string; member: unknown }[] {
  return Object.entries(isRecord(parent) ? parent : {}).map(([name, member]) => ({
    pointer: pointerTo(pointer, name),
    member,
  }))
}

/** A list within the items that has a benefit or a title which the items lack. */
function offersWithin(
  items: readonly unknown[],
  around: ReadonlySet<Role>,
): { pointer: string; score: number } | undefined {
  if (isWorth(around)) return undefined
  const some = items.slice(0, SAMPLE_ITEMS)
  const inner = some.flatMap((item) => (isRecord(item) ? listsWithin(item) : []))
  const pointers = [...new Set(inner.map(({ pointer }) => pointer))].slice(0, MAX_INNER_LISTS)
  return pointers
    .map((pointer) => ({ pointer, own: rolesIn(some.flatMap((item) => recordsAt(item, pointer) ?? [])) }))
    .filter(({ own }) => isWorth(own) || (own.has('title') && !around.has('title')))
    .map(({ pointer, own }) => ({ pointer, score: own.size }))[0]
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

const WORTH: readonly Role[] = ['benefit', 'percentage', 'cashback', 'amount', 'price', 'installments']

function isWorth(roles: ReadonlySet<Role>): boolean {
  return WORTH.some((role) => roles.has(role))
}
