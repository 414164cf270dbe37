// Finds the records in a JSON value. A pointer (RFC 6901) leads to a list; `*` in it stands for every item of a list or
// every member of an object: `/shops/*/offers` are the offers of all shops. A record also has the columns of its
// parents: `/shops/*/name` is the name of its shop, and `/shops/*` its key if the shops are members of an object.

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { memberOf, pointerTo } from '../../lib/json/validator.ts'
import { roleOf } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'

export interface JsonRecord {
  readonly value: unknown
  /** Outermost first; empty if the pointer has no `*`. */
  readonly parents: readonly Parent[]
}

export interface Parent {
  /** The pointer up to its `*`. */
  readonly pointer: string
  readonly value: unknown
  /** Its name, if the parent is a member of an object. */
  readonly key: string | undefined
  /** The rest of the pointer, from here to the records. */
  readonly rest: string
}

/** Enough items to judge a list by. */
const SAMPLE_ITEMS = 200
/** SECURITY: lists examined within the items of one list. Each of them takes a pass over all items. */
const MAX_INNER_LISTS = 20
/** SECURITY: each record repeats the members of its parents, so their number is the product of two sizes in the file. */
const MAX_REPEATED = 20_000_000
const EVERY = '*'

/** The records at a pointer; undefined if neither a list nor an object is there. */
export function recordsAt(value: unknown, pointer: string): JsonRecord[] | undefined {
  const nodes = nodesAt({ value, parents: [] }, tokensOf(pointer), '')
  return nodes.length === 0 ? undefined : nodes.flatMap(recordsOf)
}

function tokensOf(pointer: string): string[] {
  return pointer.split('/').slice(1)
}

function restOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token}`).join('')
}

function nodesAt(node: JsonRecord, tokens: readonly string[], pointer: string): JsonRecord[] {
  const { value, parents } = node
  const [token, ...rest] = tokens
  if (token === undefined) return isRecord(value) || Array.isArray(value) ? [node] : []
  const next = `${pointer}/${token}`
  if (token !== EVERY) return nodesAt({ value: memberAt(value, token), parents }, rest, next)
  return childrenOf(value).flatMap(([key, child]) => {
    const parent = { pointer: next, value: child, key, rest: restOf(rest) }
    return nodesAt({ value: child, parents: [...parents, parent] }, rest, next)
  })
}

function childrenOf(value: unknown): [key: string | undefined, child: unknown][] {
  if (Array.isArray(value)) return value.map((child) => [undefined, child])
  return isRecord(value) ? Object.entries(value) : []
}

/** The items of a list, or an object as the only record. */
function recordsOf({ value, parents }: JsonRecord): JsonRecord[] {
  return Array.isArray(value) ? value.map((item) => ({ value: item, parents })) : [{ value, parents }]
}

/** The columns of the records of one file. */
export class RecordColumns {
  readonly #file: string
  readonly #around = new WeakMap<Parent, readonly string[]>()
  #repeated = 0

  constructor(file: string) {
    this.#file = file
  }

  /** @throws {OperatorError} `bad-source` if the records so far repeat too many values of their parents */
  admit(records: readonly JsonRecord[]): readonly JsonRecord[] {
    for (const { parents } of records) {
      for (const parent of parents) {
        this.#repeated += this.#columnsAround(parent).length
        if (this.#repeated > MAX_REPEATED) this.#refuse(parent)
      }
    }
    return records
  }

  /** Its own members first, then those of its parents, except the members that lead to it. */
  of({ value, parents }: JsonRecord): string[] {
    return [...pointersIn(value), ...parents.flatMap((parent) => this.#columnsAround(parent))]
  }

  #columnsAround(parent: Parent): readonly string[] {
    const columns = this.#around.get(parent) ?? columnsOfParent(parent)
    this.#around.set(parent, columns)
    return columns
  }

  #refuse({ pointer }: Parent): never {
    throw new OperatorError(
      'bad-source',
      `${this.#file}: the records repeat more than ${MAX_REPEATED} values of ${pointer}, expected fewer; leave out the values there that no offer needs`,
    )
  }
}

function columnsOfParent({ pointer, key, value, rest }: Parent): string[] {
  const members = rest === '' ? [] : pointersIn(value).filter((each) => !`${rest}/`.startsWith(`${each}/`))
  return [...(key === undefined ? [] : [pointer]), ...members.map((member) => pointer + member)]
}

