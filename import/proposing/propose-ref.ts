// How the rows of a table are recognised from day to day: by a column that numbers them, or by texts that are unique together.

import { andMore } from '../../lib/text/clip.ts'
import { saysNothing, wordsOf } from '../conversions/words.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import type { CellSource } from '../mapping/mapping.ts'
import { textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'
import type { Role } from './roles.ts'
import type { TableColumns } from './table-columns.ts'

export interface ProposedRef {
  ref: CellSource | null
  /** What a person should check, or answer if `ref` is null. */
  remarks: readonly string[]
}

interface Context {
  columns: TableColumns
  /** What a row is called. */
  unit: string
  /** Those that say what is offered, and where. */
  texts: readonly CellSource[]
}

export function proposeRef(context: Context): ProposedRef {
  const { ref, remarks } = numbering(context)
  if (ref) return { ref, remarks }
  const only = uniqueColumn(context)
  if (only !== undefined) {
    const doubt = `/offer/ref: no column numbers the rows: ${JSON.stringify(only)} stands for it, and differs in each of ${context.columns.rows.length} rows`
    return { ref: { column: only }, remarks: [...remarks, doubt] }
  }
  const joined = joinedTexts(context)
  return { ref: joined.ref, remarks: [...remarks, ...joined.remarks] }
}

const MAX_ROWS_LISTED = 5

export function placesOf(words: string, rows: readonly number[], unit: string): string[] {
  const shown = andMore(rows.slice(0, MAX_ROWS_LISTED).map(String), rows.length).join(', ')
  return rows.length > 0 ? [`${words} ${unit} ${shown}`] : []
}

/** Up to this many rows without a number, or with that of another row, are mistakes, however short the table is. */
const FEW_FAULTS = 2

/** A column that numbers the rows, though it may do so badly in a few: then these are named. */
function numbering({ columns, unit }: Context): ProposedRef {
  const remarks: string[] = []
  for (const { name } of columns.candidates('ref')) {
    const { blank, repeated } = faultyRows(columns, name)
    const faulty = blank.length + repeated.length
    const isGood = faulty <= FEW_FAULTS ? faulty < columns.rows.length / 2 : faulty <= columns.rows.length / 4
    const faults = [...placesOf('is blank in', blank, unit), ...placesOf('repeats in', repeated, unit)]
    if (faults.length > 0) {
      remarks.push(
        `/offer/ref: ${JSON.stringify(name)} ${faults.join(', and ')}: ${isGood ? 'these rows are not imported' : 'it is not taken'}`,
      )
    }
    if (isGood) return { ref: { column: name }, remarks }
  }
  return { ref: null, remarks }
}

/** Rows that a column does not distinguish: it is blank there, or repeats what an earlier row of the same issuer has. */
function faultyRows(columns: TableColumns, name: string): { blank: number[]; repeated: number[] } {
  const isBlank = (row: Row) => saysNothing(textOf(row.get(name)))
  const filled = columns.rows.filter((row) => !isBlank(row))
  return {
    blank: columns.rows.filter(isBlank).map(({ at }) => at),
    repeated: repeatedIn(groupsOf(filled, keyOf(columns, [name]))),
  }
}

/** Where rows are that an earlier one of their group is like. */
function repeatedIn(groups: readonly (readonly Row[])[]): number[] {
  return groups.flatMap(([, ...others]) => others.map(({ at }) => at)).sort((a, b) => a - b)
}

/** The code of a coupon, or an address, if each row has another one. One that changes with each search is none. */
function uniqueColumn({ columns }: Context): string | undefined {
  const codes = columns.names.filter((name) => CODES.has(wordsOf(name)))
  const addresses = columns
    .candidates('url')
    .filter(({ texts }) => texts.every((text) => (text.split('?', 2)[1] ?? '').length <= MAX_QUERY))
  return [...codes, ...addresses.map(({ name }) => name)].find((name) => {
    const { blank, repeated } = faultyRows(columns, name)
    return blank.length + repeated.length === 0 && columns.rows.length > 1
  })
}

const CODES: ReadonlySet<string> = new Set([
  'code',
  'coupon code',
  'promo code',
  'codigo promocional',
  'cupon',
])
const MAX_QUERY = 80

/** More would be no name, but the whole row. */
const MAX_COLUMNS = 8

/** Enough to see which column distinguishes the most rows. */
const GROUPS_COMPARED = 1000

/** Those that change least first. */
const ROLES_OF_REF: readonly Role[] = [
  'merchant',
  'category',
  'comunas',
  'weekdays',
  'period',
  'valid_from',
  'valid_until',
  'benefit',
  'kind',
  'percentage',
  'cashback',
  'installments',
  'amount',
  'description',
  'price',
]

function joinedTexts({ columns, unit, texts }: Context): ProposedRef {
  const chosen = [...new Set(texts.flatMap(columnsIn))]
  if (chosen.length === 0) {
    return {
      ref: null,
      remarks: ['/offer/ref: what tells the rows apart from day to day? { "column": "Heading" }'],
    }
  }
  const [likely, others] = candidatesFor(columns)
  let groups = groupsOf(columns.rows, keyOf(columns, chosen))
  while (groups.length > 0 && chosen.length < MAX_COLUMNS) {
    const some = groups.slice(0, GROUPS_COMPARED)
    const next = bestOf(likely, some) ?? bestOf(others, some)
    if (next === undefined) break
    chosen.push(next)
    groups = groups.flatMap((rows) => groupsOf(rows, (row) => textOf(row.get(next))))
  }
  const repeated = repeatedIn(groups)
  const places = placesOf('in', repeated, unit).join('')
  const names = chosen.join(' + ')
  const lost = `${repeated.length} of ${columns.rows.length} rows repeat an earlier one (${places})`
  if (repeated.length > columns.rows.length / 2) {
    return {
      ref: null,
      remarks: [`/offer/ref: what tells the rows apart? { "column": "Heading" }. By ${names}, ${lost}`],
    }
  }
  const stands = `no column numbers the rows: ${names} ${chosen.length === 1 ? 'stands' : 'stand'} for it, and an offer whose texts change there gets another id`
  return {
    ref: chosen.length === 1 ? { column: chosen[0] ?? '' } : { columns: chosen, join: ' | ' },
    remarks: [
      `/offer/ref: ${stands}`,
      ...(repeated.length > 0 ? [`/offer/ref: ${lost} in all these columns, and are not imported`] : []),
    ],
  }
}

/** The columns that can distinguish rows: those whose meaning is known, and the others. */
function candidatesFor(columns: TableColumns): [likely: string[], others: string[]] {
  const likely = ROLES_OF_REF.flatMap((role) => columns.inRole(role)?.name ?? [])
  const others = columns.names.filter((name) => !likely.includes(name) && !isRecordKeeping(name))
  return [likely, others]
}

/** The column that leaves the fewest rows alike; undefined if none distinguishes any. */
function bestOf(names: readonly string[], groups: readonly (readonly Row[])[]): string | undefined {
  const alike = (name: string) =>
    groups.reduce(
      (sum, rows) => sum + rows.length - new Set(rows.map((row) => textOf(row.get(name)))).size,
      0,
    )
  const now = groups.reduce((sum, rows) => sum + rows.length - 1, 0)
  const scored = names.map((name) => ({ name, left: alike(name) })).filter(({ left }) => left < now)
  return scored.length === 0 ? undefined : scored.reduce((a, b) => (b.left < a.left ? b : a)).name
}

/** When a program has seen the row, and not what the row says. */
export function isRecordKeeping(name: string): boolean {
  return /\b(?:created|updated|modified|scraped?|scrapeado|crawled|fetched|synced|imported|added|inserted|seen|generado|actualizado|creado|atualizado|criado|timestamp)\b/.test(
    wordsOf(name.replace(/([a-z])([A-Z])/g, '$1 $2')),
  )
}

function keyOf(columns: TableColumns, names: readonly string[]): (row: Row) => string {
  const issuer = columns.inRole('issuer')?.name
  return (row) =>
    [...(issuer === undefined ? [] : [issuer]), ...names].map((name) => textOf(row.get(name))).join('\n')
}

/** The rows that have the same key as another. */
function groupsOf(rows: readonly Row[], keyOfRow: (row: Row) => string): Row[][] {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOfRow(row)
    const group = byKey.get(key)
    if (group) group.push(row)
    else byKey.set(key, [row])
  }
  return [...byKey.values()].filter((group) => group.length > 1)
}
