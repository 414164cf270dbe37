// Days, hours and months in a sentence about a benefit. Their numbers do not belong to the benefit.

import { monthNumber } from '../read-day.ts'
import { has, type Item, isCalendarWord, isFigure, type Rule, skip } from './items.ts'

const isYear = (item: Item | undefined) => item?.is === 'number' && /^(?:19|20)\d\d$/.test(item.typed)
const isDayNumber = (item: Item | undefined) => item?.is === 'number' && /^[0-3]?\d$/.test(item.typed)
const JOINTS: ReadonlySet<string> = new Set('al a y e to and until hasta ate - – , o ou'.split(' '))
const OF_MONTH: ReadonlySet<string> = new Set('de del of th st nd rd º ° , da do'.split(' '))
const HOURS: ReadonlySet<string> = new Set('hs hrs h hora horas hours am pm'.split(' '))

/** 31/12/2026, 15 de agosto, del 1 al 31 de julio de 2026, August 15, mayo 2026, los días 10 y 20, 18:00, 3pm. */
export const calendar: Rule<{ length: number }> = (items, at) => {
  const item = items[at]
  if (item?.is === 'day' || item?.is === 'time') return { length: 1 }
  if (isDayNumber(item)) return dayOfMonth(items, at) ?? hour(items, at)
  if (isNamedYear(items, at)) return { length: 1 }
  if (item?.text === 'dia' || item?.text === 'dias') return daysOfMonths(items, at)
  const isMonth = item?.is === 'word' && monthNumber(item.text) !== undefined
  if (!isMonth && item?.text !== 'ano') return undefined
  const next = skip(items, at + 1, 1)
  if (isYear(items[next])) return { length: next + 1 - at }
  const isDated = isMonth && isDayNumber(items[at + 1]) && !has(items[at + 2], 'instalments', 'count', 'csi')
  return isDated ? { length: afterYear(items, at + 2) - at } : undefined
}

function dayOfMonth(items: readonly Item[], at: number): { length: number } | undefined {
  let next = at + 1
  while (next < at + 12 && (isDayNumber(items[next]) || JOINTS.has(items[next]?.text ?? ''))) next++
  while (next < at + 14 && OF_MONTH.has(items[next]?.text ?? '')) next++
  const month = items[next]
  if (month?.is !== 'word' || monthNumber(month.text) === undefined) return undefined
  return { length: afterYear(items, next + 1) - at }
}

/** Los días 10 y 20, of every month. */
function daysOfMonths(items: readonly Item[], at: number): { length: number } | undefined {
  let next = at + 1
  while (isDayNumber(items[next]) && next < at + 12) next += JOINTS.has(items[next + 1]?.text ?? '') ? 2 : 1
  const last = isDayNumber(items[next - 1]) ? next : next - 1
  return last > at + 1 ? { length: last - at } : undefined
}

/** Matrícula 2027: after an ordinary word, and at the end or before another one. */
function isNamedYear(items: readonly Item[], at: number): boolean {
  const isThing = (item: Item | undefined) => item?.is === 'word' && item.classes.size === 0
  const [before, item, after] = items.slice(at - 1, at + 2)
  const isNear = at > 0 && item?.is === 'number' && /^20[23]\d$/.test(item.typed)
  return isNear && isThing(before) && (!after || after.is === 'mark' || has(after, 'link') || isThing(after))
}

function afterYear(items: readonly Item[], at: number): number {
  let next = at
  while (next < at + 2 && OF_MONTH.has(items[next]?.text ?? '')) next++
  return isYear(items[next]) ? next + 1 : at
}

function hour(items: readonly Item[], at: number): { length: number } | undefined {
  const isJoint = JOINTS.has(items[at + 1]?.text ?? '') && isDayNumber(items[at + 2])
  const end = isJoint ? at + 3 : at + 1
  return HOURS.has(items[end]?.text ?? '') ? { length: end + 1 - at } : undefined
}

/** Hasta el 31 de julio, until Friday, desde las 18:00: bounds of a time, not of a value. */
export const bounded: Rule<{ length: number }> = (items, at) => {
  if (!has(items[at], 'bound')) return undefined
  const next = skip(items, at + 1, 3)
  const found = calendar(items, next)
  if (found) return { length: next + found.length - at }
  // Hasta el 26/07.
  const [day, slash, month] = items.slice(next, next + 3)
  const isShort = isDayNumber(day) && slash?.text === '/' && slash.isGlued && isDayNumber(month)
  if (isShort && Number(month?.typed) <= 12 && !isFigure(items[next + 3])) return { length: next + 3 - at }
  return isCalendarWord(items[next]) ? { length: next + 1 - at } : undefined
}
