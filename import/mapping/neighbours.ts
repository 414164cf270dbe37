// Finds a column next to the value that says another kind or unit of it: "10%" next to "de cashback", 10 percent next to a yes
// under `is_amount`. Only columns of such words are read; names and titles take no value away.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { textOf } from '../cells/cell.ts'
import { currencyOf, isSureCode } from '../cells/countries.ts'
import { isBareNumber } from '../cells/figure-worth.ts'
import {
  areKinds,
  type FlagAnswer,
  flagIn,
  isAnyDiscount,
  isFlag,
  kindNamed,
  kindOfWord,
} from '../cells/kind-words.ts'
import type { NumberStyle } from '../cells/read-number.ts'
import { readWorth } from '../cells/read-worth.ts'
import { headingWords, saysNothing } from '../cells/words.ts'
import type { Worth } from '../cells/worth.ts'
import { withoutEndings } from '../cells/worth-endings.ts'
import { rolesOf } from '../headings/heading-list.ts'
import { ROLE_ROWS, rolesWith } from '../headings/roles.ts'
import type { Row } from '../tables/table.ts'
import { columnsIn, columnsOf, nameOf } from './cell-source.ts'
import type { ReadyMapping } from './load-mapping.ts'
import type { CellSource } from './mapping.ts'
import { isOfCountries, isOfCurrencies } from './row-currency.ts'

/** The beginning of what is expected of a value that a column of kinds or units contradicts. */
export const AGREES = 'a value that agrees with'

/** What would be expected instead of a value that a column of its row contradicts; undefined if none does. */
export type Contradiction = (row: Row, source: CellSource, worth: Worth) => string | undefined

/** Whether a value agrees with what a text says; undefined if the text is not understood as kind or unit. */
type Saying = (worth: Worth, isPrice: boolean) => boolean

interface Neighbour {
  column: string
  /** Whether a lookup of `benefit.kind` could read it. */
  areKinds: boolean
  /**
   * Undefined if the cell says nothing of the value.
   * @param isBare whether the value is a number without a unit
   */
  saying(text: string, isBare: boolean): Saying | undefined
  /** What other cells of a column of few short texts name. */
  kinds: ReadonlySet<BenefitKind>
}

const SIGN = /[%\p{Sc}]/u

/** Headings of these roles name, date or place an offer: none of their texts says a kind. */
const NAMING = rolesWith(({ reader }) =>
  ['code', 'name', 'places', 'address', 'weekdays', 'day', 'period', 'status', 'money'].includes(reader),
)

/**
 * @param columns all columns of the table
 * @param first the first rows of the table: they show which columns say kinds or units
 */