/** The value at a pointer; undefined if nothing is there. */
export function valueAt(value: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce(memberAt, value)
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

interface List {
  pointer: string
  records: readonly JsonRecord[]
  /** The number of known columns of its records. */
  score: number
}

/**
 * Chooses the list that looks most like offers, and names the other lists.
 * @throws {OperatorError} `bad-source` if there is none
 */
export function chooseRecords(value: unknown, file: string): { pointer: string; others: string[] } {
  const lists = listsIn(value)
  const best = lists.filter(({ score }) => score >= 0).sort(byScore)[0]
  if (!best) {
    const texts = listsWithin(value, isTexts)[0]
    if (texts) refuseTexts(texts.pointer, file)
    const way = isRecord(value) ? '; if it is a single record, use --records ""' : ''
    throw new OperatorError('bad-source', `${file}: found no list of records${way}`)
  }
  const others = lists.filter((list) => list !== best && list.score >= 0 && !isWithin(best, list))
  return { pointer: best.pointer, others: others.map(nameOfList) }
}

/** @throws {OperatorError} `bad-source` */
export function refuseTexts(pointer: string, file: string): never {
  throw new OperatorError(
    'bad-source',
    `${file}: found a list without objects at ${pointer || 'the top'}, expected objects with members; write each text into a row of a CSV, below a heading`,
  )
}

/** @throws {OperatorError} `bad-source` naming the lists in the file */
export function refuseRecords(value: unknown, pointer: string, file: string): never {
  const lists = listsIn(value).map(nameOfList).join(', ')
  const there = lists === '' ? '' : `; lists are at ${lists}`
  throw new OperatorError(
    'bad-source',
    `${file}: found no list at ${pointer || 'the top'}${there}: give one of them as --records, or as read.records of the mapping`,
  )
}

/** Whether the best list lies within the items of this one. */
function isWithin(best: List, { pointer }: List): boolean {
  return best.pointer.startsWith(`${pointer}/${EVERY}`)
}

function nameOfList({ pointer, records }: List): string {
  return `${pointer || 'the top'} (${records.length})`
}

function byScore(one: List, other: List): number {
  return other.score - one.score || other.records.length - one.records.length
}

/** All lists of objects that may be the records: near the top, or within the items of these lists. */
function listsIn(value: unknown): List[] {
  const plain = listsWithin(value)
  const maps = mapsIn(value)
  const mapped = new Set(maps.map(({ pointer }) => pointer.slice(0, -EVERY.length)))
  const own = plain.filter(({ pointer }) => !mapped.has('/') && !mapped.has(firstStepOf(pointer)))
  const near = [...maps, ...own.map(({ pointer }) => listAt(value, pointer, scoreOf))]
  return near.flatMap((list) => [list, ...innerLists(value, list)])
}

function listAt(value: unknown, pointer: string, score: (records: readonly JsonRecord[]) => number): List {
  const records = recordsAt(value, pointer) ?? []
  return { pointer, records, score: score(records) }
}

function mapsIn(value: unknown): List[] {
  const within = Object.entries(isRecord(value) ? value : {})
  const pointers = [
    ...(isMap(value) ? [''] : []),
    ...within.flatMap(([name, member]) => (isMap(member) ? [pointerTo('', name)] : [])),
  ]
  return pointers.map((pointer) => listAt(value, `${pointer}/${EVERY}`, scoreOf))
}

/** `/shops/` of `/shops/7/offers`. */
function firstStepOf(pointer: string): string {
  return pointer.slice(0, pointer.indexOf('/', 1) + 1)
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

/** Whether a value is or holds a list or a map of records, near its top, or a list of texts and no offer. */
export function holdsRecords(value: unknown): boolean {
  if (listsIn(value).length > 0) return true
  const single = Object.entries(isRecord(value) ? value : {}).filter(([, member]) => !Array.isArray(member))
  const roles = rolesIn([{ value: Object.fromEntries(single), parents: [] }])
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

/** Lists within the items of a list. They are records only if they have a benefit or a title that the items lack. */
function innerLists(value: unknown, list: List): List[] {
  const items = list.records.slice(0, SAMPLE_ITEMS).map((record) => record.value)
  const inner = items.flatMap((item) =>
    isRecord(item) ? listsWithin(item).map(({ pointer }) => pointer) : [],
  )
  const within = list.pointer.endsWith(`/${EVERY}`) && !isObjects(list.records[0]?.parents.at(-1)?.value)
  const prefix = within ? list.pointer : `${list.pointer}/${EVERY}`
  return [...new Set(inner)].slice(0, MAX_INNER_LISTS).map((pointer) =>
    listAt(value, prefix + pointer, (records) => {
      const [own, around] = [rolesIn(records), rolesIn(list.records)]
      if (!isWorth(own) && !own.has('title')) return NO_OFFERS
      const isOffers = !isWorth(around) && (isWorth(own) || !around.has('title'))
      return isOffers ? around.size + own.size : 0
    }),
  )
}

/** The score of a list that is read only if a pointer names it. */
const NO_OFFERS = -1

function scoreOf(records: readonly JsonRecord[]): number {
  return rolesIn(records).size
}

/** The roles of the columns, except lists of objects. */
function rolesIn(records: readonly JsonRecord[]): ReadonlySet<Role> {
  const pointers = new Set(
    records
      .slice(0, SAMPLE_ITEMS)
      .flatMap(({ value }) => pointersIn(value).filter((pointer) => !isObjects(valueAt(value, pointer)))),
  )
  return new Set(Array.from(pointers).flatMap((pointer) => roleOf(pointer)?.role ?? []))
}

const WORTH: readonly Role[] = ['benefit', 'percentage', 'cashback', 'amount', 'price', 'installments']

function isWorth(roles: ReadonlySet<Role>): boolean {
  return WORTH.some((role) => roles.has(role))
}
