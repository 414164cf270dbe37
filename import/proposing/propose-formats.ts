// Proposes how to read the days, numbers and money of a table.

import { COUNTRIES } from '../conversions/countries.ts'
import type { Role } from '../headings/roles.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { type ColumnSample, lookAtCurrency, lookAtDays, lookAtDecimals } from './look-at-values.ts'
import type { Remarks } from './questions.ts'
import type { TableColumns } from './table-columns.ts'

interface FormatContext {
  country: string | null
  /** All columns that the mapping reads. */
  used: readonly string[]
  /** The columns from which the mapping reads days. */
  dayColumns: readonly string[]
}

export function proposeFormats(
  columns: TableColumns,
  remarks: Remarks,
  { country, used, dayColumns }: FormatContext,
): Mapping['formats'] {
  const of = (...roles: readonly Role[]) => roles.flatMap((role) => columns.inRole(role) ?? [])
  const samples = columns.named(used)
  const facts = country === null ? undefined : COUNTRIES.get(country)
  const days = lookAtDays(
    [
      ...new Set([...of('valid_from', 'valid_until', 'period'), ...columns.named(dayColumns)]),
      ...samples.filter(({ texts }) => texts.some((text) => /^\d{4}-\d\d-\d\dT/.test(text))),
    ],
    country,
  )
  remarks.doubts.push(...days.doubts.map((doubt) => `/formats/dates: ${doubt}`))
  const proven = lookAtDecimals(of('price', 'amount', 'cap', 'percentage', 'benefit'))
  return {
    dates: days.patterns,
    decimal: proven ?? facts?.decimal ?? null,
    currency: proposeCurrency(columns, remarks, { country, samples }),
  }
}

/**
 * The code in a column of currencies wins over the country. If the column has several codes, columns of
 * amounts without a sign are not used.
 */
function proposeCurrency(
  columns: TableColumns,
  remarks: Remarks,
  { country, samples }: { country: string | null; samples: readonly ColumnSample[] },
): string | null {
  const usual = country === null ? null : (COUNTRIES.get(country)?.currency ?? null)
  const { name, codes } = columns.currencies
  const [only] = codes
  if (codes.length > 1) {
    remarks.doubts.push(
      `/formats/currency: ${JSON.stringify(name)} has several currencies (${codes.slice(0, 5).join(', ')}): columns of amounts without a sign are not used`,
    )
  } else if (only !== undefined) {
    if (only !== usual)
      remarks.doubts.push(`/formats/currency: ${JSON.stringify(name)} is ${only} in every row`)
    return only
  }
  const currency = usual ?? lookAtCurrency(samples)
  if (currency === null && country !== null) {
    remarks.doubts.push(
      `/formats/currency: the currency of ${country} is unknown: amounts without a sign are not read until the mapping has one, such as "currency": "EUR"`,
    )
  }
  return currency
}