export function createContradiction(
  { offer, read }: ReadyMapping,
  columns: readonly string[],
  first: readonly Row[],
  style: NumberStyle,
): Contradiction {
  const { issuer, ref, title, category, comunas, merchant, url, weekdays, valid_from, valid_until } = offer
  const { kind = null, cap } = offer.benefit
  const naming = [issuer, category, comunas, merchant, url, weekdays, valid_from, valid_until, cap]
  // A title or ref of several columns may have one of them for the value, and the next for its kind.
  const single = [ref, title].map(({ column = '' }) => ({ column }))
  const mapped = new Set(columnsIn([...naming, ...single, kind, read?.skip]))
  const worths = offer.benefit.worth.map(columnsOf)
  const neighbours = columns.flatMap((column): Neighbour[] => {
    const roles = rolesOf(column).map(({ role }) => role)
    const isOfKinds = roles.includes('kind')
    // The column of kinds that the mapping reads says more than another one.
    const isNone = isOfKinds ? kind !== null : mapped.has(column) || NAMING.some((role) => role === roles[0])
    // A column that is part of every value is next to none.
    if (isNone || worths.every((own) => own.includes(column))) return []
    // A sign alone, such as "%", says nothing elsewhere.
    const texts = first
      .map((row) => textOf(row.get(column)))
      .filter((text) => !saysNothing(text) || SIGN.test(text))
    const neighbour = neighbourOf({ name: column, texts }, isOfKinds, style)
    return neighbour ? [neighbour] : []
  })
  const names = offer.benefit.worth.map(nameOf)
  const prices = new Set(names.filter((name) => rolesOf(name).some(({ role }) => role === 'price')))
  const interest = columns.filter(isOfInterest)
  return (row, source, worth) => {
    const rate = worth.kind === 'installments' ? rateIn(row, interest) : undefined
    if (rate !== undefined) return rate
    const name = nameOf(source)
    const own = columnsOf(source)
    const isBare = own.every((column) => isBareNumber(row.get(column)))
    const isOfAnswer = isBare && !own.some((column) => headsKind(column, worth.kind))
    const other = neighbours.find(({ column, saying, kinds }) => {
      const text = own.includes(column) ? '' : textOf(row.get(column))
      if (saysNothing(text) && !SIGN.test(text)) return false
      const agrees = saying(text, isBare)
      if (agrees) return !agrees(worth, prices.has(name))
      // An answer says what the numbers are: not next to another word than the one that names that kind.
      return isOfAnswer && kinds.has(worth.kind) && !OPEN_KIND.test(fold(text))
    })
    if (!other) return undefined
    const [quoted, says] = [other.column, textOf(row.get(other.column))].map((each) =>
      JSON.stringify(clip(each, 40)),
    )
    const wayOut = other.areKinds
      ? 'benefit.kind of the mapping reads it in each row'
      : `--benefit ${JSON.stringify(`${name} + ${other.column}`)} joins words`
    return `${AGREES} ${quoted}, which says ${says}; ${wayOut}`
  }
}

/** Whether the heading of a column of numbers says their kind, so that no answer has to. */
function headsKind(column: string, kind: BenefitKind): boolean {
  return rolesOf(column).some(({ role }) => ROLE_ROWS[role].kind === kind)
}

/** Headings of rates of interest; not of instalments "sin interés", which are none. */
const OF_INTEREST =
  /(?<!sin |sem |no |interest free )\b(?:tasa|taxa|rate|interes|interest|juros|zins|zinssatz|interets?|interessi|rente|cat|tea|tem|tan)\b(?! free)/
/** Headings that mean nothing else: a number without a sign under them is a rate, too. */
const OF_COST_OF_CREDIT =
  /\b(?:tae|cae|tna|apr|apy|taeg|cft|cftea|cftna|cet|effektivzins|jahreszins|jkp|rpsn|rrso|cost of credit|(?:cost[eo]|custo|carga|tasa|taxa)s? (?:anual )?(?:financier[oa]|efetiv[oa]|efectiv[oa])(?: anual)?(?: total)?)\b/

export function isOfInterest(heading: string): boolean {
  const words = headingWords(heading)
  return OF_INTEREST.test(words) || OF_COST_OF_CREDIT.test(words)
}

/** Instalments next to a rate of interest other than 0 are not free of it; undefined if there is none. */
function rateIn(row: Row, interest: readonly string[]): string | undefined {
  const column = interest.find((each) => {
    const text = textOf(row.get(each))
    if (!/[1-9]/.test(text)) return false
    // A column of instalments may be headed by the word for interest as well.
    return (
      OF_COST_OF_CREDIT.test(headingWords(each)) ||
      /%|[.,]|\b(?:mensual|anual|monthly|annual|p ?\.?[am]\.?)/i.test(text)
    )
  })
  if (column === undefined) return undefined
  const [quoted, says] = [column, textOf(row.get(column))].map((each) => JSON.stringify(clip(each, 40)))
  return `instalments without interest: ${quoted} says ${says}`
}

/** In a column of fragments, at least one cell in 20 is understood. */
const RARELY = 20

