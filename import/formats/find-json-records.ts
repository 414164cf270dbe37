// Finds the offers in a JSON value: the pointer to the list that looks like offers, or the places to choose from.

import { OperatorError } from '../../lib/errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { memberOf, pointerTo, quote } from '../../lib/json/validator.ts'
import { andMore, clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { refusal } from '../asking/refusals.ts'
import { isOfOffers, OF_OFFERS, OF_VALIDITY, roleOf } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'
import type { Part } from '../tables/table.ts'
import { EACH, placeOf, pointersIn, recordsAt, valueAt } from './json-records.ts'

/** A place that may hold the offers. */
interface Place {
  pointer: string
  /** Some of its records. */
  sample: readonly unknown[]
}

/**
 * The pointer to the only list of objects near the top: the value itself, a member, or a member of a member.
 * @throws {OperatorError} `usage` with the places to choose from, if there are several such lists or only deeper ones, or
 * if the items of the only one look like no offers and have lists that may be the offers; `bad-source` if there is no place
 */
export function findRecords(value: unknown, file: string): string {
  const [list, ...otherLists] = listsIn(value)
  const places = placesIn(value)
  if (list && otherLists.length === 0) {
    const { pointer, items } = list
    if (areOffers(items) || placesWithin(items, pointer).length === 0) return pointer
  }
  if (places.length === 0) {
    const texts = listsIn(value, isTexts)[0]
    // Next to objects, a list of texts is something else.
    if (texts && !membersOf(value, '').some(({ member }) => isRecord(member)))
      refuseTexts(texts.pointer, file)
    const expected = 'expected one, also of a single record'
    throw new OperatorError('bad-source', `${file}: found no list of records, ${expected}`)
  }
  const found =
    list && otherLists.length === 0 ? `lists within the items of ${placeOf(list.pointer)}` : 'several lists'
  return refuseRecords(value, { places, found, file, code: 'usage' })
}

/** @throws {OperatorError} `bad-source` */
export function refuseTexts(pointer: string, file: string): never {
  throw new OperatorError(
    'bad-source',
    `${file}: found a list without objects at ${placeOf(pointer)}, expected objects with members; write each text into a row of a CSV, below a heading`,
  )
}

/** More options do not fit on a screen. */
const MAX_OPTIONS = 12

/** @throws {OperatorError} naming the places in the file: `usage` if an option must choose one, else `bad-source` */
export function refuseRecords(
  value: unknown,
  {
    found,
    file,
    code,
    places = placesIn(value),
  }: { found: string; file: string; code: 'usage' | 'bad-source'; places?: readonly Place[] },
): never {
  const options = places.slice(0, MAX_OPTIONS).map((place) => `  ${optionFor(value, place, file)}`)
  const listed = places.length > 0 ? andMore(options, places.length).join('\n') : undefined
  if (code === 'usage') throw refusal('severalLists', { file, found, places: listed })
  throw refusal('listGone', {
    ...{ file, found, places: listed },
    list: listed === undefined ? 'one list of objects' : undefined,
  })
}

/** An option to paste into the command, and what it reads: `--records "/data" (2 records, such as "20% off")`. */
function optionFor(value: unknown, { pointer, sample }: Place, file: string): string {
  const count = recordsAt(value, pointer, file)?.length ?? 0
  const text = sample.flatMap(textsOf)[0]
  const example = text === undefined ? '' : `, such as ${quote(clip(text, MAX_EXAMPLE))}`
  return `--records ${JSON.stringify(clip(pointer))} (${formatCountOf(count, 'record')}${example})`
}

const MAX_EXAMPLE = 60

/** The title of a record, or else its first text; none if it has no texts. */
function textsOf(record: unknown): string[] {
  const texts = pointersIn(record).flatMap((pointer) => {
    const text = valueAt(record, pointer)
    return typeof text === 'string' && text !== '' ? [{ pointer, text }] : []
  })
  const titled = texts.find(({ pointer }) => TITLES.has(roleOf(pointer)?.role ?? 'ref'))
  const best = titled ?? texts[0]
  return best ? [best.text] : []
}

/** The options of lists within the items that hold titles or benefits. */
export function optionsWithin(value: unknown, pointer: string, file: string): string[] {
  const items = recordsAt(value, pointer, file)?.map((record) => record.value) ?? []
  return placesWithin(items, pointer).map((place) => optionFor(value, place, file))
}

/** The lists of a value that look like offers, and the one that is read; not those within its records. */
export function partsOf(value: unknown, pointer: string, file: string): Part[] {
  const others = placesIn(value).filter((place) => {
    const isWithin = place.pointer.startsWith(`${pointer}/`) || pointer.startsWith(`${place.pointer}/`)
    return !isWithin && place.pointer !== pointer && areOffers(place.sample)
  })
  return [pointer, ...others.map((place) => place.pointer)].map((name) => ({
    name,
    unit: 'list',
    rows: recordsAt(value, name, file)?.length ?? 0,
    isHidden: false,
    isAlike: false,
  }))
}

/** The places within the items at a pointer. */
function placesWithin(items: readonly unknown[], pointer: string): Place[] {
  const ofItems = pointer.endsWith(EACH) ? pointer : `${pointer}${EACH}`
  return placesIn(items, ofItems, true).filter(({ pointer: inner, sample }) => {
    const roles = rolesIn(sample)
    const name = inner.slice(inner.lastIndexOf('/'))
    return isWorth(roles) || isOfOffers(name) || [...TITLES].some((role) => roles.has(role))
  })
}

/** Enough items to judge a list by. */
const SAMPLE_ITEMS = 200
/** SECURITY: a file may have lists and members without end. */
const MAX_PLACES = 20
const MAX_NAMES = 50
/** The deepest place of a list, in members and items below the top. */
const MAX_PLACE_DEPTH = 6

/**
 * The lists of objects in a value, and the objects whose members are objects, in the order of the file.
 * @param isList whether the value is a list of items at that pointer
 */
function placesIn(value: unknown, pointer = '', isList = false): Place[] {
  const places: Place[] = []
  // Looks at the values that stand at one pointer, since each item of a list may have its own.
  const look = (values: readonly unknown[], at: string, depth: number): void => {
    if (places.length >= MAX_PLACES || depth > MAX_PLACE_DEPTH) return
    const items = values.flatMap((each) => (isObjects(each) ? firstOf(each) : []))
    const objects = values.filter(isRecord)
    if (items.length > 0) {
      places.push({ pointer: at, sample: firstOf(items) })
      look(firstOf(items), `${at}${EACH}`, depth + 1)
    } else if (areMaps(objects)) {
      const members = firstOf(objects.flatMap((each) => Object.values(each)))
      if (members.every(isRecord)) places.push({ pointer: `${at}${EACH}`, sample: members })
      look(members, `${at}${EACH}`, depth + 1)
    } else {
      const names = new Set(objects.flatMap((each) => Object.keys(each).slice(0, MAX_NAMES)))
      for (const name of [...names].slice(0, MAX_NAMES)) {
        const members = objects.map((each) => memberOf(each, name))
        look(members, pointerTo(at, name), depth + 1)
      }
    }
  }
  look(isList && Array.isArray(value) ? firstOf(value) : [value], pointer, 0)
  return places
}

function firstOf(items: readonly unknown[]): readonly unknown[] {
  return items.slice(0, SAMPLE_ITEMS)
}

/** Whether the members of each object are alike, as in `{"BANK1": {…}, "BANK2": {…}}`. One with a single member may be. */
function areMaps(objects: readonly Record<string, unknown>[]): boolean {
  return objects.some(isMap) && objects.every((each) => isMap(each) || Object.keys(each).length < 2)
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

/** Whether the members of an object are alike: all of them objects, or lists of objects. */
function isMap(value: unknown): boolean {
  const members = Object.values(isRecord(value) ? value : {})
  if (members.length < 2 || !(members.every(isRecord) || members.every(isObjects))) return false
  const [first = [], ...others] = members.slice(0, SAMPLE_ITEMS).map(namesIn)
  return others.every((names) => {
    const shared = names.filter((name) => first.includes(name)).length
    return shared * 2 >= Math.max(names.length, first.length)
  })
}

/** The names of the members of an object, or of the first object of a list. */
function namesIn(value: unknown): string[] {
  const object = Array.isArray(value) ? value[0] : value
  return Object.keys(isRecord(object) ? object : {})
}

/** Whether a member is an object whose members may be offers, as in `{"offers": {"a": {…}, "b": {…}}}`. */
function holdsMap(value: unknown): boolean {
  const rolesOf = (map: unknown) => rolesIn(Object.values(isRecord(map) ? map : {}))
  const mayBeOffers = (roles: ReadonlySet<Role>) => isWorth(roles) || roles.has('title')
  return membersOf(value, '').some(({ member }) => isMap(member) && mayBeOffers(rolesOf(member)))
}

interface List {
  pointer: string
  items: readonly unknown[]
}

/**
 * The lists of a kind: the value itself, its members, or their members. A value that is a list counts as one of objects
 * unless it is one of texts, so that an empty list is a file without offers.
 */
function listsIn(value: unknown, isList: typeof isObjects | typeof isTexts = isObjects): List[] {
  if (Array.isArray(value)) {
    const isOther = isList === isObjects && isTexts(value)
    return isOther ? [] : [{ pointer: '', items: value }]
  }
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

const TITLES: ReadonlySet<Role> = new Set<Role>(['title', 'name'])

/** Whether items look like offers: they have a title or a description, and a benefit, a price or days. */
function areOffers(items: readonly unknown[]): boolean {
  const roles = rolesIn(items)
  const hasTitle = [...TITLES, 'description' as const].some((role) => roles.has(role))
  return hasTitle && (isWorth(roles) || OF_VALIDITY.some((role) => roles.has(role)))
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
