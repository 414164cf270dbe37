// Proposes the columns of the benefit, by headings and values.

import type { BenefitKind } from '../../contract/offers/offer.ts'
import type { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { columnsNamed } from '../asking/answered-columns.ts'
import { ANSWERS, type Answers, likelyValue, NO_COLUMN, readColumnAnswer } from '../asking/answers.ts'
import type { Question, QuestionPointer, Remarks } from '../asking/questions.ts'
import { refusal } from '../asking/refusals.ts'
import { textOf } from '../cells/cell.ts'
import { COUNTRIES } from '../cells/countries.ts'
import { areKinds, isAnyDiscount, isFlag, kindIn } from '../cells/kind-words.ts'
import { wordFor, wordsForNumbers } from '../cells/value-words.ts'
import { headingWords, lastWords, saysNothing } from '../cells/words.ts'
import { isOldPriceHeading, roleOf, rolesOf } from '../headings/heading-list.ts'
import { ROLE_ROWS, type Role, rolesWith } from '../headings/roles.ts'
import { columnsIn, nameOf } from '../mapping/cell-source.ts'
import type { CapSource, CellSource, Mapping, WorthSource } from '../mapping/mapping.ts'
import type { Row } from '../tables/table.ts'
import { type ColumnSample, sampleOf } from './look-at-values.ts'
import type { TableColumns } from './table-columns.ts'
import { areBareNumbers, arePercentages, mentionFigures } from './what-columns-hold.ts'

type ProposedBenefit = Mapping['offer']['benefit']

/**
 * Proposes the columns of the benefit. A row tries the sources of kind and value in their order: figures, the column of
 * benefits, a text that states the benefit, prices.
 * @param title the proposed title, which may state the benefit, and is the summary if no other text is
 * @param remarks questions, and decisions to check, are added here
 * @throws {OperatorError} `usage` if a column that an answer names cannot be read
 */
export function proposeBenefit(
  columns: TableColumns,
  title: CellSource | null,
  { remarks, answers }: { remarks: Remarks; answers: Answers },
): ProposedBenefit {
  // The answer decides the value of all rows; neighbours.ts compares it with the kinds.
  const isDecided = readColumnAnswer(answers.value ?? '', columns.names).valueWord !== undefined
  if (isDecided) remarks.doubts.push(...costOfValue(columns, answers))
  const kindColumn = isDecided ? undefined : columns.inRole('kind')
  const lookup = kindColumn ? proposeKind(kindColumn) : null
  // Figures without a unit are left to the column of kinds only if at least half of its texts are known.
  const kind = kindColumn && areKinds(kindColumn) ? lookup : null
  const benefit = benefitColumn(columns, kind, answers)
  // "none" says that no text states the benefit.
  const sentence = answers.benefit === NO_COLUMN ? undefined : sentenceOf(columns, title)
  const discounts = figures(columns, { kind, remarks, answers })
  const words = wordsIn(columns, answers)
  if (benefit && !isDecided) {
    const context = { kind, columns, questions: remarks.questions, answers }
    discounts.push(words ? { as: asOf(benefit), ...words } : benefitSource(benefit, context))
  }
  if (sentence !== undefined && sentence !== benefit?.name && !isDecided)
    discounts.push({ as: 'text', column: sentence })
  const prices = priceSources(columns, remarks, answers)
  const [price] = prices
  if (price?.column !== undefined && isNamedBy(answers.value, price.column) && discounts.length > 0)
    remarks.doubts.push(
      `--value: ${price.column} is read in rows without a value in ${discounts.map(nameOf).join(' or ')}`,
    )
  const worth = [...discounts, ...prices]
  if (answers.value === undefined && kindColumn && isFlag(kindColumn))
    askForFlag(kindColumn, columns.named(discounts.map(nameOf)).find(areBareNumbers), remarks)
  const canBeCapped = worth.some(({ as }) => as !== 'fixed_price')
  const isCapNamed = answers.cap !== undefined
  return {
    worth,
    kind: lookup,
    cap: canBeCapped || isCapNamed ? proposeCap(columns, remarks, answers) : null,
    summary: withConditions(words ?? summaryOf(title, { benefit, sentence }), columns, remarks),
  }
}

/** The columns of words that the answer `--benefit` joins; undefined if it names one, or none. */
function wordsIn({ names }: TableColumns, { benefit }: Answers): CellSource | undefined {
  if (benefit === undefined || benefit === NO_COLUMN) return undefined
  const words = columnsNamed('benefit', benefit, { columns: names, join: ' ' })
  return words.columns && words
}

/** Asks what the bare numbers of a column are, next to a column of yes and no about their kind. */
function askForFlag(flag: ColumnSample, figures: ColumnSample | undefined, { questions }: Remarks): void {
  if (!figures || questions.some(({ pointer }) => pointer === '/offer/benefit/worth')) return
  const [name, other] = [figures.name, flag.name].map((each) => JSON.stringify(clip(each)))
  const each = `what are the numbers of ${name}? ${name} if ${other} says it in each row,`
  questions.push(
    questionOfKind(each, figures.name, {
      [wordFor('percentage')]: 'all are percentages',
      [wordFor('amount')]: 'all are money off',
    }),
  )
}

/** Whether the answer `--value` names a column, with or without what its figures are. */
function isNamedBy(answer: string | undefined, column: string): boolean {
  return answer === column || (answer !== undefined && readColumnAnswer(answer).column === column)
}

/**
 * The column that says the benefit. Once a person has said which column has the values, one without units is something
 * else, unless a column of kinds says what.
 */
function benefitColumn(
  columns: TableColumns,
  kind: CellSource | null,
  { value }: Answers,
): ColumnSample | undefined {
  const likeliest = readable(columns, 'benefit', value)
  if (likeliest?.texts.length === 0) throw withoutCells('benefit', likeliest)
  const isOther = value !== undefined && kind === null && likeliest && areBareNumbers(likeliest)
  return isOther ? undefined : likeliest
}

/** The texts that describe the benefit for people; the title if no other column does. */
function summaryOf(
  title: CellSource | null,
  { benefit, sentence }: { benefit: ColumnSample | undefined; sentence: string | undefined },
): CellSource | null {
  if (benefit && !areBareNumbers(benefit)) return { column: benefit.name }
  if (sentence === undefined || columnsIn(title).includes(sentence)) return title
  return { column: sentence }
}

/** Headings of conditions, and cells that state one. */
const CONDITIONS =
  /^(?:condicion(?:es)?|condicao|condicoes|condition|conditions|restriccion(?:es)?|restricao|restrictions?|requisitos?|requirements?|aplica(?: a| en| sobre| para)?|applies to|aplica se a|valido (?:para|en|sobre)|valid for|compra minima|monto minimo|minimo(?: de)? compra|minimum|minimum (?:spend|purchase|order)|mindestbestellwert|mindesteinkauf|bedingung(?:en)?|condizioni|para quien|quien|dirigido a|exclusivo(?: para)?|gilt fur)$/
const CONDITION_CELL =
  /\b(?:(?:2|3|segund|tercer|second|third|zweite|deuxieme|seconda)[aoªº.]* ?(?:da|nd|rd)? ?(?:unidad|unidade|unit|item|artikel|article|producto|product|pieza)|(?:sobre|over|above|desde|min|minimo|minimum|ab) ?\p{Sc} ?\d|soci[oa]s?|members?(?: only)?|mitglieder|solo (?:clientes|socios|afiliados)|nuevos clientes|new customers)\b/u

/** Longer texts are terms. */
const MAX_CONDITION = 80

/** Adds the columns that state a condition to the summary: "50%" is not the same next to "2ª unidad". */
function withConditions(
  summary: CellSource | null,
  columns: TableColumns,
  { doubts }: Remarks,
): CellSource | null {
  if (!summary) return null
  const own = columnsIn(summary)
  const conditions = columns.named(columns.names).filter(({ name, texts }) => {
    const isOther = own.includes(name) || rolesOf(name).length > 0 || texts.length === 0
    const isShort = texts.every((text) => text.length <= MAX_CONDITION)
    const isCalledSo = CONDITIONS.test(lastWords(name))
    return !isOther && isShort && (isCalledSo || texts.some((text) => CONDITION_CELL.test(fold(text))))
  })
  if (conditions.length === 0) return summary
  const names = conditions.map(({ name }) => name)
  doubts.push(
    `/offer/benefit/summary: ${names.map((each) => JSON.stringify(clip(each))).join(' and ')} may state a condition, and ${names.length === 1 ? 'joins' : 'join'} the summary`,
  )
  return { columns: [...own, ...names], join: summary.join ?? ', ' }
}

/** Only a column that a person named may be empty: no other empty column has a role here. */
function withoutCells(option: string, { name }: ColumnSample): OperatorError {
  return refusal('noCells', { option, column: JSON.stringify(clip(name)) })
}

/**
 * The column of sentences that may state the benefit: the first with figures among title and descriptions, or else a
 * title with a known heading.
 */
function sentenceOf(columns: TableColumns, title: CellSource | null): string | undefined {
  const namesOf = (role: Role) => columns.candidates(role).map(({ name }) => name)
  const known = [...namesOf('title'), ...namesOf('name'), ...namesOf('description')]
  const titles = columnsIn(title)
  const withFigures = columns
    .named([...titles, ...namesOf('title'), ...namesOf('description')])
    .find(mentionFigures)
  return withFigures?.name ?? titles.find((column) => known.includes(column))
}

/**
 * The column of a role, unless it holds bare numbers in several currencies.
 * @param asked the answer that names the column with the value
 * @throws {OperatorError} `usage` if it names such a column
 */
function readable(columns: TableColumns, role: Role, asked?: string): ColumnSample | undefined {
  const sample = columns.inRole(role)
  const { name, codes } = columns.currencies
  if (!sample || codes.length < 2 || !areBareNumbers(sample)) return sample
  if (isNamedBy(asked, sample.name)) {
    throw refusal('severalCurrencies', {
      column: JSON.stringify(clip(sample.name)),
      currencies: JSON.stringify(clip(name)),
      codes: codes.slice(0, 5).join(', '),
      percentage:
        role === 'benefit' ? JSON.stringify(`${clip(sample.name)} as ${wordFor('percentage')}`) : undefined,
    })
  }
  return undefined
}

interface FigureContext {
  /** The column that says what numbers without a unit are. */
  kind: CellSource | null
  remarks: Remarks
  answers: Answers
}

/** The columns of figures, such as "Discount %". They are read before sentences and prices, in this order. */
function figures(columns: TableColumns, context: FigureContext): WorthSource[] {
  const { value } = context.answers
  return rolesWith(({ reader }) => reader === 'figure' || reader === 'form').flatMap(
    (role): WorthSource[] => {
      const { kind: as } = ROLE_ROWS[role]
      const sample = role === 'amount' ? readable(columns, role, value) : columns.inRole(role)
      if (!sample || as === null) return []
      if (sample.texts.length === 0) throw withoutCells('value', sample)
      if (as === 'amount') return amountSources(sample, columns, context)
      if (as === 'cashback' && areBareNumbers(sample)) return [bareCashback(sample, columns, context)]
      return [figureSource(as, sample, value)]
    },
  )
}

/**
 * The source of an amount. None if the heading is only "amount" next to a price, since that may be the amount of
 * anything; it is one after all if an answer or a column of kinds says what it is.
 */
function amountSources(
  sample: ColumnSample,
  columns: TableColumns,
  { kind, remarks: { questions }, answers }: FigureContext,
): WorthSource[] {
  if (answers.value === undefined && kind === null && isPlainAmount(sample)) {
    if (columns.inRole('price') !== undefined) return []
    questions.push(paidQuestion(sample))
  }
  // "Discount amount" next to "percent" and "fixed" is a percentage in some rows.
  if (kind && areBareNumbers(sample)) return [valueSource(sample, kind, { columns, questions, answers })]
  if (isUnitOpen(sample, answers) && mayBeCents(sample, columns, answers.country))
    questions.push(centsQuestion(sample, answers))
  return [figureSource('amount', sample, answers.value)]
}

/** Cash back in numbers without a unit: in percent if all may be. If all are up to 1, they may be shares of one. */
function bareCashback(
  sample: ColumnSample,
  columns: TableColumns,
  { remarks: { doubts, questions }, answers }: FigureContext,
): WorthSource {
  const { name, texts } = sample
  const source = figureSource('cashback', sample, answers.value)
  if (source.unit === 'cents') return source
  const numbers = texts.map((text) => Number(text.replace(',', '.')))
  const areInPercent = numbers.every((number) => number <= 100) && numbers.some((number) => number > 1)
  const how = areInPercent
    ? 'they are read as percentages'
    : 'those up to 100 are not read, the others are money'
  doubts.push(`${JSON.stringify(name)} holds numbers without a unit: ${how}`)
  if (areInPercent) return { ...source, unit: 'percent' }
  if (isUnitOpen(sample, answers) && mayBeCents(sample, columns, answers.country))
    questions.push(centsQuestion(sample, answers))
  return source
}

/** Whether no answer says the unit of the money of a column: none names another column, or this one without its unit. */
function isUnitOpen({ name }: ColumnSample, { value }: Answers): boolean {
  return (
    value === undefined ||
    (isNamedBy(value, name) && value !== name && readColumnAnswer(value).unit === undefined)
  )
}

/** @param answer `--value`: "Price as cents" sets the unit; any other kind is in `as` already */
function figureSource(as: WorthSource['as'], { name }: ColumnSample, answer = ''): WorthSource {
  const { column, valueWord, unit } = readColumnAnswer(answer)
  const source = { as, column: name }
  if (column !== name) return source
  const own = valueWord?.unit ?? (unit === 'cents' ? unit : undefined)
  return own ? { ...source, unit: own } : source
}

/** Whether a heading says neither that its money is taken off nor that it is paid. */
function isPlainAmount({ name }: ColumnSample): boolean {
  return /^(?:amount|monto|betrag|montant|importo|suma)$/.test(lastWords(name))
}

function paidQuestion({ name, texts: [first = ''] }: ColumnSample): Question {
  const what = `what is ${JSON.stringify(clip(first))} in ${JSON.stringify(clip(name))}?`
  return questionOfKind(what, name, {
    [wordFor('amount')]: 'it is taken off',
    [wordFor('fixed_price')]: 'it is the price to pay',
  })
}

/**
 * A question such as `what is "5" in "Monto"? "Monto as amount" if it is taken off, …`.
 * @param what its beginning
 * @param name the column
 * @param readings what each ending means
 */
function questionOfKind(what: string, name: string, readings: Readonly<Record<string, string>>): Question {
  const kinds = Object.entries(readings).map(([as, is]) => `${JSON.stringify(`${name} as ${as}`)} if ${is}`)
  return { pointer: '/offer/benefit/worth', text: `${what} ${kinds.join(', ')}` }
}

/** The column of prices, if there is one. It is read last, because a discount in words says more. */
function priceSources(columns: TableColumns, remarks: Remarks, { value, country }: Answers): WorthSource[] {
  const sample = readable(columns, 'price', value)
  if (!sample) return []
  if (mayBeCents(sample, columns, country)) {
    if (isUnitOpen(sample, { value })) remarks.questions.push(centsQuestion(sample, { value }))
    else if (!isNamedBy(value, sample.name)) {
      remarks.doubts.push(
        `${JSON.stringify(sample.name)} may be in cents, and is not read: --value ${JSON.stringify(`${sample.name} as cents`)} or "as units" says which`,
      )
      return []
    }
  }
  const highest = columns.names.find((name) => HIGHEST_PRICE.test(headingWords(name)))
  if (highest !== undefined)
    remarks.doubts.push(
      `${JSON.stringify(sample.name)} may be the lowest of several prices, since there is ${JSON.stringify(highest)}`,
    )
  return [figureSource('fixed_price', sample, value)]
}

/** The heading of the highest of several prices: "Precio máx". */
const HIGHEST_PRICE = /^(?:price|precio|preco|preis|prix|prezzo) max$/

/** Currencies in which most prices have decimals, or less than three digits. */
const LARGE_UNITS: ReadonlySet<string> = new Set('EUR USD GBP CHF AUD CAD NZD SGD'.split(' '))

/** Whether prices are whole numbers of mostly three digits or more, though the currency or other prices have cents. */
function mayBeCents(price: ColumnSample, columns: TableColumns, country = ''): boolean {
  const [code] = columns.currencies.codes
  const currency = code ?? COUNTRIES.get(country)?.currency
  const prices = price.texts.filter(isPaid)
  const areWhole = prices.every((text) => /^\d+$/.test(text))
  const long = prices.filter((text) => text.length >= 3).length
  if (!areWhole || long <= prices.length / 2) return false
  const others = columns
    .named(columns.names)
    .filter(({ name }) => isOldPriceHeading(name) || rolesOf(name).some(({ role }) => role === 'price'))
  const haveCents = others.some(({ texts }) => texts.some((text) => /\d[.,]\d\d?(?!\d)/.test(text)))
  return haveCents || LARGE_UNITS.has(currency ?? '')
}

/** Whether a price is not zero. In "0, 1999" only the second shows the unit. */
function isPaid(text: string): boolean {
  return !/^0+$/.test(text)
}

function centsQuestion(
  { name, texts }: ColumnSample,
  { value }: Answers,
  pointer: QuestionPointer = ANSWERS.value.at,
): Question {
  const example = texts.find(isPaid) ?? ''
  const { valueWord } = readColumnAnswer(value ?? '')
  const before = valueWord ? `${valueWord.word} in ` : ''
  const question = questionOfKind(`are the whole numbers of ${JSON.stringify(name)} cents?`, name, {
    [`${before}cents`]: `${example} is ${(Number(example) / 100).toFixed(2)}`,
    [`${before}units`]: `${example} is ${example}`,
  })
  return { ...question, pointer }
}

/**
 * How to read the column of benefits. Bare numbers in it have a kind only if a person or another column says which;
 * until then they are read as text, with a question.
 */
function benefitSource(
  benefit: ColumnSample,
  { kind, ...context }: { kind: CellSource | null } & ValueContext,
): WorthSource {
  if (roleOf(benefit.name)?.role === 'cashback' && arePercentages(benefit))
    return { as: 'cashback', column: benefit.name }
  // "New price with discount" is what is paid, not what is taken off.
  if (rolesOf(benefit.name).some(({ role }) => role === 'price') && !arePercentages(benefit))
    return { as: 'fixed_price', column: benefit.name }
  if (!areBareNumbers(benefit)) return { as: asOf(benefit), column: benefit.name }
  // The column of kinds says what the numbers are.
  if (kind) return valueSource(benefit, kind, context)
  const [first = ''] = benefit.texts
  const likely = likelyValue(benefit.name)
  context.questions.push({
    pointer: '/offer/benefit/worth',
    text: `what is ${JSON.stringify(clip(first))} in ${JSON.stringify(clip(benefit.name))}? ${JSON.stringify(likely)}, or ${wordsForNumbers([readColumnAnswer(likely).valueWord?.word])}; ${JSON.stringify(NO_COLUMN)} leaves it out`,
  })
  return { as: 'text', column: benefit.name }
}

interface ValueContext {
  columns: TableColumns
  questions: Question[]
  answers: Answers
}

/** Kinds whose figures are money. */
const OF_MONEY: ReadonlySet<string | null | undefined> = new Set<BenefitKind>(['amount', 'fixed_price'])

/** Numbers of which a column of kinds says what they are. Those that are money may be in cents. */
function valueSource(
  { name }: ColumnSample,
  kind: CellSource,
  { columns, questions, answers }: ValueContext,
): WorthSource {
  const ofMoney = columns.rows.filter((row) =>
    OF_MONEY.has(kind.lookup?.[textOf(row.get(kind.column ?? ''))]),
  )
  const money = sampleOf(
    name,
    ofMoney.map((row) => row.get(name)),
  )
  const isAsked = answers.value === undefined && money.texts.length > 0
  if (isAsked && mayBeCents(money, columns, answers.country)) questions.push(centsQuestion(money, answers))
  return figureSource('value', money, answers.value)
}

/** Rows that lose their value by an answer that decides one column for all rows. */
function costOfValue(columns: TableColumns, { value = '' }: Answers): string[] {
  const { column: name } = readColumnAnswer(value, columns.names)
  const others = columns.valueColumns.filter((each) => each !== name)
  const isFilled = (row: Row, column: string) => !saysNothing(textOf(row.get(column)))
  const losing = columns.rows.filter(
    (row) => !isFilled(row, name) && others.some((each) => isFilled(row, each)),
  )
  if (losing.length === 0) return []
  const unread = others.filter((column) => losing.some((row) => isFilled(row, column)))
  return [
    `--value: ${losing.length} of ${columns.rows.length} rows have nothing in ${JSON.stringify(clip(name))}, and get no value: ${unread.map((each) => JSON.stringify(clip(each))).join(', ')} ${unread.length === 1 ? 'is' : 'are'} not read`,
  ]
}

function asOf(benefit: ColumnSample): 'discount' | 'text' {
  return DISCOUNT.test(fold(benefit.name)) || arePercentages(benefit) ? 'discount' : 'text'
}

/** Headings under which an amount alone is taken off, folded. */
const DISCOUNT =
  /descuento|desconto|discount|dcto|dto|savings|ahorro|rebaja|rabatt|nachlass|remise|reduction|rabais|sconto|riduzione|reducere/

/** The kinds that a column names, by its texts; unknown texts are left out. */
function proposeKind(sample: ColumnSample): CellSource | null {
  // Among other kinds, "discount" is most likely a percentage.
  const ofDiscount = areKinds(sample) ? 'percentage' : undefined
  const kinds = [...new Set(sample.texts)].slice(0, MAX_KINDS).flatMap((text) => {
    const kind = isAnyDiscount(text) ? ofDiscount : kindIn(sample, text)
    return kind === undefined ? [] : [[text, kind] as const]
  })
  return kinds.length > 0 ? { column: sample.name, lookup: Object.fromEntries(kinds) } : null
}

/** A column of more different texts is no column of kinds. */
const MAX_KINDS = 30

/**
 * The column of the upper limit in money. Not proposed: bare numbers in several currencies; "Max discount" of up to
 * 100, which may be a percentage; "max" next to "min", which is the end of a range.
 * If a person has named the column, only its unit is asked about.
 */
function proposeCap(
  columns: TableColumns,
  { questions }: Remarks,
  { cap, country }: Answers,
): CapSource | null {
  const named = cap === undefined ? undefined : readColumnAnswer(cap, columns.names)
  const sample = cap === undefined ? readable(columns, 'cap') : columns.inRole('cap')
  if (!sample) return null
  const mayBeInCents = named?.unit === undefined && mayBeCents(sample, columns, country)
  if (named) {
    if (mayBeInCents) questions.push(centsQuestion(sample, {}, ANSWERS.cap.at))
    return { column: sample.name, ...(named.unit === 'cents' ? { unit: named.unit } : {}) }
  }
  const heading = fold(sample.name)
  const isUpTo100 =
    areBareNumbers(sample) && sample.texts.every((text) => Number(text.replace(',', '.')) <= 100)
  const mayBePercentage =
    isUpTo100 && /discount|descuento|desconto|dcto|rabatt|remise|sconto|off\b/.test(heading)
  const minimum = heading.replace('max', 'min')
  const isRange = columns.names.some((name) => name !== sample.name && fold(name) === minimum)
  if (mayBePercentage || isRange) return null
  if (mayBeInCents) questions.push(centsQuestion(sample, {}, ANSWERS.cap.at))
  return { column: sample.name }
}
