// The columns of a table with sample values, and the roles that fit their headings and values.

import type { ChosenColumns } from '../asking/answered-columns.ts'
import { textOf } from '../cells/cell.ts'
import { showsKinds } from '../cells/kind-words.ts'
import { type KnownHeading, roleOf, rolesOf } from '../headings/heading-list.ts'
import { ROLE_ROWS, ROLES, type Role, rolesWith } from '../headings/roles.ts'
import { weekdayColumns } from '../headings/weekday-columns.ts'
import { createCurrencyReader } from '../mapping/row-currency.ts'
import { createNoOfferFinder } from '../tables/no-offer.ts'
import type { Row } from '../tables/table.ts'
import { type ColumnSample, sampleOf } from './look-at-values.ts'
import { areAllCodes, areStatuses, areWeekdays, areYesOrNo } from './what-columns-hold.ts'

/** Enough rows to see every form of a value, and few enough for a person who waits. */
const SAMPLE_ROWS = 5000

export class TableColumns {
  readonly names: readonly string[]
  /** The cells of each column in the first SAMPLE_ROWS rows. */
  readonly samples: ReadonlyMap<string, ColumnSample>
  /** The columns that fit each role, the likeliest first; a column fits one role at most. */
  readonly #byRole: ReadonlyMap<Role, readonly ColumnSample[]>
  #chosen: ChosenColumns = new Map()
  /** The first rows of the table, without blank ones, totals and notes. */
  readonly rows: readonly Row[]
  /** The texts of rows that may be totals, by column: the other cells are the sums of the rows above. */
  readonly sums: ReadonlyMap<string, readonly string[]>
  #differentRows: readonly Row[] | undefined
  /** The columns headed by days of the week. */
  readonly weekdays: ReadonlySet<string>

  readonly #currency: string | null

  /**
   * @param rows rows that are not blank
   * @param currency the usual currency of the country
   */
  constructor(names: readonly string[], rows: readonly Row[], currency: string | null = null) {
    this.#currency = currency
    const noOfferIn = createNoOfferFinder(rows)
    const kinds = rows.map((row) => noOfferIn(row))
    this.rows = rows.filter((_, index) => kinds[index] === undefined || kinds[index] === 'sum')
    this.sums = namesOf(rows.filter((_, index) => kinds[index] === 'sum'))
    this.names = names
    this.weekdays = weekdayColumns(names)
    const sampled = this.rows.slice(0, SAMPLE_ROWS)
    const samples = names.map((name) =>
      sampleOf(
        name,
        sampled.map((row) => row.get(name)),
      ),
    )
    this.samples = new Map(samples.map((sample) => [sample.name, sample]))
    this.#byRole = assignRoles(samples)
  }

  /** The likeliest column of a role; undefined if there is none. */
  inRole(role: Role): ColumnSample | undefined {
    return this.candidates(role)[0]
  }

