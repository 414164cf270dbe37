// Cuts a text into numbers, percentages, amounts of money, words and marks. Only blanks are lost, so that a grammar can
// account for every other character.

import { fold } from '../../lib/text/plain-letters.ts'
import { currencyOf } from './countries.ts'

export interface Token {
  /** `code`: letters and digits together, such as the code of a coupon. */
  is: 'word' | 'mark' | 'number' | 'percent' | 'money' | 'day' | 'time' | 'code'
  /** Folded, for comparisons. */
  text: string
  typed: string
  /** Whether it follows the token before without a blank. */
  isGlued: boolean
  /** Those of its number; empty if it has none. */
  digits: string
  /** Of an amount; null if its sign may stand for several currencies. */
  currency: string | null
}

/** The groups of PIECE. */
const KINDS_OF_PIECES = ['day', 'time', 'sign', 'number', 'word', 'mark'] as const

type Piece = Omit<Token, 'is' | 'currency'> & { is: (typeof KINDS_OF_PIECES)[number] }

/**
 * The first group that fits takes its characters:
 *
 * - `day`: `2026-11-30`, `30/11/2026`, `30.11.26`
 * - `time`: `18:30`, `18h30`
 * - `sign`: a sign of a currency with up to three letters before it and one behind, such as `$`, `€`, `R$`, `US$`; `S/` and
 *   `B/` before a number
 * - `number`: `1.234,50`, `10 000` and `10 000,50` with blanks between thousands, `655,-` with a dash for the cents
 * - `word`: letters, those of the Latin script apart from others
 * - `mark`: any other character, alone
 */
