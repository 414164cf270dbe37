// Proposes the columns of the benefit, by headings and values.

import { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { COUNTRIES } from '../cells/countries.ts'
import { headingWords } from '../cells/words.ts'
import { isOldPriceHeading, roleOf, rolesOf } from '../headings/heading-list.ts'
import type { Role } from '../headings/roles.ts'
import { columnsIn, nameOf } from '../mapping/cell-source.ts'
import type { CellSource, Mapping, WorthSource } from '../mapping/mapping.ts'
import { type Answers, NO_COLUMN } from './answers.ts'
import { areKinds, isAnyDiscount, kindIn } from './kind-words.ts'
import type { ColumnSample } from './look-at-values.ts'
import type { Question, Remarks } from './questions.ts'
import type { TableColumns } from './table-columns.ts'
import { areBareNumbers, arePercentages, mentionFigures } from './what-columns-hold.ts'

type ProposedBenefit = Mapping['offer']['benefit']

/** @param remarks questions, and decisions to check, are added here */
export function proposeBenefit(
  columns: TableColumns,
  title: CellSource | null,
  { remarks, answers }: { remarks: Remarks; answers: Answers },
): ProposedBenefit {
  const { doubts, questions } = remarks
  const likeliest = readable(columns, 'benefit')
  if (likeliest?.texts.length === 0) throw withoutCells('benefit', likeliest)
  const kinds = proposeKind(columns, answers.value)
  const sampleOfKinds = columns.inRole('kind')
  // Figures without a unit are left to the column of kinds only if most of its texts are known.
  const kind = sampleOfKinds && areKinds(sampleOfKinds) ? kinds : null
  // Once a person has said which column has the values, others without a unit are something else.
  const isOther = answers.value !== undefined && kind === null && likeliest && areBareNumbers(likeliest)
  const benefit = isOther ? undefined : likeliest
  // "none" says that no text states the benefit.
  const sentence = answers.benefit === NO_COLUMN ? undefined : sentenceOf(columns, title)
  const isTitle = sentence !== undefined && columnsIn(title).includes(sentence)
  const [text] = sentence === undefined || isTitle ? [] : columns.named([sentence])
  const summary = benefit !== undefined && !areBareNumbers(benefit) ? benefit : text
  const discounts: WorthSource[] = [
    ...figures(columns, { kind, remarks, answers }),
    ...(benefit ? [benefitSource(benefit, { kind, questions })] : []),
    ...(sentence !== undefined && benefit?.name !== sentence
      ? [{ as: 'text' as const, column: sentence }]
      : []),
  ]
  const prices = priceSources(columns, remarks, answers)
  const [paid] = prices
  if (paid?.column !== undefined && answers.value?.startsWith(paid.column) && discounts.length > 0)
    doubts.push(
      `--value: ${paid.column} is read in rows without a value in ${discounts.map(nameOf).join(' or ')}`,
    )
  const worth = [...discounts, ...prices]
  const canBeCapped = worth.some(({ as }) => as !== 'fixed_price')
  const isCapNamed = answers.cap !== undefined
  return {
    worth,
    kind: kinds,
    cap: canBeCapped || isCapNamed ? proposeCap(columns, isCapNamed) : null,
    summary: summary ? { column: summary.name } : title,
  }
}

function withoutCells(option: string, { name }: ColumnSample): OperatorError {
  return new OperatorError(
    'usage',
    `--${option}: ${JSON.stringify(clip(name))} has no texts and no numbers, as a list of objects has none; name another column, or write each of these objects as a record`,
  )
}

/** The first column with figures among title and descriptions, or else a title with a known heading. */
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
  if (asked === sample.name || asked?.startsWith(`${sample.name} as `)) {
    throw new OperatorError(
      'usage',
      `--value: ${JSON.stringify(clip(sample.name))} holds amounts without a sign, expected signs, as ${JSON.stringify(clip(name))} has several currencies (${codes.slice(0, 5).join(', ')}); add them, or import without that column`,
    )
  }
  return undefined
}

/** The columns of figures, such as "Discount %". They are read before sentences and prices. */
function figures(
  columns: TableColumns,
  { kind, remarks, answers }: { kind: CellSource | null; remarks: Remarks; answers: Answers },
): WorthSource[] {
  const { doubts, questions } = remarks
  return (['percentage', 'cashback', 'installments', 'amount'] as const).flatMap((as): WorthSource[] => {
    const sample = as === 'amount' ? readable(columns, as, answers.value) : columns.inRole(as)
    if (!sample) return []
    if (sample.texts.length === 0) throw withoutCells('value', sample)
    // Next to a price, "amount" may be the amount of anything.
    if (as === 'amount' && kind === null && isOpen(sample) && answers.value === undefined) {
      if (columns.inRole('price') !== undefined) return []
      questions.push(paidQuestion(sample))
    }
    if (as === 'amount' && answers.value === undefined && mayBeCents(sample, columns, answers.country))
      questions.push(centsQuestion(sample, 'amount'))
    // "Discount amount" next to "percent" and "fixed" is a percentage in some rows.
    if (as === 'amount' && kind && areBareNumbers(sample)) return [{ as: 'value', column: sample.name }]
    if (as === 'cashback' && areBareNumbers(sample)) {
      const numbers = sample.texts.map((text) => Number(text.replace(',', '.')))
      // If all are up to 1, they may be shares of one.
      const areShares = numbers.every((number) => number <= 100) && numbers.some((number) => number > 1)
      doubts.push(
        `${JSON.stringify(sample.name)} holds numbers without a unit: ${areShares ? 'they are read as percentages' : 'those up to 100 are not read, the others are money'}`,
      )
      return [{ as, column: sample.name, ...(areShares ? { unit: 'percent' as const } : {}) }]
    }
    return [figureSource(as, sample, answers.value)]
  })
}

