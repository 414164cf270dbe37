// The questions about a file whose parts, tables or columns the mapping does not know. Each names the options that answer it.

import { andMore, clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { type Answers, COMMA, NO_COLUMN } from '../asking/answers.ts'
import type { Question } from '../asking/questions.ts'
import { namesText } from '../mapping/cell-source.ts'
import type { Skip } from '../mapping/mapping.ts'
import { BETWEEN, partOption } from '../tables/table.ts'
import type { OtherTable, TableAccount } from './table-account.ts'

/** Parts, tables and columns that a question lists. */
const MAX_LISTED = 8

/**
 * What an answer accepts is not asked about.
 * @param skipped what an answer skips
 */
export function shapeQuestions(
  account: TableAccount,
  answers: Answers,
  skipped: readonly Skip[] = [],
): Question[] {
  const { parts, tables, columns: unknown } = account.unknown
  const columns = unknown.filter((each) => !skipped.some(({ column }) => column === each))
  const { sheet, records, headings } = answers
  const deletions = columns.filter((column) => account.maySayEnd(column))
  const others = columns.filter((column) => !account.maySayEnd(column))
  return [
    ...(parts.length > 0 && sheet === undefined && records === undefined ? [aboutParts(account)] : []),
    ...(tables.length > 0 && headings === undefined ? [aboutTables(account, tables)] : []),
    ...(others.length > 0 ? [aboutColumns(others, account)] : []),
    ...(deletions.length > 0 ? [aboutDeletions(deletions, account)] : []),
  ]
}

/** Whether a question is about where the table is, so that others may no longer be asked once it is answered. */
export function isAboutPlace({ pointer }: Question): boolean {
  return pointer === '/read/sheet' || pointer === '/read/records' || pointer === '/read/headings'
}

function aboutParts({ parts }: TableAccount): Question {
  const isSheet = parts.some(({ unit }) => unit === 'sheet')
  const options = andMore(parts.slice(0, MAX_LISTED).map(partOption), parts.length).join(', ')
  const alike = parts.filter(({ isAlike }) => isAlike).map(({ name }) => name)
  const both =
    alike.length > 1
      ? `, or ${optionOf('sheet', alike)} for ${alike.length === 2 ? 'both' : 'all'} as one table`
      : ''
  return isSheet
    ? {
        pointer: '/read/sheet',
        text: `these sheets may hold offers: ${options}${both}; the others are left out`,
      }
    : { pointer: '/read/records', text: `these lists may hold offers: ${options}; the others are left out` }
}

function aboutTables({ own }: TableAccount, tables: readonly OtherTable[]): Question {
  const bare = tables.filter(({ headings }) => headings.length === 0)
  const all = [...tables.filter(({ headings }) => headings.length > 0), own].sort((a, b) => a.at - b.at)
  const options = all.map(({ at, headings, rows }) => {
    const names = andMore(headings.slice(0, 3).map(clipped), headings.length).join(', ')
    return `--headings ${at} (${formatCountOf(rows, 'row')} below ${names || 'it'})`
  })
  const above = bare.map(
    ({ at, rows }) => `${formatCountOf(rows, 'row')} from line ${at} on, above all headings`,
  )
  const left = ['the others', ...above].join(' and ')
  const listed = andMore(options.slice(0, MAX_LISTED), options.length).join(', ')
  return {
    pointer: '/read/headings',
    text: `where does the table begin? ${listed}; ${left} are left out; to read them as well, give them the same headings, or import them from a file and into a source of their own`,
  }
}

function aboutDeletions(columns: readonly string[], { ignored }: TableAccount): Question {
  const listed = namesText(columns, MAX_LISTED)
  const [is, it] = columns.length === 1 ? ['is', 'it'] : ['are', 'them']
  const skips = `--skip-status ${JSON.stringify(columns.join(COMMA))}`
  const ignores = optionOf('ignore', [...new Set([...ignored, ...columns])])
  return {
    pointer: '/read/skip',
    text: `${listed} ${is} new, and may say which rows have ended: ${skips} skips rows with any text in ${it}, ${ignores} publishes them`,
  }
}

/**
 * @param rows that may be totals, between offers
 * @param unit of a place, such as `line`
 */
export function aboutSums(rows: readonly { at: number; name?: string }[], unit: string): Question[] {
  if (rows.length === 0) return []
  const names = [...new Set(rows.map(({ name = '' }) => name))]
  const places = rows.map(({ name = '', at }) => `${JSON.stringify(clip(name))} (${unit} ${at})`)
  const listed = andMore(places.slice(0, MAX_LISTED), places.length).join(', ')
  const [it, total] = rows.length === 1 ? ['it', 'a total'] : ['them', 'totals']
  return [
    {
      pointer: '/read/skip',
      text: `the figures of ${listed} are sums of the rows above: --skip-status ${JSON.stringify(names.join(COMMA))} leaves ${it} out as ${total}, --skip-status ${JSON.stringify(NO_COLUMN)} publishes ${it}`,
    },
  ]
}

/** One answer names these columns, and those that are left out already. */
function aboutColumns(columns: readonly string[], { ignored, repeated }: TableAccount): Question {
  const listed = namesText(columns, MAX_LISTED)
  const isRepeated = Object.values(repeated).some(([, ...others]) =>
    others.some((each) => columns.includes(each)),
  )
  const [is, it] = columns.length === 1 ? ['is', 'it'] : ['are', 'them']
  return {
    pointer: '/read/ignore',
    text: `${listed} ${is} new, and may say something of the offers: ${optionOf('ignore', [...new Set([...ignored, ...columns])])} leaves ${it} out${isRepeated ? ', if the first is the right one of each heading; otherwise give each another heading' : `; to read ${it}, name ${it} in the mapping`}`,
  }
}

/** An option to paste into the command. */
export function optionOf(name: string, values: readonly string[]): string {
  return `--${name} ${JSON.stringify(values.join(BETWEEN))}`
}

const clipped = (text: string) => clip(text, 30)
