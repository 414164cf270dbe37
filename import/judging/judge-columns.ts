// Finds columns that the mapping does not find any more, and columns that it does not understand: at the first import, or
// with --replace, none of their cells; later, most of the cells, though it understood most before. An import would lose the
// values of the whole catalogue.

import { clip } from '../../lib/text/clip.ts'
import { ANSWER_ROWS, likelyValue } from '../asking/answers.ts'
import { type FactsOf, type RefusalName, refusalText } from '../asking/refusals.ts'
import { DAY_ORDERS } from '../cells/days.ts'
import { isBareNumber } from '../cells/figure-worth.ts'
import { isPointer } from '../formats/json-records.ts'
import { columnPlaces, columnsOf, nameOf } from '../mapping/cell-source.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import type { WorthSource } from '../mapping/mapping.ts'
import type { TableMemory } from './table-memory.ts'
import { keyOf, type ReadColumn, type TableTally } from './table-tally.ts'

/** A column that is not understood. */
export interface Change extends Fault, Pick<ReadColumn, 'member' | 'unread' | 'expected'> {
  column: string
  /** Whether `--replace` imports it as it is: of a column of which nothing is understood, no import does. */
  isReplaceable: boolean
}

interface Fault {
  /** A description of its cells now. */
  found: string
  /** How to correct it. */
  advice: string
}

export interface JudgeContext {
  mapping: ReadyMapping
  /** Undefined at the first import, and if the table may be replaced. */
  before: TableMemory | undefined
  /** Whether the mapping is a new proposal, which options can change. */
  isProposed?: boolean
}

/** Fewer cells show neither a change nor a wrong column. */
const MIN_CELLS = 3

/** @param tally of one file, with all its rows */
export function judgeColumns(tally: TableTally, context: JudgeContext): Change[] {
  const columns = [...tally.columns.values()]
  return columns.flatMap((each) => {
    const fault = context.before
      ? orElse(notUnderstood(each, context), inOtherOrder(each, context))
      : nothingUnderstood(each, columns, context)
    if (!fault) return []
    const { source, member, unread, expected } = each
    const isReplaceable = nothingUnderstood(each, columns, context) === undefined
    return [{ column: nameOf(source), member, unread, expected, isReplaceable, ...fault }]
  })
}

/**
 * Members of JSON that the mapping reads, that most records had in the last import, and none has today: probably they have
 * another name. One record may lack any member, so no file shows this alone. Elsewhere a file without the heading is
 * refused when it is opened.
 * @param tally of the whole import
 */
export function goneMembers(tally: TableTally, { mapping, before }: JudgeContext): Change[] {
  return Object.entries(before?.columns ?? {}).flatMap(([key, { filled, example }]) => {
    const [member = '', column = ''] = key.split(/ (.*)/s)
    const wasUsual = filled >= MIN_CELLS && filled * 2 > (before?.rows ?? 0)
    const place = placesOf(member, column.split(' + '), mapping)[0]
    if (!wasUsual || !isPointer(column) || tally.columns.has(key) || place === undefined) return []
    const fault = faultOf('memberGone', {
      count: filled,
      example: JSON.stringify(example),
      place,
      path: mapping.path,
    })
    return [{ column, member, unread: [], expected: '', isReplaceable: true, ...fault }]
  })
}

/** The first fault, with the advice of the other one, which knows the cause. */
function orElse(fault: Fault | undefined, cause: Fault | undefined): Fault | undefined {
  return fault && cause ? { ...fault, advice: cause.advice } : (fault ?? cause)
}

/**
 * The fault of a column of days that are in the other order of day and month than the mapping says: those that no number
 * above 12 shows would be read as other days.
 */
function inOtherOrder({ orders }: ReadColumn, { mapping }: JudgeContext): Fault | undefined {
  const own = DAY_ORDERS.find((order) => mapping.formats.dates.includes(order))
  const other = DAY_ORDERS.find((order) => order !== own)
  const shown = other && orders[other]
  if (!own || !shown || shown.count <= (orders[own]?.count ?? 0)) return undefined
  return faultOf('daysInOtherOrder', {
    days: shown.count === 1 ? 'one day is' : `${shown.count} days are`,
    example: JSON.stringify(clip(shown.found)),
    own,
    other,
    path: mapping.path,
  })
}

/** The fault of a column whose cells were understood before, and mostly are no longer. */
function notUnderstood(column: ReadColumn, { mapping, before }: JudgeContext): Fault | undefined {
  const { filled, understood } = column
  // Values that an earlier version read from sentences are compared offer by offer (refuse-lost-values.ts).
  if (column.member === 'benefit.value' && before?.wholeCells !== true) return undefined
  const known = before?.columns[keyOf(column)]
  const lost = filled - understood
  const wasKnown = known && known.filled >= MIN_CELLS && known.understood * 2 > known.filled
  if (!wasKnown || lost < MIN_CELLS || lost * 2 <= filled) return undefined
  return faultOf('cellsChanged', {
    count: lost === filled ? `all ${filled}` : `${lost} of ${filled}`,
    example: JSON.stringify(known.example),
    place: placeOf(column.member, columnsOf(column.source), mapping),
    path: mapping.path,
  })
}

/**
 * The fault of a column if no cell of it, or of another column for the same member, is understood. Sentences of benefits are
 * no fault of the mapping: "Hasta 40%" has no value on any day.
 */
function nothingUnderstood(
  column: ReadColumn,
  all: readonly ReadColumn[],
  { mapping, isProposed = false }: JudgeContext,
): Fault | undefined {
  const { member, filled, sentences } = column
  const isKnown = all.some((each) => each.member === member && each.understood > 0)
  const isProse = member === 'benefit.value' && sentences * 2 > filled
  if (filled < MIN_CELLS || isKnown || isProse) return undefined
  const answers = isProposed
    ? answersToProposal(column)
    : { place: `${placeOf(member, columnsOf(column.source), mapping)} in ${mapping.path}` }
  return faultOf('noCellUnderstood', { count: filled, ...answers })
}

/** The place in the mapping that says how a member is read. */
function placeOf(member: string, columns: readonly string[], mapping: ReadyMapping): string {
  return placesOf(member, columns, mapping)[0] ?? pointerTo(member)
}

/** The places in the mapping at which a member is read from one of these columns. */
function placesOf(member: string, columns: readonly string[], { offer }: ReadyMapping): string[] {
  const places = columnPlaces({ offer }).filter(({ column }) => columns.includes(column))
  return places.map(({ pointer }) => pointer).filter((pointer) => pointer.startsWith(pointerTo(member)))
}

function pointerTo(member: string): string {
  return `/offer/${member === 'benefit.value' ? 'benefit/worth' : member.replace('.', '/')}`
}

/** A mapping that is not kept yet is changed by options. */
function answersToProposal({ member, source, unread }: ReadColumn) {
  if (member === 'benefit.value') {
    const { as } = source as WorthSource
    const mayNameKind =
      (as === 'text' || as === 'discount') && unread.some(({ found }) => isBareNumber(found))
    return mayNameKind
      ? { value: JSON.stringify(likelyValue(nameOf(source))) }
      : { none: '--benefit "none" and --value "none"' }
  }
  const [, answer] = ANSWER_ROWS.find(([, { at }]) => at === pointerTo(member)) ?? []
  return { option: answer?.name }
}

function faultOf<N extends RefusalName>(name: N, facts: FactsOf<N>): Fault {
  const { says, remedies } = refusalText(name, facts)
  return { found: says, advice: remedies.join('; ') }
}