/** The column as a neighbour; undefined if its texts say no kinds. */
function neighbourOf(
  column: { name: string; texts: readonly string[] },
  isOfKinds: boolean,
  style: NumberStyle,
): Neighbour | undefined {
  const { name, texts } = column
  if (isFlag(column)) {
    return {
      column: name,
      areKinds: true,
      kinds: new Set(),
      saying(text) {
        const answer = flagIn(name, text)
        return answer && ofFlag(answer)
      },
    }
  }
  if (!isOfKinds && areCurrencies(column)) return undefined
  const known = new Map<string, Saying | undefined>()
  const areOfKinds = areKinds(column)
  const sayingIn = (text: string, areFragments: boolean) => {
    if (known.has(text)) return known.get(text)
    if (known.size >= MAX_KNOWN) known.clear()
    const saying = readSaying(text, { isOfKinds, areOfKinds, areFragments, style })
    known.set(text, saying)
    return saying
  }
  const understood = texts.filter((text) => sayingIn(text, false) !== undefined).length
  if (understood === 0 && !isOfKinds) return undefined
  const areFragments = understood * RARELY >= texts.length
  const areUnits = texts.filter((text) => isUnit(text, style)).length * 2 >= texts.length
  known.clear()
  const saying = (text: string, isBare: boolean) => {
    // A number and its unit are one text in two cells, which is not understood with another word in it.
    return sayingIn(text, areFragments) ?? (areUnits && isBare ? NEVER : undefined)
  }
  return { column: name, areKinds: areOfKinds, saying, kinds: kindsIn(texts) }
}

/** More different texts, or longer ones, are no kinds. */
const MAX_KINDS = 12
const MAX_KIND_CHARACTERS = 30

/** The kinds that a column of few short texts names. */
function kindsIn(texts: readonly string[]): ReadonlySet<BenefitKind> {
  const different = [...new Set(texts)]
  const isWord = (text: string) => text.length <= MAX_KIND_CHARACTERS && !/\d/.test(text)
  if (different.length > MAX_KINDS || !different.every(isWord)) return new Set()
  return new Set(different.flatMap((text) => kindOfWord(text) ?? []))
}

/** Whether a text is the unit of a number, such as "%", "USD" or "% off". */
function isUnit(text: string, style: NumberStyle): boolean {
  if (/\d/.test(text)) return false
  return SIGN.test(text) || currencyOf(text, null) !== undefined || behindFigure(text, style) !== undefined
}

/** Bounds memory: different texts of a column that are kept. */
const MAX_KNOWN = 5000

/** Codes of currencies say nothing of percentages in other rows, unless there is a `%` among them. */
function areCurrencies({ name, texts }: { name: string; texts: readonly string[] }): boolean {
  if (texts.includes('%')) return false
  return isOfCurrencies(name) || isOfCountries(name) || texts.every(isSureCode)
}

interface TextContext {
  /** Whether the heading names kinds. */
  isOfKinds: boolean
  /** Whether half of the texts name kinds. */
  areOfKinds: boolean
  areFragments: boolean
  style: NumberStyle
}

/** Longer texts are sentences. */
const MAX_CHARACTERS = 60

function readSaying(
  text: string,
  { isOfKinds, areOfKinds, areFragments, style }: TextContext,
): Saying | undefined {
  const isShort = text.length <= MAX_CHARACTERS
  const { bare } = isShort ? withoutEndings(text, style) : { bare: text }
  // "Sin tope" and "online" say nothing of the kind, wherever they are.
  if (bare === '') return undefined
  const saying = isShort
    ? sayingOf(bare, { isOfKinds, isOpen: areOfKinds || areFragments, style })
    : undefined
  // "10%" and "en pase anual": the text says more than the value.
  return saying ?? (areFragments && PREPOSITION.test(fold(text)) ? NEVER : undefined)
}

const NEVER: Saying = () => false

/** Words that leave the kind open. */
const OPEN_KIND = /^(?:otr[oa]s?|outr[oa]s?|other|combo|absolut[oae])$/

