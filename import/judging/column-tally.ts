// Counts how a mapping read the cells of one column.

import type { ReadCell } from '../mapping/row-reader.ts'
import { textOf } from '../tables/cell.ts'
import { formOf } from './cell-forms.ts'

export interface Example {
  at: number
  found: string
}

export interface FormTally {
  count: number
  /** How many of them were not understood. */
  unread: number
  /** The first cells of this form. */
  examples: Example[]
}

/** Bounds the memory for a table in which each cell has another form. */
const MAX_FORMS = 40
const MAX_EXAMPLES = 3

export class ColumnTally {
  /** Cells that are neither empty nor "unknown". */
  filled = 0
  understood = 0
  readonly forms = new Map<string, FormTally>()

  add({ cell, isUnderstood }: ReadCell, at: number): void {
    this.filled += 1
    if (isUnderstood) this.understood += 1
    const text = textOf(cell)
    const form = this.#formTally(formOf(text))
    if (form) count(form, isUnderstood, { at, found: text })
  }

  /** Adds the counts of another file. */
  merge(other: ColumnTally): void {
    this.filled += other.filled
    this.understood += other.understood
    for (const [name, { count, unread, examples }] of other.forms) {
      const form = this.#formTally(name)
      if (!form) continue
      form.count += count
      form.unread += unread
      form.examples.push(...examples.slice(0, MAX_EXAMPLES - form.examples.length))
    }
  }

  #formTally(name: string): FormTally | undefined {
    const known = this.forms.get(name)
    if (known || this.forms.size >= MAX_FORMS) return known
    const form = { count: 0, unread: 0, examples: [] }
    this.forms.set(name, form)
    return form
  }
}

/** Prefers cells that are not understood as examples. */
function count(form: FormTally, isUnderstood: boolean, example: Example): void {
  if (!isUnderstood && form.unread === 0) form.examples = []
  form.count += 1
  if (!isUnderstood) form.unread += 1
  const isWanted = !isUnderstood || form.unread === 0
  if (isWanted && form.examples.length < MAX_EXAMPLES) form.examples.push(example)
}
