// The memory of an import for the next one: how many cells of each column were understood.

import { sha256 } from '../../lib/digest.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { type AnySchema, number, object, type Schema, string, type TypeOf } from '../../lib/json/schema.ts'
import { compileCheck } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import type { ReadyMapping } from '../mapping/load-mapping.ts'
import { keyOf, type ReadColumn, type TableTally } from './table-tally.ts'

const column = object({
  /** Digest of the mapping's lines on the column; if it changes, nothing is compared. */
  reading: string,
  filled: number,
  understood: number,
  /** A cell that was understood. */
  example: string,
})
export type ColumnMemory = TypeOf<typeof column>

const columns: Schema<Record<string, ColumnMemory>> = {
  type: 'object',
  additionalProperties: column satisfies AnySchema,
}
const boolean: Schema<boolean> = { type: 'boolean' }

/** `endsOpen`: whether the last file ended without a line end. */
const memory = object({ rows: number, endsOpen: boolean, columns })
export type TableMemory = TypeOf<typeof memory>

const check = compileCheck(memory)

/** Undefined if the value is not a memory; then nothing is compared. */
export function parseMemory(value: unknown): TableMemory | undefined {
  const checked = check(value)
  return 'value' in checked ? checked.value : undefined
}

export function memoryOf(
  { rows, columns }: TableTally,
  mapping: ReadyMapping,
  endsOpen: boolean,
): TableMemory {
  const remembered = Array.from(columns, ([key, column]): [string, ColumnMemory] => {
    const { filled, understood, known } = column
    return [key, { reading: readingOf(column, mapping), filled, understood, example: clip(known) }]
  })
  return { rows, endsOpen, columns: Object.fromEntries(remembered) }
}

/** A column at the last import; undefined if the mapping reads it differently now. */
export function rememberedColumn(
  column: ReadColumn,
  mapping: ReadyMapping,
  before: TableMemory | undefined,
): ColumnMemory | undefined {
  const known = before?.columns[keyOf(column)]
  return known?.reading === readingOf(column, mapping) ? known : undefined
}

/** Changes with each line of the mapping that affects how these cells are read. */
function readingOf({ member, source }: ReadColumn, { formats, offer }: ReadyMapping): string {
  const others = member.startsWith('benefit') ? offer.benefit : null
  return sha256(jsonLine([source, formats, others])).slice(0, 16)
}
