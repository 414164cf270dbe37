// The memory of an import for the next one: how many cells of each column were understood.

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

export function memoryOf({ rows, columns }: TableTally, endsOpen: boolean): TableMemory {
  const remembered = Array.from(columns, ([key, { filled, understood, known }]): [string, ColumnMemory] => [
    key,
    { filled, understood, example: clip(known) },
  ])
  return { rows, endsOpen, columns: Object.fromEntries(remembered) }
}