/** @param said the answer that says what the figures are */
function figureSource(as: WorthSource['as'], { name }: ColumnSample, said: string | undefined): WorthSource {
  return { as, column: name, ...(said === `${name} as cents` ? { unit: 'cents' } : {}) }
}

/** Whether a heading says neither that its money is taken off nor that it is paid. */
function isOpen({ name }: ColumnSample): boolean {
  return /^(?:amount|monto|betrag|montant|importo|suma)$/.test(headingWords(name.split('/').at(-1) ?? ''))
}

function paidQuestion({ name, texts: [first = ''] }: ColumnSample): Question {
  const what = `what is ${JSON.stringify(clip(first))} in ${JSON.stringify(clip(name))}?`
  return questionOfKind(what, name, { amount: 'it is taken off', fixed_price: 'it is the price to pay' })
}

/** @param readings what each kind means */
function questionOfKind(what: string, name: string, readings: Readonly<Record<string, string>>): Question {
  const kinds = Object.entries(readings).map(([as, is]) => `${JSON.stringify(`${name} as ${as}`)} if ${is}`)
  return { pointer: '/offer/benefit/worth', text: `${what} ${kinds.join(', ')}` }
}

/** Prices come last, because a discount in words says more. */
function priceSources(columns: TableColumns, remarks: Remarks, { value, country }: Answers): WorthSource[] {
  const sample = readable(columns, 'price', value)
  if (!sample) return []
  if (mayBeCents(sample, columns, country) && !value?.startsWith(sample.name)) {
    if (value === undefined) remarks.questions.push(centsQuestion(sample, 'fixed_price'))
    else {
      remarks.doubts.push(
        `${JSON.stringify(sample.name)} may be in cents, and is not read: --value ${JSON.stringify(`${sample.name} as cents`)} or "as fixed_price" says which`,
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
  const [currency = COUNTRIES.get(country)?.currency] = columns.currencies.codes
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

function centsQuestion({ name, texts }: ColumnSample, kind: 'amount' | 'fixed_price'): Question {
  const example = texts.find(isPaid) ?? ''
  return questionOfKind(`are the whole numbers of ${JSON.stringify(name)} cents?`, name, {
    cents: `${example} is ${(Number(example) / 100).toFixed(2)}`,
    [kind]: `${example} is ${example}`,
  })
}

/** Bare numbers under "Descuento" are percentages only if a person or another column says so. */
function benefitSource(
  benefit: ColumnSample,
  { kind, questions }: { kind: CellSource | null; questions: Question[] },
): WorthSource {
  if (roleOf(benefit.name)?.role === 'cashback' && arePercentages(benefit))
    return { as: 'cashback', column: benefit.name }
  // "New price with discount" is what is paid, not what is taken off.
  if (rolesOf(benefit.name).some(({ role }) => role === 'price') && !arePercentages(benefit))
    return { as: 'fixed_price', column: benefit.name }
  if (!areBareNumbers(benefit)) {
    const isDiscount =
      /descuento|desconto|discount|dcto|dto|savings|ahorro|rebaja|rabatt|nachlass|remise|reduction|rabais|sconto|riduzione|reducere/.test(
        fold(benefit.name),
      )
    return { as: isDiscount || arePercentages(benefit) ? 'discount' : 'text', column: benefit.name }
  }
  if (kind) return { as: 'value', column: benefit.name }
  const [first = ''] = benefit.texts
  questions.push({
    pointer: '/offer/benefit/worth',
    text: `what is ${JSON.stringify(clip(first))} in ${JSON.stringify(clip(benefit.name))}? ${JSON.stringify(`${benefit.name} as percentage`)}, or amount, cashback, fixed_price, cents, installments; ${JSON.stringify(NO_COLUMN)} leaves it out`,
  })
  return { as: 'text', column: benefit.name }
}

/**
 * The kinds that a column names, by its texts; unknown texts are left out.
 * @param asked the answer `--value`: after "Discount as amount", the text "discount" also means an amount
 */
function proposeKind(columns: TableColumns, asked = ''): CellSource | null {
  const sample = columns.inRole('kind')
  if (!sample) return null
  const usual = areKinds(sample) ? 'percentage' : undefined
  const ofDiscount = asked.endsWith(' as amount') ? 'amount' : usual
  const kinds = [...new Set(sample.texts)].slice(0, MAX_KINDS).flatMap((text) => {
    const kind = isAnyDiscount(text) ? ofDiscount : kindIn(sample, text)
    return kind === undefined ? [] : [[text, kind] as const]
  })
  return kinds.length > 0 ? { column: sample.name, lookup: Object.fromEntries(kinds) } : null
}

const MAX_KINDS = 30

/**
 * The column of the upper limit in money. Not proposed: "Max discount" of up to 100, which may be a percentage, and "max"
 * next to "min", which is the end of a range.
 */
function proposeCap(columns: TableColumns, isNamed: boolean): CellSource | null {
  const sample = isNamed ? columns.inRole('cap') : readable(columns, 'cap')
  if (!sample) return null
  if (isNamed) return { column: sample.name }
  const heading = fold(sample.name)
  const isUpTo100 =
    areBareNumbers(sample) && sample.texts.every((text) => Number(text.replace(',', '.')) <= 100)
  const mayBeShares = isUpTo100 && /discount|descuento|desconto|dcto|rabatt|remise|sconto|off\b/.test(heading)
  const minimum = heading.replace('max', 'min')
  const isRange = columns.names.some((name) => name !== sample.name && fold(name) === minimum)
  return mayBeShares || isRange ? null : { column: sample.name }
}