/** @param isOpen whether other texts of the column say kinds: then words that have other meanings elsewhere do, too */
function sayingOf(
  text: string,
  { isOfKinds, isOpen, style }: { isOfKinds: boolean; isOpen: boolean; style: NumberStyle },
): Saying | undefined {
  if (isAnyDiscount(text)) return ({ kind }) => kind !== 'cashback'
  const unit = currencyOf(text, null)
  if (unit !== undefined) return isOpen ? ofCurrency(unit) : undefined
  // "2x1" next to 50% is another benefit, unless the heading says that it is the kind.
  // In "€ off", the sign says more than the word.
  const isWord = (isOfKinds || !/\d/.test(text)) && !/\p{Sc}/u.test(text)
  const kind = isWord ? (isOpen ? kindNamed(text) : kindOfWord(text)) : undefined
  if (kind === 'other') return isOpen && !OPEN_KIND.test(fold(text)) ? NEVER : undefined
  return kind === undefined ? behindFigure(text, style) : ofKind(kind)
}

/** @param currency null if the sign may stand for several */
function ofCurrency(currency: string | null): Saying {
  return (worth) => worth.currency !== null && (currency === null || worth.currency === currency)
}

function ofKind(kind: Worth['kind']): Saying {
  // A price says itself what it is: "percentage" is about the discount next to it.
  const isOfDiscount = kind === 'percentage' || kind === 'amount'
  return (worth, isPrice) =>
    (isPrice && isOfDiscount && worth.kind === 'fixed_price') || isOfKind(worth, kind)
}

function isOfKind(worth: Worth, kind: Worth['kind']): boolean {
  if (kind === 'percentage') return worth.currency === null && ['percentage', 'cashback'].includes(worth.kind)
  return kind === 'amount' ? worth.currency !== null && worth.kind !== 'fixed_price' : worth.kind === kind
}

function ofFlag({ kind, isTrue }: FlagAnswer): Saying {
  return isTrue ? ofKind(kind) : (worth) => !isOfKind(worth, kind)
}

/** What a text says behind a figure, such as "de cashback" or "% off": tried with a figure of each unit. */
function behindFigure(text: string, style: NumberStyle): Saying | undefined {
  const others = [
    `${FIGURE}%`,
    `${style.currency ?? 'USD'} ${FIGURE}`,
    ...[' cuotas', ' meses', 'x'].map((unit) => FIGURE + unit),
  ]
  // "€ off" brings the unit of its figure with it.
  const figures = [`${FIGURE}`, ...(/\p{Sc}/u.test(text) ? [] : others)]
  const worths = figures.flatMap((figure) => {
    const result = readWorth(`${figure} ${text}`, { as: 'discount' }, style)
    return 'value' in result && result.value.worth.value === FIGURE ? [result.value.worth] : []
  })
  if (worths.length === 0) return undefined
  const isMoney = ({ currency }: Worth) => currency !== null
  return (worth) => worths.some((each) => each.kind === worth.kind && isMoney(each) === isMoney(worth))
}

/** Any number that can be a percentage, an amount and a number of instalments. */
const FIGURE = 20

/** Prepositions with which a text may go on behind a figure, in the languages of the tables, folded. */
const PREPOSITION = new RegExp(
  `^(?:${[
    'de|del|en|por|para|con|sin|al?|sobre|desde|hasta|entre|como|segun',
    'd[oa]s?|em|n[oa]s?|com|sem|aos?|pel[oa]|ate',
    'of|in|on|for|with|at|to|from|per|when|by|as|into|via',
    'du|des|sur|pour|avec|dans|aux?|chez|par|sous',
    'di|dell[ao]|dei|degli|su|sull?|sulla|sui|per|dal|dalla|alla|nel|nella|come',
    'auf|fur|mit|bei|beim|im|ins|von|vom|zu|zum|zur|als|ab|an|am|uber|pro',
    'op|van|voor|met|bij|aan|naar|uit|te',
    'la|pe|din|cu|pentru|prin|sub|ca|z|w|od|do|za|dla|przy|pa|av|med|i|till?|fran?',
    'на|в|с|за|от|для|по|до|при',
  ].join('|')})(?!\\p{L})|^(?:d|l|all|dell|nell|sull)['’]`,
  'u',
)
