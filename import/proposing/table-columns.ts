// The columns of a table with their values, and the roles that their headings suggest.

import { saysNothing } from '../conversions/words.ts'
import { textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import { isHeading, type KnownHeading, ROLES, type Role, roleOf } from './heading-words.ts'
import { areComunas, areFigures, type ColumnSample, haveDays, sampleOf } from './look-at-values.ts'

export class TableColumns {
  readonly #samples: ReadonlyMap<string, ColumnSample>
  readonly #byRole: ReadonlyMap<Role, readonly ColumnSample[]>
  /** What was looked at: neither blank rows nor footers. */
  readonly #rows: readonly Row[]

  /** @param rows of which no one is blank */
  constructor(names: readonly string[], rows: readonly Row[]) {
    const body = withoutFooters(rows)
    this.#rows = body
    const samples = names.map((name) => {
      const cells = body.map((row) => row.get(name))
      return sampleOf(name, cells)
    })
    this.#samples = new Map(samples.map((sample) => [sample.name, sample]))
    this.#byRole = assignRoles(samples)
  }

  /** The column that plays a role; undefined if none does. */
  inRole(role: Role): ColumnSample | undefined {
    return this.candidates(role)[0]
  }

  /** All that could play a role, the likeliest first. */
  candidates(role: Role): readonly ColumnSample[] {
    return this.#byRole.get(role) ?? []
  }

  sourceOf(role: Role): { column: string } | null {
    const sample = this.inRole(role)
    return sample ? { column: sample.name } : null
  }

  named(names: readonly string[]): ColumnSample[] {
    return names.flatMap((name) => this.#samples.get(name) ?? [])
  }

  /** Of the columns whose headings say nothing the one with the longest texts: it says the most of what is offered. */
  longestText(): ColumnSample | undefined {
    const length = ({ texts }: ColumnSample) => texts.reduce((sum, text) => sum + text.length, 0)
    return [...this.#samples.values()]
      .filter((sample) => sample.texts.length > 0 && !isHeading(sample.name))
      .filter((sample) => !areFigures(sample) && !haveDays(sample) && !areAddresses(sample))
      .sort((a, b) => length(b) - length(a))[0]
  }

  /**
   * Rows that a column does not distinguish: it is blank there, or repeats what an earlier row has.
   * @param scope a column within whose texts repetitions count, if there is one
   */
  faultyRows(name: string, scope?: string): { blank: number[]; repeated: number[]; rows: number } {
    const seen = new Set<string>()
    const blank: number[] = []
    const repeated: number[] = []
    for (const row of this.#rows) {
      const text = textOf(row.get(name))
      const key = `${scope === undefined ? '' : textOf(row.get(scope))}\n${text}`
      if (saysNothing(text)) blank.push(row.at)
      else if (seen.has(key)) repeated.push(row.at)
      seen.add(key)
    }
    return { blank, repeated, rows: this.#rows.length }
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

function areAddresses({ texts }: ColumnSample): boolean {
  return texts.every((text) => text.startsWith('http'))
}

interface Candidate extends KnownHeading {
  sample: ColumnSample
}

/** The columns that could play each role, the likeliest first. */
function assignRoles(samples: readonly ColumnSample[]): ReadonlyMap<Role, readonly ColumnSample[]> {
  const candidates = samples
    .filter(({ texts }) => texts.length > 0)
    .flatMap((sample): Candidate[] => {
      const known = roleOf(sample.name)
      return known ? [{ sample, ...known }] : []
    })
    .filter(areValuesFitting)
  return new Map(
    ROLES.map((role) => [role, inOrder(candidates.filter((each) => each.role === role))] as const),
  )
}

/** Members within an object are taken only if no plain column has the role, and only one object has such members. */
function inOrder(fitting: readonly Candidate[]): ColumnSample[] {
  const plain = fitting.filter(({ within }) => within === undefined)
  const objects = new Set(fitting.map(({ within }) => within))
  const chosen = plain.length > 0 ? plain : objects.size === 1 ? fitting : []
  return [...chosen].sort((a, b) => a.rank - b.rank).map(({ sample }) => sample)
}

/** Whether values are what a heading makes one think of, if that alone says too little: hours are from 9 to 18, too. */
function areValuesFitting({ sample, role, within, isWeak }: Candidate): boolean {
  if (isWeak) return areComunas(sample)
  const isDay = role === 'valid_from' || role === 'valid_until'
  return within === undefined || !isDay || haveDays(sample)
}
