// The memory of an import for the next one: how the columns were filled, and how their cells were written.

import { sha256 } from '../../lib/digest.ts'
import { jsonLine } from '../../lib/json/json.ts'
import {
  type AnySchema,
  listOf,
  number,
  object,
  type Schema,
  string,
  type TypeOf,
} from '../../lib/json/schema.ts'
import { compileCheck } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import { isDayMember, keyOf, type ReadColumn, type TableTally } from './table-tally.ts'

const boolean: Schema<boolean> = { type: 'boolean' }

const recordOf = <T>(items: Schema<T>): Schema<Record<string, T>> => ({
  type: 'object',
  additionalProperties: items satisfies AnySchema,
})

const column = object({
  /** Digest of the mapping's lines on the column; if it changes, nothing is compared. */
  reading: string,
  filled: number,
  understood: number,
  forms: recordOf(object({ count: number, example: string })),
})
export type ColumnMemory = TypeOf<typeof column>

const memory = object({
  /** All headings of the first file. */
  headings: listOf(string),
  rows: number,
  /** Whether the last file ended without a line end. */
  endsOpen: boolean,
  columns: recordOf(column),
})
export type TableMemory = TypeOf<typeof memory>

const check = compileCheck(memory)

/** Undefined if the value is not a memory; then nothing is compared. */
export function parseMemory(value: unknown): TableMemory | undefined {
  const checked = check(value)
  return 'value' in checked ? checked.value : undefined
}

/** Wider tables are compared by their first headings. */
const MAX_HEADINGS = 200

export function memoryOf(
  tally: TableTally,
  mapping: ReadyMapping,
  table: { headings: readonly string[]; endsOpen: boolean },
): TableMemory {
  return {
    headings: table.headings.slice(0, MAX_HEADINGS).map(clip),
    endsOpen: table.endsOpen,
    rows: tally.rows,
    columns: Object.fromEntries(
      [...tally.read.values()].map((each) => [
        keyOf(each.member, nameOf(each.source)),
        columnMemory(each, mapping),
      ]),
    ),
  }
}

function columnMemory({ member, source, tally }: ReadColumn, mapping: ReadyMapping): ColumnMemory {
  const { filled, understood, forms } = tally
  return {
    reading: readingOf(member, source, mapping),
    filled,
    understood,
    forms: Object.fromEntries(
      Array.from(forms, ([form, { count, examples }]) => [
        form,
        { count, example: clip(examples[0]?.found ?? '') },
      ]),
    ),
  }
}

/** A column at the last import; undefined if the mapping reads it differently now. */
export function rememberedColumn(
  { member, source }: ReadColumn,
  mapping: ReadyMapping,
  before: TableMemory | undefined,
): ColumnMemory | undefined {
  const known = before?.columns[keyOf(member, nameOf(source))]
  return known?.reading === readingOf(member, source, mapping) ? known : undefined
}

/** Changes with each line of the mapping that affects how these cells are read. */
function readingOf(member: string, source: unknown, { formats, offer }: ReadyMapping): string {
  const { dates, ...numbers } = formats
  if (isDayMember(member)) return digestOf([source, dates])
  return digestOf(member.startsWith('benefit') ? [source, numbers, offer.benefit] : [source])
}

function digestOf(value: unknown): string {
  return sha256(jsonLine(value)).slice(0, 16)
}
