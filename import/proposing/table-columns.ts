// The columns of a table with their values, and the roles that their headings suggest.

import type { Row } from '../tables/table.ts'
import { isHeading, type KnownHeading, rolesOf } from './heading-words.ts'
import { type ColumnSample, sampleOf } from './look-at-values.ts'
import { ROLES, type Role } from './roles.ts'
import {
  areAddresses,
  areAllEqual,
  areComunas,
  areCurrencies,
  areDays,
  areDaysOrPeriods,
  areFigures,
  areNames,
  arePercentages,
} from './what-columns-hold.ts'

/** Enough to see every way in which a column is written, in time for a person who waits. */
const SAMPLE_ROWS = 5000

export class TableColumns {
  readonly names: readonly string[]
  readonly #samples: ReadonlyMap<string, ColumnSample>
  readonly #byRole: ReadonlyMap<Role, readonly ColumnSample[]>
  /** Columns whose headings promise something else than their values hold. */
  readonly refused: readonly Refused[]
  /** What was looked at: neither blank rows nor footers. */
  readonly rows: readonly Row[]

  /** @param rows of which no one is blank */
  constructor(names: readonly string[], rows: readonly Row[]) {
    this.rows = withoutFooters(rows)
    this.names = names
    const first = this.rows.slice(0, SAMPLE_ROWS)
    const samples = names.map((name) =>
      sampleOf(
        name,
        first.map((row) => row.get(name)),
      ),
    )
    this.#samples = new Map(samples.map((sample) => [sample.name, sample]))
    this.#byRole = assignRoles(samples)
    this.refused = samples.flatMap(refusalOf)
  }

  /** The column that plays a role; undefined if none does. */
  inRole(role: Role): ColumnSample | undefined {
    return this.candidates(role)[0]
  }

  /** All that could play a role, the likeliest first. */
  candidates(role: Role): readonly ColumnSample[] {
    return this.#byRole.get(role) ?? []
  }

  /** The codes of a column of currencies, each once, and its name; none if there is no such column. */
  get currencies(): { name: string; codes: readonly string[] } {
    const sample = [...this.#samples.values()].find(areCurrencies)
    return { name: sample?.name ?? '', codes: [...new Set(sample?.texts)] }
  }

  sourceOf(role: Role): { column: string } | null {
    const sample = this.inRole(role)
    return sample ? { column: sample.name } : null
  }

  named(names: readonly string[]): ColumnSample[] {
    return names.flatMap((name) => this.#samples.get(name) ?? [])
  }

  /**
   * Of the columns whose headings say nothing the one with the longest texts that differ: it says the most of what is
   * offered.
   */
  longestText(): ColumnSample | undefined {
    const length = ({ texts }: ColumnSample) =>
      [...new Set(texts)].reduce((sum, text) => sum + text.length, 0)
    return [...this.#samples.values()]
      .filter((sample) => sample.texts.length > 0 && !isHeading(sample.name))
      .filter((sample) => areNames(sample) && !areFigures(sample) && !areDays(sample))
      .sort((a, b) => length(b) - length(a))[0]
  }
}

/** A row of one cell among rows of many is a remark. */
function withoutFooters(rows: readonly Row[]): readonly Row[] {
  const typical = rows.map(({ filled }) => filled).sort((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 0
  return typical < 3 ? rows : rows.filter(({ filled }) => filled > 1)
}

export interface Refused {
  sample: ColumnSample
  role: Role
}

function refusalOf(sample: ColumnSample): Refused[] {
  const [first, ...others] = rolesOf(sample.name)
  if (!first || first.isWeak || first.within !== undefined || sample.texts.length === 0) return []
  const isTaken = [first, ...others].some((each) => areValuesFitting(sample, each))
  return isTaken ? [] : [{ sample, role: first.role }]
}

interface Candidate extends KnownHeading {
  sample: ColumnSample
}

/** The columns that could play each role, the likeliest first. */
function assignRoles(samples: readonly ColumnSample[]): ReadonlyMap<Role, readonly ColumnSample[]> {
  const candidates = samples
    .filter(({ texts }) => texts.length > 0)
    .flatMap((sample): Candidate[] => {
      const known = rolesOf(sample.name).find((each) => areValuesFitting(sample, each))
      return known ? [{ sample, ...known }] : []
    })
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

/** What the values of a role are, whatever the heading. */
const VALUES: Readonly<Partial<Record<Role, (sample: ColumnSample) => boolean>>> = {
  issuer: areNames,
  merchant: areNames,
  comunas: areNames,
  title: (sample) => !areAllEqual(sample) && !areAddresses(sample),
  name: (sample) => !areAllEqual(sample) && !areAddresses(sample),
  url: areAddresses,
  percentage: areFigures,
  cashback: areFigures,
  amount: (sample) => areFigures(sample) && !arePercentages(sample),
  price: areFigures,
  installments: areFigures,
}

/** What they must be as well, if the heading alone says too little: hours are from 9 to 18, too. */
const VALUES_OF_WEAK: typeof VALUES = {
  comunas: areComunas,
  valid_from: areDaysOrPeriods,
  valid_until: areDaysOrPeriods,
  cap: areFigures,
  benefit: (sample) => !areDays(sample) && !areAddresses(sample),
  description: areNames,
}

function areValuesFitting(sample: ColumnSample, { role, within, isWeak }: KnownHeading): boolean {
  const isDay = role === 'valid_from' || role === 'valid_until'
  const isLoose = isWeak === true || (within !== undefined && isDay)
  return (VALUES[role]?.(sample) ?? true) && (!isLoose || (VALUES_OF_WEAK[role]?.(sample) ?? true))
}
