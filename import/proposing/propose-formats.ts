// Proposes how to read the days, numbers and money of a table.

import type { Remarks } from '../asking/questions.ts'
import { COUNTRIES, CURRENCY_CODES } from '../cells/countries.ts'
import type { Role } from '../headings/roles.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { codesIn } from '../mapping/row-currency.ts'
import { type ColumnSample, lookAtDays, lookAtDecimals } from './look-at-values.ts'
import type { TableColumns } from './table-columns.ts'

interface FormatContext {
  country: string | null
  /** All columns that the mapping reads. */
  columnsRead: readonly string[]
  /** The columns from which the mapping reads days. */
  dayColumns: readonly string[]
}

/** @param remarks decisions to check are added here */
export function proposeFormats(
  columns: TableColumns,
  remarks: Remarks,
  { country, columnsRead, dayColumns }: FormatContext,
): Mapping['formats'] {
  const inRoles = (...roles: readonly Role[]) => roles.flatMap((role) => columns.inRole(role) ?? [])
  const samples = columns.named(columnsRead)
  const facts = country === null ? undefined : COUNTRIES.get(country)
  // Days, and instants in any column, such as those that are only part of the ref.
  const days = lookAtDays(
    [
      ...new Set([...inRoles('valid_from', 'valid_until', 'period'), ...columns.named(dayColumns)]),
      ...samples.filter(({ texts }) => texts.some((text) => /^\d{4}-\d\d-\d\dT/.test(text))),
    ],
    country,
  )
  const empty = columns.named(dayColumns).filter(({ texts }) => texts.length === 0)
  if (days.patterns.length === 0 && empty.length > 0 && facts) {
    days.patterns.push('YYYY-MM-DD', facts.dayOrder)
    days.doubts.push(
      `${empty.map(({ name }) => JSON.stringify(name)).join(' and ')} has no day yet: ${days.patterns.join(' and ')} are expected`,
    )
  }
  remarks.doubts.push(...days.doubts.map((doubt) => `/formats/dates: ${doubt}`))
  const proven = lookAtDecimals(inRoles('price', 'amount', 'cap', 'percentage', 'benefit'))
  if (proven !== null && facts && proven !== facts.decimal)
    remarks.doubts.push(
      `/formats/decimal: numbers show that "${proven}" begins the decimals, though "${facts.decimal}" does in ${country}`,
    )
  return {
    dates: days.patterns,
    decimal: proven ?? facts?.decimal ?? null,
    currency: proposeCurrency(columns, remarks, { country, samples }),
  }
}

/**
 * The currency of amounts without a sign. A column of one code wins over headings, and these over the country. If the
 * column has several codes, proposeBenefit uses no columns of amounts without a sign.
 * @returns null if it is unknown
 */
function proposeCurrency(
  columns: TableColumns,
  remarks: Remarks,
  { country, samples }: { country: string | null; samples: readonly ColumnSample[] },
): string | null {
  const usual = country === null ? null : (COUNTRIES.get(country)?.currency ?? null)
  const { name, codes, isFull } = columns.currencies
  const [code] = codes
  if (codes.length > 1) {
    remarks.doubts.push(
      `/formats/currency: ${JSON.stringify(name)} has several currencies (${codes.slice(0, 5).join(', ')}): columns of amounts without a sign are not used`,
    )
  } else if (code !== undefined && !CURRENCY_CODES.has(code)) {
    remarks.doubts.push(
      `/formats/currency: ${JSON.stringify(name)} has ${JSON.stringify(code)}, which is no code of a currency: amounts without a sign are not read next to it`,
    )
  } else if (code !== undefined) {
    if (code !== usual)
      remarks.doubts.push(
        `/formats/currency: ${JSON.stringify(name)} is ${code} in ${isFull ? 'every row' : 'each row that has one, and taken for it in the others'}`,
      )
    return code
  }
  const inHeadings = [...new Set(samples.flatMap(({ name }) => codesIn(name)))]
  if (inHeadings.some((each) => each !== usual)) {
    const [first = null, ...others] = inHeadings
    const currency = others.length > 0 ? null : first
    remarks.doubts.push(
      `/formats/currency: headings name ${inHeadings.join(', ')}: ${currency === null ? 'amounts without a sign are not read' : 'amounts without a sign are in it'}`,
    )
    return currency
  }
  return usual
}
