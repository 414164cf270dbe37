// The columns of a table with their values, and the roles that their headings suggest.

import type { Row } from '../reading/table.ts'
import { ROLES, type Role, roleOf } from './heading-words.ts'
import { type ColumnSample, sampleOf } from './look-at-values.ts'

export class TableColumns {
  readonly #samples: ReadonlyMap<string, ColumnSample>
  readonly #byRole: ReadonlyMap<Role, ColumnSample>

  /** @param rows of which no one is blank */
  constructor(names: readonly string[], rows: readonly Row[]) {
    const body = withoutFooters(rows)
    const samples = names.map((name) => {
      const cells = body.map((row) => row.get(name))
      return sampleOf(name, cells)
    })
    this.#samples = new Map(samples.map((sample) => [sample.name, sample]))
    this.#byRole = assignRoles(samples)
  }

  /** The column that plays a role; undefined if none does. */
  inRole(role: Role): ColumnSample | undefined {
    return this.#byRole.get(role)
  }

  pick(role: Role): { column: string } | null {
    const sample = this.inRole(role)
    return sample ? { column: sample.name } : null
  }

  named(names: readonly string[]): ColumnSample[] {
    return names.flatMap((name) => this.#samples.get(name) ?? [])
  }

  /** The column with the longest texts: whatever else it may be, it says the most. */
  longest(): ColumnSample | undefined {
    const length = ({ texts }: ColumnSample) => texts.reduce((sum, text) => sum + text.length, 0)
    return [...this.#samples.values()].sort((a, b) => length(b) - length(a))[0]
  }

  /** Whether no two rows have the same texts in these columns, and none is empty there. */
  areUniqueTogether(names: readonly string[]): boolean {
    const samples = this.named(names)
    const [first] = samples
    if (!first || samples.some(({ texts, rows }) => texts.length !== rows)) return false
    const joined = first.texts.map((_, index) => samples.map(({ texts }) => texts[index]).join('\n'))
    return new Set(joined).size === joined.length
  }
}

/** A row of one cell among rows of many is a remark. */
function withoutFooters(rows: readonly Row[]): readonly Row[] {
  const typical = rows.map(({ filled }) => filled).sort((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 0
  return typical < 3 ? rows : rows.filter(({ filled }) => filled > 1)
}

/** Of the columns that could play a role the likeliest, and each column once. */
function assignRoles(samples: readonly ColumnSample[]): ReadonlyMap<Role, ColumnSample> {
  const candidates = samples
    .filter(({ texts }) => texts.length > 0)
    .flatMap((sample) => {
      const known = roleOf(sample.name)
      return known ? [{ sample, ...known }] : []
    })
  return new Map(
    ROLES.flatMap((role): [Role, ColumnSample][] => {
      const fitting = candidates.filter((each) => each.role === role).sort((a, b) => a.rank - b.rank)
      const [best] = fitting
      return best ? [[role, best.sample]] : []
    }),
  )
}
