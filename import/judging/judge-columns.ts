// Compares the columns of a table with the last import and with the mapping. A mapping that no longer fits understands
// nothing, or misunderstands it, and an import with it would lose or change values of the whole catalogue.

import { type ColumnPlace, columnPlaces, columnsOf, nameOf } from '../mapping/cell-source.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import { lookAtDays } from '../proposing/look-at-values.ts'
import { paddingOf, WORDS } from './cell-forms.ts'
import type { ColumnTally, Example, FormTally } from './column-tally.ts'
import { scaleBetween } from './scale-between.ts'
import { type ColumnMemory, rememberedColumn, type TableMemory } from './table-memory.ts'
import { isDayMember, type ReadColumn, type TableTally } from './table-tally.ts'

/** A change in a column since the last import. */
export interface Change {
  column: string
  /** The members that are read from it. */
  member: string
  /** A description of its cells now. */
  found: string
  examples: readonly Example[]
  /** How to correct it. */
  advice: string
}

export interface JudgeContext {
  mapping: ReadyMapping
  /** Undefined at the first import, and if the table may be replaced. */
  before: TableMemory | undefined
}

/** Changes of fewer cells are ignored. */
const MIN_CELLS = 3

export function judgeColumns(tally: TableTally, context: JudgeContext): Change[] {
  const places = columnPlaces({ offer: context.mapping.offer })
  const columns = [...tally.read.values()]
  const found = columns
    .map((each) => judgeColumn(each, columns, context))
    .filter((each) => each !== undefined)
  return [...found, ...emptied(tally, places, context.before)].map((change) => ({
    ...change,
    advice: change.advice.replace('{mapping}', () => context.mapping.path),
  }))
}

function judgeColumn(
  each: ReadColumn,
  columns: readonly ReadColumn[],
  { mapping, before }: JudgeContext,
): Change | undefined {
  const { member, source, tally } = each
  const known = rememberedColumn(each, mapping, before)
  const found = isDayMember(member)
    ? (otherOrder(tally, mapping) ?? notDays(tally, mapping) ?? otherPadding(tally, columns, known))
    : scaled(tally, known)
  const change = found ?? notUnderstood(tally, known)
  if (!change) return undefined
  const advice = change.advice.replace('{place}', placeOf(each, mapping))
  return { column: nameOf(source), member, ...change, advice }
}

/** The place in the mapping that says how a member is read. */
function placeOf({ member, source }: ReadColumn, { offer }: ReadyMapping): string {
  const prefix = `/offer/${member === 'benefit.value' ? 'benefit/worth' : member.replace('.', '/')}`
  const places = columnPlaces({ offer }).filter(({ pointer }) => pointer.startsWith(prefix))
  return places.find(({ column }) => columnsOf(source).includes(column))?.pointer ?? prefix
}

type Finding = Pick<Change, 'found' | 'examples' | 'advice'>

const BACK = 'put the cells back as they were, or change {place} in {mapping}'

/** More days are valid only in the other order than only in the order of the mapping. */
function otherOrder({ orders, forms, filled }: ColumnTally, { formats }: ReadyMapping): Finding | undefined {
  const [own, other] = formats.dates.includes('MM/DD/YYYY')
    ? (['MM/DD/YYYY', 'DD/MM/YYYY'] as const)
    : (['DD/MM/YYYY', 'MM/DD/YYYY'] as const)
  if (!formats.dates.includes(own) || formats.dates.includes(other) || orders[other] <= orders[own]) {
    return undefined
  }
  return {
    found: `${countOf(orders[other], filled)} days can only be ${other}, ${orders[own]} only ${own}`,
    examples: examplesOf(forms, ({ unread }) => unread > 0),
    advice: `replace "${own}" by "${other}" in /formats/dates of {mapping}`,
  }
}

/** Most cells are days in a pattern that the mapping does not name. */
function notDays(
  { filled, understood, forms, unreadTexts }: ColumnTally,
  mapping: ReadyMapping,
): Finding | undefined {
  const unread = filled - understood
  if (unread < MIN_CELLS || unread * 2 <= filled) return undefined
  const { patterns } = lookAtDays([{ name: '', cells: unreadTexts, texts: unreadTexts, rows: filled }], null)
  const [pattern] = patterns.filter((each) => !mapping.formats.dates.includes(each))
  if (!pattern) return undefined
  const figures = [...forms].reduce((sum, [form, each]) => sum + (form === WORDS ? 0 : each.unread), 0)
  return {
    found: `${countOf(figures || unread, filled)} days are ${pattern} now`,
    examples: examplesOf(forms, (form) => form.unread > 0),
    advice: `add "${pattern}" to /formats/dates in {mapping}`,
  }
}

