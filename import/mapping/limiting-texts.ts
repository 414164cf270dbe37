// Finds another text of a row that limits the figure of its benefit: "Hasta 40%" next to a column with 40.

import { fold } from '../../lib/text/plain-letters.ts'
import type { Worth } from '../conversions/benefit/read-benefit.ts'
import { isList, textOf } from '../tables/cell.ts'
import type { Row } from '../tables/table.ts'

/** Words for "up to" and "from", with a figure behind them, which is no part of a day. SECURITY: linear time. */
const BOUND =
  /(?<![a-z])(?:hasta|up ?to|up tp|bis zu|jusqu['’]?\s?a|fino al?|ate|do|до|tot|pana la|maximum|maximo|max\.?|desde|a partir de|from|at least|al menos|pelo menos)[:;]?\s(?:un |uma? |el |a |de )?([$€£]|[a-z]{2,3}\$?)?\s?(\d{1,15}(?:[.,]\d{1,15}){0,4})(?![\d/]|[-.]\d)\s?(%|percent|por ?c[ie]|prozent|pct|[$€£]|[a-z]{1,12})?/g

/** 30-50%, 10% a 20%. */
const RANGE = /(?<![\d.,])(\d{1,3})\s?%?\s?(?:-|–|a|to|bis)\s?(\d{1,3})\s?%/g

const PERCENT = /^(?:%|percent|por ?c[ie]|prozent|pct)/
const INSTALMENTS = /^(?:cuotas|meses|msi|csi|x|parcelas|vezes|pagos|installmen)/

/** SECURITY: bounds the work; a benefit stands at the beginning of a text. */
const MAX_CHARACTERS = 3000

/** The first column with a text that limits the value; undefined if there is none. */
export function limitingColumn(row: Row, columns: readonly string[], worth: Worth): string | undefined {
  return columns.find((column) => {
    const cell = row.get(column)
    if (typeof cell === 'string') return isLimiting(textOf(cell.slice(0, MAX_CHARACTERS)), worth)
    return isList(cell) && isLimiting(textOf(cell).slice(0, MAX_CHARACTERS), worth)
  })
}

function isLimiting(text: string, { kind, value, currency }: Worth): boolean {
  if (!/\d/.test(text)) return false
  const ends = Array.from(fold(text).matchAll(RANGE), ([, from, to]) => [Number(from), Number(to)]).flat()
  if (currency === null && kind !== 'installments' && ends.includes(value)) return true
  for (const [, sign, digits = '', unit = ''] of fold(text).matchAll(BOUND)) {
    const isShare = PERCENT.test(unit)
    const isCount = INSTALMENTS.test(unit)
    const isMoney = !isShare && !isCount && (sign !== undefined || unit !== '')
    const isSame = kind === 'installments' ? isCount : currency === null ? isShare : isMoney
    if (isSame && numbersOf(digits).includes(value)) return true
  }
  return false
}

/** A figure with either decimal mark. */
function numbersOf(digits: string): number[] {
  const decimal = (mark: string, other: string) => Number(digits.replaceAll(other, '').replace(mark, '.'))
  return [decimal(',', '.'), decimal('.', ',')]
}
