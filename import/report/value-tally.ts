// How the values of benefits are written and read, by column and kind: the usual form, the rarest, the smallest and the
// largest value. A person sees there what is read wrong.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { textOf } from '../cells/cell.ts'
import { nameOf } from '../mapping/cell-source.ts'
import type { ReadCell } from '../mapping/row-reader.ts'

/** A cell, and what it is read as. */
export interface ReadValue {
  found: string
  value: number
  currency: string | null
}

/** The values of one kind in one column. */
export interface ReadValues {
  column: string
  kind: BenefitKind
  count: number
  examples: ReadValue[]
}

interface Group extends Omit<ReadValues, 'examples'> {
  /** The first cell of each form, with its count. */
  forms: Map<string, { first: ReadValue; count: number }>
  least: ReadValue
  most: ReadValue
}

/** Bounds memory: further forms are not counted. */
const MAX_FORMS = 100
/** Longer texts have one form together, because each is different. */
const MAX_CHARACTERS_OF_FORM = 20

export class ValueTally {
  readonly #groups = new Map<string, Group>()

  /** @param cells the cells of a row that became an offer */
  add(cells: readonly ReadCell[]): void {
    for (const { source, cell, worth } of cells) {
      if (!worth) continue
      const { kind, value, currency } = worth
      const column = nameOf(source)
      const read = { found: textOf(cell), value, currency }
      const key = `${kind} ${column}`
      const group = this.#groups.get(key) ?? newGroup(column, kind, read)
      this.#groups.set(key, group)
      group.count += 1
      if (value < group.least.value) group.least = read
      if (value > group.most.value) group.most = read
      const name = formOf(read.found)
      const form = group.forms.get(name)
      if (form) form.count += 1
      else if (group.forms.size < MAX_FORMS) group.forms.set(name, { first: read, count: 1 })
    }
  }

  /** The most frequent kind in a column first. */
  list(): ReadValues[] {
    const groups = [...this.#groups.values()].sort((a, b) => b.count - a.count)
    return groups.map(({ column, kind, count, forms, least, most }) => {
      const byCount = [...forms.values()].sort((a, b) => b.count - a.count).map(({ first }) => first)
      const usual = byCount[0] ?? least
      const rarest = byCount.at(-1) ?? least
      const examples = [usual, rarest, least, most]
      return {
        column,
        kind,
        count,
        examples: [...new Map(examples.map((each) => [each.found, each])).values()],
      }
    })
  }
}

function newGroup(column: string, kind: BenefitKind, first: ReadValue): Group {
  return { column, kind, count: 0, forms: new Map(), least: first, most: first }
}

/** The form of a text: `ab 1.299,-` has `a 0.000,-`. */
function formOf(text: string): string {
  if (text.length > MAX_CHARACTERS_OF_FORM) return 'text'
  return text.replaceAll(/\d/g, '0').replaceAll(/\p{L}+/gu, 'a')
}
