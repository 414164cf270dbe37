// The memory of an import for the next one: how many cells of each column were understood, and how the table looked. It is
// kept in the record of the source folder (writing/source-folder.ts).

import { composedJson } from '../../lib/json/composed.ts'
import { type AnySchema, number, object, type Schema, string, type TypeOf } from '../../lib/json/schema.ts'
import { compileCheck } from '../../lib/json/validator.ts'
import { clip } from '../../lib/text/clip.ts'
import type { TableTally } from './table-tally.ts'

const column = object({
  filled: number,
  understood: number,
  /** A cell that was understood. */
  example: string,
})
type ColumnMemory = TypeOf<typeof column>

const columns: Schema<Record<string, ColumnMemory>> = {
  type: 'object',
  additionalProperties: column satisfies AnySchema,
}
const boolean: Schema<boolean> = { type: 'boolean' }

const memory = object(
  {
    /** All rows, also those that were no offers: refuse-cut-off.ts compares their number. */
    rows: number,
    /** Whether the last of its files ended without a line end. */
    endsOpen: boolean,
    /** By member and column, as `keyOf` of table-tally.ts names them. */
    columns,
    /** Whether the rows of delimited text reached the last column that is read. */
    areFull: boolean,
    /** Whether values are read only from whole cells. Absent in memories of versions up to 0.2, which read sentences. */
    wholeCells: boolean,
  },
  { optional: ['areFull', 'wholeCells'] },
)
export type TableMemory = TypeOf<typeof memory>

const check = compileCheck(memory)

/** Undefined if the value is not a memory; then nothing is compared. */
export function parseMemory(value: unknown): TableMemory | undefined {
  const checked = check(composedJson(value))
  return 'value' in checked ? checked.value : undefined
}

/** @param facts those of the whole import */
export function memoryOf(
  { rows, columns }: TableTally,
  facts: Required<Omit<TableMemory, 'rows' | 'columns' | 'wholeCells'>>,
): TableMemory {
  const remembered = Array.from(columns, ([key, { filled, understood, known }]): [string, ColumnMemory] => [
    key,
    { filled, understood, example: clip(known) },
  ])
  return { rows, wholeCells: true, ...facts, columns: Object.fromEntries(remembered) }
}
