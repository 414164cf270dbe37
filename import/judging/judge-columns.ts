// Compares the columns of a table with the last import and with the mapping. A mapping that no longer fits understands
// nothing, or misunderstands it, and an import with it would lose or change values of the whole catalogue.

import { columnPlaces, columnsOf, nameOf } from '../mapping/cell-source.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import type { CellSource } from '../mapping/mapping.ts'
import { WORDS } from './cell-forms.ts'
import type { ColumnTally, Example, FormTally } from './column-tally.ts'
import { type ColumnMemory, rememberedColumn, type TableMemory } from './table-memory.ts'
import type { ReadColumn, TableTally } from './table-tally.ts'

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
  /** Whether the mapping is a new proposal, which options can change. */
  isProposed?: boolean
}

/** Changes of fewer cells are ignored. */
const MIN_CELLS = 3

export function judgeColumns(tally: TableTally, context: JudgeContext): Change[] {
  const columns = [...tally.read.values()]
  return columns
    .map((each) => judgeColumn(each, context, columns))
    .filter((each) => each !== undefined)
    .map((change) => ({
      ...change,
      advice: change.advice.replace('{mapping}', () => context.mapping.path),
    }))
}

function judgeColumn(
  each: ReadColumn,
  { mapping, before, isProposed = false }: JudgeContext,
  all: readonly ReadColumn[],
): Change | undefined {
  const { member, source, tally } = each
  const known = rememberedColumn(each, mapping, before)
  const change = known
    ? notUnderstood(tally, known)
    : before
      ? undefined
      : nothingUnderstood(each, all, isProposed)
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

/**
 * On the first day no cell of a member is understood. Sentences of benefits are no fault of the mapping: "Hasta 40%" has
 * no value on any day.
 */
function nothingUnderstood(
  { member, source, tally }: ReadColumn,
  all: readonly ReadColumn[],
  isProposed: boolean,
): Finding | undefined {
  if (tally.filled < MIN_CELLS || all.some((each) => each.member === member && each.tally.understood > 0))
    return undefined
  const words = tally.forms.get(WORDS)?.unread ?? 0
  if (member === 'benefit.value' && words * 2 > tally.filled) return undefined
  return {
    found: `none of ${tally.filled} cells is understood`,
    examples: examplesOf(tally.forms, () => true),
    advice: `correct the cells, or ${isProposed ? adviceOnProposal(member, source) : 'change {place} in {mapping}'}`,
  }
}

const OPTIONS: Readonly<Record<string, string>> = {
  valid_from: '--from',
  valid_until: '--until',
  merchant: '--merchant',
  url: '--url',
}

function adviceOnProposal(member: string, source: CellSource): string {
  const option = OPTIONS[member]
  if (member === 'benefit.value')
    return `say what the column is with --value "${nameOf(source)} as percentage", or another kind; "none" leaves it out`
  if (option) return `name another column with ${option}; "none" leaves it out`
  return 'write the mapping with --propose, change {place} in it, and import with --mapping'
}

/** Most cells are no longer understood, or many are figures of a form that is new to the column. */
function notUnderstood(tally: ColumnTally, known: ColumnMemory): Finding | undefined {
  if (known.filled < MIN_CELLS) return undefined
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