  /**
   * All columns that fit a role, the likeliest first, without those that a person chose for other roles; if a person
   * chose for this role, only that one.
   */
  candidates(role: Role): readonly ColumnSample[] {
    const chosen = this.#chosen.get(role)
    if (chosen !== undefined) return chosen === null ? [] : this.named([chosen])
    const others = new Set(this.#chosen.values())
    return (this.#byRole.get(role) ?? []).filter(({ name }) => !others.has(name))
  }

  /** The columns whose headings say a value, whatever a person chose. */
  get valueColumns(): readonly string[] {
    const roles = rolesWith(({ kind, reader }) => kind !== null || reader === 'benefit')
    return roles.flatMap((role) => (this.#byRole.get(role) ?? []).map(({ name }) => name))
  }

  /** Columns that a person chose for their roles, whatever they hold. */
  choose(chosen: ChosenColumns): void {
    this.#chosen = chosen
  }

  /** The rows without exact copies of earlier ones. */
  get differentRows(): readonly Row[] {
    const wholeOf = (row: Row) => this.names.map((name) => textOf(row.get(name))).join('\n')
    this.#differentRows ??= [...new Map(this.rows.map((row) => [wholeOf(row), row])).values()]
    return this.#differentRows
  }

  /**
   * The currencies that the rows say for their prices: the first column that says one, and each code, or the text if it is
   * none, once. Countries that are not known count next to one that is. `isFull`: whether each row says one.
   */
  get currencies(): { name: string; codes: readonly string[]; isFull: boolean } {
    const currenciesIn = createCurrencyReader(this.names, this.#currency)
    const rows = this.rows.map((row) => currenciesIn(row, this.inRole('price')?.name ?? ''))
    // A code in a column with "%" is the unit of its row only. Each column is searched once.
    const stated = rows.flat()
    const isPercent = (name: string) => this.rows.some((row) => textOf(row.get(name)) === '%')
    const ofUnits = new Set([...new Set(stated.map(({ column }) => column))].filter(isPercent))
    const all = stated.filter(({ column }) => !ofUnits.has(column))
    const areKnown = all.some(({ code, isPlace }) => code !== undefined || !isPlace)
    return {
      name: all[0]?.column ?? '',
      codes: areKnown ? [...new Set(all.map(({ code, text }) => code ?? text))] : [],
      isFull: rows.every((stated) => stated.length > 0),
    }
  }

  /** The likeliest column of a role, as a mapping names it. */
  sourceOf(role: Role): { column: string } | null {
    const sample = this.inRole(role)
    return sample ? { column: sample.name } : null
  }

  /** The samples of columns, without those that the table lacks. */
  named(names: readonly string[]): ColumnSample[] {
    return names.flatMap((name) => this.samples.get(name) ?? [])
  }
}

interface Candidate extends KnownHeading {
  sample: ColumnSample
}

/** A rank after those of all known headings. */
const LAST = 1000

/**
 * The columns that fit each role, the likeliest first. A column has the first role of its heading; without one, it may be
 * the column of kinds.
 */
function assignRoles(samples: readonly ColumnSample[]): ReadonlyMap<Role, readonly ColumnSample[]> {
  const candidates = samples
    .filter(({ name, texts }) => texts.length > 0 || isForDays(name))
    .flatMap((sample): Candidate[] => {
      // "Oferta" above "sí" and "no" says whether the row is an offer.
      if (areYesOrNo(sample) && saysOffer(sample.name))
        return areStatuses(sample) ? [{ sample, role: 'status', rank: LAST }] : []
      // By the heading alone: the first import refuses a column of which it understands no cell. A status decides which rows
      // are published, and is known by its words; "yes" and "no" are no figures, and no forms such as 2x1.
      const mayHave = ({ role }: KnownHeading) =>
        role === 'status' ? areStatuses(sample) : ROLE_ROWS[role].kind === null || !areYesOrNo(sample)
      const known = rolesOf(sample.name).find(mayHave)
      const role = known?.role === 'title' && areAllCodes(sample) ? 'ref' : (known?.role ?? shownRole(sample))
      return role ? [{ sample, rank: LAST, ...known, role }] : []
    })
  return new Map(
    ROLES.map((role) => [role, inOrder(candidates.filter((each) => each.role === role))] as const),
  )
}

/** The role of a column by its cells alone. */
function shownRole(sample: ColumnSample): Role | undefined {
  if (showsKinds(sample)) return 'kind'
  return areWeekdays(sample) ? 'weekdays' : undefined
}

function saysOffer(heading: string): boolean {
  return rolesOf(heading).some(({ role }) => ['title', 'benefit', 'period'].includes(role))
}

/** A column of first or last days may be empty today and have days tomorrow. */
function isForDays(heading: string): boolean {
  const known = roleOf(heading)
  return (known?.role === 'valid_from' || known?.role === 'valid_until') && known.isWeak === undefined
}

/**
 * By rank, empty columns last. Members of an object count only if no plain column has the role, and only one object has
 * such members.
 */
function inOrder(fitting: readonly Candidate[]): ColumnSample[] {
  const plain = fitting.filter(({ within }) => within === undefined)
  const objects = new Set(fitting.map(({ within }) => within))
  const ofOneObject = objects.size === 1 ? fitting : []
  const chosen = plain.length > 0 ? plain : ofOneObject
  const rankOf = ({ rank, sample }: Candidate) => (sample.texts.length === 0 ? rank + LAST : rank)
  return [...chosen].sort((a, b) => rankOf(a) - rankOf(b)).map(({ sample }) => sample)
}

/** The first text of each row, by its column. */
function namesOf(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const row of rows) {
    const index = row.values.findIndex((cell) => /\p{L}/u.test(textOf(cell)))
    const column = row.columns[index]
    if (column === undefined) continue
    names.set(column, [...(names.get(column) ?? []), textOf(row.values[index] ?? null)])
  }
  return names
}