const PIECE =
  /(?<day>\d{4}-\d{1,2}-\d{1,2}(?![-\d])|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?![-/.,]?\d))|(?<time>\d{1,2}[:h]\d{2})(?!\d)|(?<sign>\p{L}{0,3}\p{Sc}\p{L}?(?!\p{L})|[sb]\/\.?(?=\s?\d))|(?<number>\d+(?:[.,'’]\d+)*(?:[ \u00a0\u202f]\d{3}(?!\d))*(?:(?<=[ \u00a0\u202f]\d{3}),\d{1,2}(?![\d.,]))?(?:[.,:][-–—](?![\d-]))?)|(?<word>\p{Script=Latin}+|\p{L}+)|(?<mark>\S)/giu

/** In "655,- €", "28.-" and "99:-" the dash stands for the cents. */
const NO_CENTS = /[.,:][-–—]$/

/** @param fileCurrency decides what an ambiguous sign means */
export function tokensOf(text: string, fileCurrency: string | null): Token[] {
  const pieces = piecesOf(text)
  const tokens: Token[] = []
  for (let at = 0; at < pieces.length; ) {
    const span =
      moneyAt(pieces, at, fileCurrency) ?? percentAt(pieces, at) ?? codeAt(pieces, at) ?? plainAt(pieces, at)
    tokens.push(tokenOf(pieces.slice(at, at + span.length), span))
    at += span.length
  }
  return tokens
}

function piecesOf(text: string): Piece[] {
  let end = 0
  return Array.from(text.normalize('NFKC').matchAll(PIECE), (match): Piece => {
    const [typed] = match
    const isGlued = match.index === end && end > 0
    end = match.index + typed.length
    const is = KINDS_OF_PIECES.find((kind) => match.groups?.[kind] !== undefined) ?? 'mark'
    const digits = is === 'number' ? typed.replace(NO_CENTS, '') : ''
    return { is, typed, text: fold(typed), isGlued, digits }
  })
}

/** The pieces that one token is made of. */
interface Span {
  is: Token['is']
  /** In pieces. */
  length: number
  currency?: string | null
}

function tokenOf(pieces: readonly Piece[], { is, currency = null }: Span): Token {
  const join = (member: 'text' | 'typed') =>
    pieces.map((piece, index) => (index > 0 && !piece.isGlued ? ' ' : '') + piece[member]).join('')
  return {
    is,
    text: join('text'),
    typed: join('typed'),
    isGlued: pieces[0]?.isGlued ?? false,
    digits: pieces.find((piece) => piece.is === 'number')?.digits ?? '',
    currency,
  }
}

/** $ 10, 10 EUR, US $ 10, $10.000 CLP. */
function moneyAt(pieces: readonly Piece[], at: number, fileCurrency: string | null): Span | undefined {
  const before = mayPrecede(pieces, at) ? signAt(pieces, at, fileCurrency) : undefined
  if (before) {
    const length = before.length + 1
    if (pieces[at + before.length]?.is !== 'number' || isPercentSign(pieces[at + length])) return undefined
    const code = codeOfMoney(pieces[at + length])
    const isSame = code !== undefined && (before.currency === code || before.currency === null)
    return isSame ? { is: 'money', length: length + 1, currency: code } : { ...before, is: 'money', length }
  }
  const after = pieces[at]?.is === 'number' ? signAt(pieces, at + 1, fileCurrency) : undefined
  if (!after) return hasNoCents(pieces[at]) ? { is: 'money', length: 1, currency: fileCurrency } : undefined
  // In 10 $ 5 the sign belongs to the second number.
  const isOfNext = pieces[at + 1]?.is === 'sign' && pieces[at + 1 + after.length]?.is === 'number'
  return isOfNext ? undefined : { ...after, is: 'money', length: 1 + after.length }
}

function hasNoCents(piece: Piece | undefined): boolean {
  return piece?.is === 'number' && NO_CENTS.test(piece.typed)
}

/** Whether a number follows, with at most one piece between, such as a point or $. */
function mayPrecede(pieces: readonly Piece[], at: number): boolean {
  return pieces[at + 1]?.is === 'number' || pieces[at + 2]?.is === 'number'
}

function signAt(pieces: readonly Piece[], at: number, fileCurrency: string | null) {
  const [piece, next] = [pieces[at], pieces[at + 1]]
  if (!piece || (piece.is !== 'sign' && piece.is !== 'word')) return undefined
  if (piece.is === 'word' && piece.text === 'us' && next?.text === '$') return { currency: 'USD', length: 2 }
  const currency = currencyOf(piece.typed, fileCurrency)
  // An unknown sign still makes an amount, in an unknown currency.
  if (currency === undefined) return piece.is === 'sign' ? { currency: null, length: 1 } : undefined
  const hasPoint =
    piece.is === 'word' && next?.text === '.' && next.isGlued && pieces[at + 2]?.is === 'number'
  return { currency, length: hasPoint ? 2 : 1 }
}

function codeOfMoney(piece: Piece | undefined): string | undefined {
  return piece?.is === 'word' ? (currencyOf(piece.typed, null) ?? undefined) : undefined
}

const PERCENT: readonly (readonly string[])[] = [
  ['%'],
  ['percent'],
  ['pct'],
  ['prosent'],
  ['procent'],
  ['prozent'],
  ['per', 'cent'],
  ['por', 'ciento'],
  ['por', 'cento'],
]

function percentAt(pieces: readonly Piece[], at: number): Span | undefined {
  // Turkish: %20.
  const isBefore = isPercentSign(pieces[at]) && pieces[at - 1]?.is !== 'number'
  if (isBefore && pieces[at + 1]?.is === 'number' && pieces[at + 1]?.isGlued)
    return { is: 'percent', length: 2 }
  if (pieces[at]?.is !== 'number') return undefined
  const words = PERCENT.find((each) => each.every((word, index) => pieces[at + 1 + index]?.text === word))
  return words && { is: 'percent', length: 1 + words.length }
}

function isPercentSign(piece: Piece | undefined): boolean {
  return piece?.text === '%'
}

/** SAVE20, A1B2: letters first, then digits without a blank. Digits first are a number with a unit. */
function codeAt(pieces: readonly Piece[], at: number): Span | undefined {
  const isPart = (piece: Piece | undefined) => piece?.is === 'number' || piece?.is === 'word'
  const [piece, next] = [pieces[at], pieces[at + 1]]
  if (piece?.is !== 'word' || next?.is !== 'number' || !next.isGlued || isPercentSign(pieces[at + 2]))
    return undefined
  // "x2" is a count, and "2x1" and "15kg3" begin with a number.
  const isBehindNumber = piece.isGlued && pieces[at - 1]?.is === 'number'
  if (piece.text === 'x' || isBehindNumber) return undefined
  let length = 2
  while (isPart(pieces[at + length]) && pieces[at + length]?.isGlued) length++
  return { is: 'code', length }
}

function plainAt(pieces: readonly Piece[], at: number): Span {
  const is = pieces[at]?.is ?? 'mark'
  return { is: is === 'sign' ? 'mark' : is, length: 1 }
}