/**
 * Days that lost or gained leading zeros, while no day of the table shows their order: 01/09 was 1 September, but 9/1
 * may be 9 January.
 */
function otherPadding(
  { forms, filled }: ColumnTally,
  columns: readonly ReadColumn[],
  known: ColumnMemory | undefined,
): Finding | undefined {
  const isShown = columns.some(({ tally: { orders } }) => Object.values(orders).some((count) => count > 0))
  if (!known || isShown || filled < MIN_CELLS) return undefined
  const [now, then] = [paddingOf(numericDays(forms.keys())), paddingOf(numericDays(Object.keys(known.forms)))]
  if (now === undefined || then === undefined || now === then) return undefined
  return {
    found: `the days are written ${now} now, before ${then}, and no day after the 12th shows their order`,
    examples: examplesOf(forms, () => true),
    advice: 'write them as before, or as YYYY-MM-DD with "YYYY-MM-DD" in /formats/dates of {mapping}',
  }
}

function numericDays(forms: Iterable<string>): string[] {
  return [...forms].filter((form) => /^\d+[-/.]\d+[-/.]\d+$/.test(form))
}

/** Numbers of another magnitude: they lost their decimal mark or their thousands. */
function scaled({ powers, forms }: ColumnTally, known: ColumnMemory | undefined): Finding | undefined {
  const scale = known && scaleBetween(new Map(Object.entries(known.powers)), powers)
  if (!scale) return undefined
  const factor = 10 ** Math.abs(scale)
  return {
    found: `the numbers are ${scale > 0 ? `${factor} times` : `1/${factor} of`} what they were (${beforeOf(known)})`,
    examples: examplesOf(forms, () => true),
    advice: 'put the cells back as they were, or say how they are written in /formats/decimal of {mapping}',
  }
}

/** Most cells are no longer understood, or many are figures of a form that is new to the column. */
function notUnderstood(tally: ColumnTally, known: ColumnMemory | undefined): Finding | undefined {
  if (!known || known.filled < MIN_CELLS) return undefined
  const unread = tally.filled - tally.understood
  const isMost = unread >= MIN_CELLS && unread * 2 > tally.filled && known.understood * 2 > known.filled
  const odd = [...tally.forms].find(([form, each]) => isNewFigure(form, each, tally, known))
  if (!isMost && !odd) return undefined
  const [, form] = odd ?? []
  const count = form ? form.unread : unread
  return {
    found: `${countOf(count, tally.filled)} cells are not understood${form ? ' in the form that they have now' : ''}; before, cells were like ${beforeOf(known)}`,
    examples: form ? form.examples : examplesOf(tally.forms, (each) => each.unread > 0),
    advice: BACK,
  }
}

/** At least a tenth of the cells have the form, in place of cells that were understood. */
function isNewFigure(
  name: string,
  { unread }: FormTally,
  { filled, understood }: ColumnTally,
  known: ColumnMemory,
): boolean {
  if (name === WORDS || unread < MIN_CELLS || unread * 10 < filled) return false
  const lost = known.understood - understood
  return lost * 2 >= unread && (known.forms[name]?.count ?? 0) * 10 < unread
}

/** Columns in which most cells were filled, and hardly any are now. */
function emptied(
  { filled, rows }: TableTally,
  places: readonly ColumnPlace[],
  before: TableMemory | undefined,
): Change[] {
  if (!before) return []
  const known = new Map(Object.entries(before.filled))
  return Array.from(filled).flatMap(([column, count]) => {
    const held = known.get(column) ?? 0
    const expected = (held / Math.max(1, before.rows)) * rows
    if (held * 2 <= before.rows || expected < MIN_CELLS || count * 10 >= expected) return []
    const of = places.filter((place) => place.column === column)
    return [
      {
        column,
        member: of.map(({ pointer }) => pointer.replace('/offer/', '')).join(', ') || 'skip',
        found: `${count} of ${rows} cells hold something; before, ${held} of ${before.rows} did`,
        examples: [],
        advice: `fill the column in again, or remove it from {mapping}${of[0] ? `, at ${of[0].pointer}` : ''}`,
      },
    ]
  })
}

function countOf(count: number, of: number): string {
  return count === of ? `all ${of}` : `${count} of ${of}`
}

function beforeOf({ forms }: ColumnMemory): string {
  const most = Object.values(forms).sort((a, b) => b.count - a.count)
  return most
    .slice(0, MIN_CELLS)
    .map(({ example }) => JSON.stringify(example))
    .join(', ')
}

/** The examples of the most frequent form. */
function examplesOf(
  forms: ReadonlyMap<string, FormTally>,
  isWanted: (form: FormTally) => boolean,
): readonly Example[] {
  const [most] = [...forms.values()].filter(isWanted).sort((a, b) => b.unread - a.unread || b.count - a.count)
  return most?.examples ?? []
}
