// Reads the value of a benefit from a cell whose whole text is understood: a figure or a form, and what may stand behind
// it. A cell of several parts, "20%; 20% de reintegro", has a value if all of them say the same.

import { type Cell, isMeasure, textOf } from './cell.ts'
import { figureWorth, isBareNumber } from './figure-worth.ts'
import { type Money, type NumberStyle, type Read, readMoney, readPercentage } from './read-number.ts'
import type { FigureKind } from './value-words.ts'
import type { StatedWorth, Worth, WorthReading } from './worth.ts'
import { withoutEndings } from './worth-endings.ts'
import { FORM_EXAMPLES, kindOf, type Meaning, meaningOf, readForm } from './worth-forms.ts'

const EXPECTED = `one value and nothing else, such as 20%, $ 5.000 off, ${FORM_EXAMPLES.join(', ')}`

/** SECURITY: bounds the work; no form is longer, and no cell repeats its value more often. */
const MAX_CHARACTERS = 100
const MAX_PARTS = 6

/**
 * Reads a cell as a figure of the kind of its column, if that has one; else part by part.
 * @returns the value, or what would be understood instead
 */
export function readWorth(cell: Cell, reading: WorthReading, style: NumberStyle): Read<StatedWorth> {
  const figure = isOfKind(reading) ? figureWorth(cell, reading, style) : undefined
  if (figure && 'value' in figure) return { value: { worth: figure.value, cap: null } }
  // `figure` says what its kind expects.
  return agreed(partsOf(cell, reading, style), reading) ?? figure ?? { expected: EXPECTED }
}

/** None for a long text, one of many parts, and a bare number, which only the kind of its column explains. */
function partsOf(cell: Cell, reading: WorthReading, style: NumberStyle): readonly Part[] {
  if (isMeasure(cell)) return [{ value: readValue(cell, reading, style) }]
  const text = textOf(cell)
  const parts = text.split(';').map((part) => part.trim())
  if (isBareNumber(cell) || text.length > MAX_CHARACTERS || parts.length > MAX_PARTS) return []
  return parts.map((part) => readPart(part, reading, style))
}

/** Whether the column says the kind of its figures. */
function isOfKind(reading: WorthReading): reading is WorthReading & { as: FigureKind } {
  return reading.as !== 'text' && reading.as !== 'discount'
}

interface Value {
  worth: Worth
  /** Whether a word says the kind, not only the column. */
  hasKindWord: boolean
}

/** What one part of a cell says. A part such as "sin tope" says nothing of the value, and has only the cap null. */
interface Part {
  value?: Value | undefined
  /** Of a part that is only a word, such as "dto." */
  meaning?: Meaning
  /** Null if the part names no cap. */
  cap?: Money | null
  isUnread?: boolean
}

function readPart(part: string, reading: WorthReading, style: NumberStyle): Part {
  // "¡20%OFF" is read as "20% OFF".
  const { bare, cap } = withoutEndings(part.replace(/^¡/, '').replace(/%(?=\p{L})/gu, '% '), style)
  if (bare === '') return { cap }
  const meaning = meaningOf(bare)
  if (meaning) return { meaning, cap }
  const value = readValue(bare, reading, style)
  return value ? { value, cap } : { isUnread: true }
}

/** A figure alone, as the column says, or a form with its own words. */
function readValue(cell: Cell, reading: WorthReading, style: NumberStyle): Value | undefined {
  const figure = isOfKind(reading) ? figureWorth(cell, reading, style) : signedFigure(cell, reading, style)
  if ('value' in figure) return { worth: figure.value, hasKindWord: false }
  const worth = readForm(textOf(cell), style)
  return worth && { worth, hasKindWord: true }
}

/** A figure with its sign. A percentage alone is a discount. Money alone may be a price, and is read only `as` a discount. */
function signedFigure(cell: Cell, { as }: WorthReading, style: NumberStyle): Read<Worth> {
  if (isBareNumber(cell)) return { expected: EXPECTED }
  const share = readPercentage(cell, style, { isDeduction: true })
  if ('value' in share) return { value: { kind: 'percentage', value: share.value, currency: null } }
  const money = as === 'discount' ? readMoney(cell, style, true) : undefined
  return money && 'value' in money ? { value: { kind: 'amount', ...money.value } } : { expected: EXPECTED }
}

/**
 * The value that all parts say, and its cap. Words say the kind before the column does: "20%; 20% de reintegro" is cash
 * back. Undefined if no part has a value, if a part is not understood or says another value or kind, if the column is of
 * another kind, or if several parts have a cap.
 */
function agreed(parts: readonly Part[], { as }: WorthReading): Read<StatedWorth> | undefined {
  const values = parts.flatMap(({ value }) => value ?? [])
  const caps = parts.flatMap(({ cap }) => cap ?? [])
  const [first] = values
  if (!first || parts.some(({ isUnread }) => isUnread) || caps.length > 1) return undefined
  const { value, currency } = first.worth
  const areEqual = values.every(({ worth }) => worth.value === value && worth.currency === currency)
  const wordedKinds = new Set([
    ...values.filter(({ hasKindWord }) => hasKindWord).map(({ worth }) => worth.kind),
    ...parts.flatMap(({ meaning }) => (meaning ? kindOf(meaning, currency) : [])),
  ])
  const [kind = first.worth.kind] = wordedKinds
  const isAsked = as === 'text' || as === 'discount' || as === kind
  return areEqual && wordedKinds.size <= 1 && isAsked
    ? { value: { worth: { kind, value, currency }, cap: caps[0] ?? null } }
    : undefined
}
