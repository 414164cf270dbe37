// Proposes a mapping from the headings and values of a table. A member that is not certain stays null, with a question.

import { OperatorError } from '../../lib/errors.ts'
import { andMore, clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { fold } from '../../lib/text/plain-letters.ts'
import { isAboutPlace, shapeQuestions } from '../account/shape-questions.ts'
import type { Surveyed } from '../account/survey.ts'
import type { TableAccount } from '../account/table-account.ts'
import { chosenColumns, columnsNamed, ignoredColumns, issuerFrom } from '../asking/answered-columns.ts'
import { ANSWERS, type Answers, likelyValue, NO_COLUMN, readColumnAnswer } from '../asking/answers.ts'
import { answerTo, type Question, type QuestionPointer, type Remarks } from '../asking/questions.ts'
import { COUNTRIES, writesIn1252 } from '../cells/countries.ts'
import { areKinds } from '../cells/kind-words.ts'
import { isOfDeletions } from '../cells/read-status.ts'
import { wordsForNumbers } from '../cells/value-words.ts'
import { isHeading, isOfOffers, roleOf, rolesOf } from '../headings/heading-list.ts'
import { type Role, rolesWith } from '../headings/roles.ts'
import { columnsIn, namesText } from '../mapping/cell-source.ts'
import { makeReady, type ReadyMapping } from '../mapping/load-mapping.ts'
import { createMapRow, type MappedRow } from '../mapping/map-row.ts'
import type { CellSource, Mapping } from '../mapping/mapping.ts'
import { AGREES, isOfInterest } from '../mapping/neighbours.ts'
import type { ReadCell } from '../mapping/row-reader.ts'
import { type Table, widestRow } from '../tables/table.ts'
import {
  askAboutDoubtful,
  askAboutPeriod,
  askToIgnore,
  findForms,
  findMoney,
  findRepeated,
  findUnread,
} from './column-questions.ts'
import type { ColumnSample } from './look-at-values.ts'
import { mayBeDeletions } from './may-be-deletions.ts'
import { proposeBenefit } from './propose-benefit.ts'
import { proposeFormats } from './propose-formats.ts'
import { isOfCodes, proposeRef, refNamed } from './propose-ref.ts'
import { proposeSkip } from './propose-skip.ts'
import {
  proposeCategory,
  proposeComunas,
  proposeDays,
  proposeMerchant,
  proposeTitle,
} from './propose-texts.ts'
import { TableColumns } from './table-columns.ts'
import {
  areAddresses,
  areBareNumbers,
  areDays,
  areDaysOrPeriods,
  arePages,
  arePercentages,
  mentionFigures,
} from './what-columns-hold.ts'

export interface Proposal extends Remarks {
  mapping: Mapping
  /** The columns that are not used. */
  unused: string[]
  /** The cells of each column. */
  samples: ReadonlyMap<string, ColumnSample>
}

/**
 * Proposes a mapping, with questions and remarks.
 * @throws {OperatorError} `usage` if an answer names a missing column or text, or a column of values that cannot be
 * read; `bad-source` if letters would be read wrong
 */
export function proposeMapping({ table, rows, account }: Surveyed, answers: Answers): Proposal {
  refuseOtherLetters(table, answers.country)
  // In a wider row, cells may be in the wrong columns.
  const widest = widestRow(table)
  const currency = COUNTRIES.get(answers.country ?? '')?.currency ?? null
  const fitting = rows.filter(({ width }) => width <= widest)
  const ignored = ignoredColumns(answers, table.columns)
  const names = table.columns.filter((column) => !ignored.includes(column))
  const columns = new TableColumns(names, fitting.length > 0 ? fitting : rows, currency)
  return new Proposer({ table, columns, account }, answers).proposal()
}

/** All bytes are valid Windows-1252, so `Żabka` in another encoding would be read as `¯abka`. */
function refuseOtherLetters({ file, reading }: Table, country: string | undefined): void {
  if (reading.encoding !== 'windows-1252' || country === undefined || writesIn1252(country)) return
  throw new OperatorError(
    'bad-source',
    `${file}: found bytes that are not UTF-8, expected UTF-8: Windows-1252, the other usual encoding, lacks letters of ${country}; save the table as "CSV UTF-8"`,
  )
}

/** Headings of figures that bound a benefit, in any case. */
const BOUND = /tope|cap\b|max|limit|teto/i

/** Enough rows to see whether benefits are understood. */
const ROWS_TRIED = 500

/** Roles whose figures are no values of a benefit. */
const NO_VALUES: readonly Role[] = rolesWith(({ reader }) =>
  ['code', 'day', 'weekdays', 'status'].includes(reader),
)

/** Whether a column that is not used may state the value of the benefit. */
function mayHoldValues(sample: ColumnSample): boolean {
  const isCode = areBareNumbers(sample) && isOfCodes(sample.name)
  const isOther = isCode || rolesOf(sample.name).some(({ role }) => NO_VALUES.includes(role))
  const isFigures = mentionFigures(sample) || areBareNumbers(sample)
  const isBound = BOUND.test(sample.name) || isOfInterest(sample.name)
  return isFigures && !isOther && !areAddresses(sample) && !areDaysOrPeriods(sample) && !isBound
}

/** Whether a cell states a value, though its offer may have none: another text of the row may limit it. */
function isValueRead({ member, isUnderstood }: ReadCell): boolean {
  return member === 'benefit.value' && isUnderstood
}

/** Columns that a question lists. */
const MAX_LISTED = 5

const REQUIRED = { constant: '(required)' }
/** No country has this code. */
const NO_COUNTRY = 'ZZ'

/** The mapping with placeholders for required members that it lacks: enough to read benefits by it. */
export function readyToShow({ catalogue, offer, ...mapping }: Mapping): ReadyMapping {
  const { country, time_zone, attribution } = catalogue
  const { ref, issuer, title } = offer
  const sources = { ref: ref ?? REQUIRED, issuer: issuer ?? REQUIRED, title: title ?? REQUIRED }
  const known = { country: country ?? NO_COUNTRY, time_zone: time_zone ?? 'UTC' }
  const shown = { ...known, attribution: attribution ?? REQUIRED.constant }
  return makeReady({ ...mapping, catalogue: shown, offer: { ...offer, ...sources } }, 'the mapping')
}

/** Whether an answer depends on no column, or may: the issuer can be a name. */
function isAboutNoColumn(question: Question): boolean {
  return isAboutPlace(question) || /^\/catalogue\/|^\/offer\/issuer$/.test(question.pointer)
}

class Proposer {
  readonly #table: Table
  readonly #columns: TableColumns
  readonly #answers: Answers
  readonly #account: TableAccount
  readonly #remarks: Remarks = { questions: [], doubts: [] }

  constructor(
    { table, columns, account }: { table: Table; columns: TableColumns; account: TableAccount },
    answers: Answers,
  ) {
    this.#table = table
    this.#account = account
    this.#columns = columns
    this.#answers = answers
    columns.choose(chosenColumns(answers, columns.names, (name) => this.#roleOfValue(name)))
  }

  /**
   * The role of the column that `--value` names without a kind; undefined if neither cells nor heading say what its
   * figures are. Bare numbers are read as a benefit, by the column of kinds. Money under a known heading is taken off,
   * unless it is a price.
   */
  #roleOfValue(name: string): Role | undefined {
    const [sample] = this.#columns.named([name])
    const kinds = this.#columns.inRole('kind')
    if (!sample || areBareNumbers(sample)) return kinds && areKinds(kinds) ? 'benefit' : undefined
    const role = roleOf(name)?.role
    if (role === 'cashback') return role
    if (arePercentages(sample)) return 'percentage'
    // Its sign says what a percentage is.
    if (role === undefined && sample.texts.some((text) => text.includes('%'))) return 'benefit'
    return role === undefined || role === 'price' ? role : 'amount'
  }

  proposal(): Proposal {
    this.#doubtReading()
    this.#remarks.questions.push(...shapeQuestions(this.#account, this.#answers))
    const ignored = ignoredColumns(this.#answers, this.#table.columns)
    const offer = this.#offer()
    const skip = proposeSkip(this.#columns, this.#remarks, { answer: this.#answers.skipStatus, offer })
    const columnsRead = columnsIn([offer, skip])
    const dayColumns = columnsIn([offer.valid_from, offer.valid_until])
    // A column that is only one of several in the ref is listed as unused, since its text is not published.
    const shown = columnsIn([{ ...offer, ref: offer.ref?.column === undefined ? null : offer.ref }, skip])
    const unused = this.#columns.names.filter((column) => !shown.includes(column))
    this.#doubtWeekdays(offer)
    const formats = proposeFormats(this.#columns, this.#remarks, {
      country: this.#answers.country ?? null,
      columnsRead,
      dayColumns,
    })
    const mapping: Mapping = {
      catalogue: this.#catalogue(offer, formats.dates.includes('instant')),
      read: {
        ...this.#table.reading,
        ...(ignored.length > 0 ? { ignore: ignored } : {}),
        ...(skip.length > 0 ? { skip } : {}),
      },
      shape: this.#account.shape,
      formats,
      issuer_type: this.#issuerType(),
      offer,
    }
    const style = { decimal: formats.decimal, currency: formats.currency }
    const context = { columns: this.#columns, answers: this.#answers, style }
    const unread = this.#columns.names.filter((column) => !columnsRead.includes(column))
    const repeated = findRepeated(this.#account.repeated, context)
    this.#askAll([...askAboutDoubtful(context), ...askAboutPeriod(offer, context)])
    this.#askForDays(offer, this.#columns.named(unused))
    this.#doubtBenefit(mapping, this.#columns.named(unused))
    // A column that is asked about for another reason is named only once.
    const asked = [
      ...repeated.flatMap((each) => each.columns),
      ...this.#remarks.questions.map(({ text }) => text),
    ]
    const isOpen = ({ name }: ColumnSample) =>
      !asked.some((text) => text === name || text.includes(JSON.stringify(clip(name))))
    const left = this.#columns.named(unread).filter(isOpen)
    const unclear = [
      ...repeated,
      ...findUnread(left, context),
      ...findMoney(left, offer, context),
      ...findForms(left, offer, context),
    ]
    this.#remarks.questions.push(...askToIgnore(unclear, ignored))
    const { questions, doubts } = this.#remarks
    // An answer about the place of the table decides which columns there are.
    const open = questions.some(isAboutPlace) ? questions.filter(isAboutNoColumn) : questions
    return { mapping, questions: open, doubts, unused, samples: this.#columns.samples }
  }

  /** A remark if the headings may be in another row. */
  #doubtReading(): void {
    const { headings = 0 } = this.#table.reading
    const { unit, columns } = this.#table
    if (headings > 1) {
      this.#remarks.doubts.push(
        `/read/headings: the headings are in ${unit} ${headings}; what is above is not read; --headings 0 if the table has none`,
      )
    } else if (headings === 1 && !columns.some(isHeading)) {
      this.#remarks.doubts.push(
        `/read/headings: ${unit} 1 is read as the headings, though none of them is known; --headings 0 if it is an offer`,
      )
    }
  }

  /** A remark if days of the week have columns of marks, which no mapping joins. */
  #doubtWeekdays({ weekdays: known }: Mapping['offer']): void {
    const ticked = this.#columns.named([...this.#columns.weekdays]).filter(({ texts }) => texts.length > 0)
    if (known || ticked.length === 0) return
    const names = ticked.map(({ name }) => name)
    this.#remarks.doubts.push(
      `/offer/weekdays: the marks in ${namesText(names, 7)} are not read; write the days of each row into one column`,
    )
  }

  /** Asks for a last and a first day that no column gives, if columns that are not used hold nothing but days. */
  #askForDays(offer: Mapping['offer'], unused: readonly ColumnSample[]): void {
    const isOfEnded = (each: ColumnSample) =>
      roleOf(each.name)?.role === 'status' ||
      isOfDeletions(each.name) ||
      mayBeDeletions(each, { hasEnds: Boolean(offer.valid_until), hasStatuses: false })
    const days = unused.filter((each) => areDays(each) && !isOfEnded(each))
    const names = days.map(({ name }) => name)
    const ask = (pointer: QuestionPointer, what: string, without: string) =>
      this.#ask(
        pointer,
        `which column has the ${what} days? These hold nothing but days: ${namesText(names, MAX_LISTED)}; ${JSON.stringify(NO_COLUMN)} publishes the offers without ${without}`,
      )
    const isUntilOpen = !offer.valid_until && days.length > 0
    if (isUntilOpen) ask('/offer/valid_until', 'last', 'an end')
    // One column of days is most likely that of the last ones: it is asked about again if it is not.
    const isAsked = isUntilOpen && this.#answers.until === undefined
    if (!offer.valid_from && days.length > (isAsked ? 1 : 0)) ask('/offer/valid_from', 'first', 'a start')
  }

  /** A remark if none of the first rows has a value of its benefit, and questions if another column may have it. */
  #doubtBenefit(mapping: Mapping, unused: readonly ColumnSample[]): void {
    const rows = this.#columns.rows.slice(0, ROWS_TRIED)
    const mapped = rows.map(createMapRow(readyToShow(mapping), this.#columns.names, rows))
    const offers = mapped.flatMap((each) => ('offer' in each ? [each.offer] : []))
    this.#sayWhatAnswerCosts(mapped)
    const [first] = offers
    if (!first || offers.some(({ benefit }) => benefit.value !== null)) return
    // Without a title, the question for it comes first.
    if (mapping.offer.title !== null) this.#askForOffers(first.title, unused)
    const [subject, verb] =
      offers.length === 1 ? ['the first offer has', 'is'] : [`the first ${offers.length} offers have`, 'are']
    this.#remarks.doubts.push(`/offer/benefit/worth: ${subject} no value and ${verb} of kind other`)
    const isAnyRead = mapped.some((each) => 'cells' in each && each.cells.some(isValueRead))
    if (!isAnyRead) this.#askForValue(unused)
  }

  /** Rows that lose the value of the answer `--value`, because another column says something else. */
  #sayWhatAnswerCosts(rows: readonly MappedRow[]): void {
    if (this.#answers.value === undefined) return
    const notes = rows.flatMap((each) => ('offer' in each ? each.notes : []))
    const lost = notes.filter(({ expected }) => expected.startsWith(AGREES))
    const [first] = lost
    if (first)
      this.#remarks.doubts.push(
        `--value: ${lost.length} of ${formatCountOf(rows.length, 'row')} get no value, such as ${JSON.stringify(clip(first.found))}: expected ${first.expected}`,
      )
  }

  /** Asks whether the rows are offers, if no column is headed by such a word and no answer names the value. */
  #askForOffers(title: string, unused: readonly ColumnSample[]): void {
    // "Offers" over a list of records within each row, which has no cell, says that the row is none itself.
    const areOffers = ({ name, cells }: ColumnSample) => isOfOffers(name) && cells.length > 0
    const isHeaded = this.#columns.named(this.#columns.names).some(areOffers)
    if (isHeaded || this.#answers.value !== undefined) return
    const rows = formatCountOf(this.#columns.rows.length, 'row')
    const values = this.#likelyValues(unused).slice(0, MAX_LISTED)
    const instead =
      values.length > 0
        ? `; figures are read with ${values.map((each) => `--value ${each}`).join(' or ')}`
        : ''
    this.#ask(
      '/offer/benefit',
      `no column says a benefit, a price or an offer: name one, or "none" publishes ${rows} such as ${JSON.stringify(clip(title))} as offers${instead}`,
    )
  }

  /** Asks which of the columns that are not used has the value, unless the benefit is answered or asked about. */
  #askForValue(unused: readonly ColumnSample[]): void {
    if (this.#answers.benefit !== undefined || this.#isAsked('/offer/benefit')) return
    const likely = this.#likelyValues(unused)
    if (likely.length === 0) return
    const names = andMore(likely.slice(0, MAX_LISTED), likely.length).join(', ')
    const words = likely.map((each) => readColumnAnswer(JSON.parse(each)).valueWord?.word)
    const others = words.some(Boolean) ? ` (or as ${wordsForNumbers(words)})` : ''
    this.#ask(
      '/offer/benefit/worth',
      `which column has the value of the benefit? These have figures: ${names}${others}; ${JSON.stringify(NO_COLUMN)} publishes the offers without one`,
    )
  }

  /** The answers `--value` for columns that are not used, quoted. */
  #likelyValues(unused: readonly ColumnSample[]): string[] {
    // Amounts without a sign are not read next to several currencies.
    const isMixed = this.#columns.currencies.codes.length > 1
    const mayBeRead = (each: ColumnSample) => mayHoldValues(each) && !(isMixed && areBareNumbers(each))
    return unused.filter(mayBeRead).map((each) => JSON.stringify(this.#answerFor(each)))
  }

  /** The answer `--value` for a column: what bare numbers are has to be said. */
  #answerFor({ name }: ColumnSample): string {
    return this.#roleOfValue(name) === undefined ? likelyValue(name) : name
  }

  #askAll(questions: readonly Question[]): void {
    for (const { pointer, text } of questions) this.#ask(pointer, text)
  }

  #isAsked(pointer: QuestionPointer): boolean {
    return this.#remarks.questions.some((question) => question.pointer === pointer)
  }

  /** Adds a question, unless it is asked already or answered. */
  #ask(pointer: QuestionPointer, text: string): void {
    const question = { pointer, text }
    if (this.#isAsked(pointer)) return
    if (this.#answers[answerTo(question).key] === undefined) this.#remarks.questions.push(question)
  }

  #offer(): Mapping['offer'] {
    const [columns, remarks, answers] = [this.#columns, this.#remarks, this.#answers]
    const chosenTitle = this.#answered('title', ' · ')
    // If a person names the title, remarks on the proposed one are dropped.
    const proposed = proposeTitle(columns, chosenTitle ? { questions: [], doubts: [] } : remarks)
    const title = chosenTitle ?? proposed
    const isChosen = answers.merchant !== undefined
    const merchant = proposeMerchant(columns, title, { remarks, isChosen })
    const summary = this.#answered('summaryColumn', ' · ')
    const issuer =
      answers.issuer === undefined ? columns.sourceOf('issuer') : issuerFrom(answers.issuer, columns.names)
    const days = proposeDays(columns)
    const offer: Mapping['offer'] = {
      ref:
        answers.ref === undefined
          ? this.#ref({ title, merchant, issuer, ...days })
          : refNamed(answers.ref, columns.names, issuer),
      issuer,
      title,
      category: proposeCategory(columns, remarks),
      comunas: proposeComunas(columns, remarks, answers.comunas !== undefined),
      merchant,
      url: this.#answers.url === undefined ? this.#addresses() : columns.sourceOf('url'),
      weekdays: columns.sourceOf('weekdays'),
      ...days,
      // A title that a person names does not change which columns state the benefit.
      benefit: {
        ...proposeBenefit(columns, proposed ?? title, { remarks, answers }),
        ...(summary ? { summary } : {}),
      },
    }
    if (issuer === null) this.#askForIssuer(merchant)
    return offer
  }

  /** The column of addresses by its heading; without one, the only column whose cells are addresses. */
  #addresses(): CellSource | null {
    const headed = this.#columns.sourceOf('url')
    const [shown, ...others] = headed ? [] : this.#columns.named(this.#columns.names).filter(arePages)
    const isAlone = shown !== undefined && others.length === 0 && rolesOf(shown.name).length === 0
    return isAlone && !shown.name.includes('/') ? { column: shown.name } : headed
  }

  /** The columns that an answer names; undefined without an answer. */
  #answered(key: 'title' | 'summaryColumn', join: string): CellSource | undefined {
    const answer = this.#answers[key]
    const { names: columns } = this.#columns
    return answer === undefined ? undefined : columnsNamed(ANSWERS[key].name, answer, { columns, join })
  }

  /** The proposed ref, with its remark as a doubt, or as a question if there is no ref. */
  #ref(offer: Parameters<typeof proposeRef>[1]): CellSource | null {
    const { ref, remark } = proposeRef(this.#columns, offer)
    if (remark !== undefined && ref) this.#remarks.doubts.push(`/offer/ref: ${remark}`)
    else if (remark !== undefined) this.#ask('/offer/ref', remark)
    return ref
  }

  #askForIssuer(merchant: CellSource | null): void {
    const [place] = columnsIn(merchant)
    const each = place === undefined ? '' : `, or ${JSON.stringify(clip(place))} if each place issues its own`
    this.#ask('/offer/issuer', `who issues the offers? A name or the heading of a column${each}`)
  }

  /**
   * The content of catalogue.json. The zone of the capital stands for a country with several, unless it decides a day.
   * @param hasInstants whether the table has instants, whose day depends on the time zone
   */
  #catalogue(offer: Mapping['offer'], hasInstants: boolean): Mapping['catalogue'] {
    const { country = null, timeZone = null, attribution = null } = this.#answers
    const facts = COUNTRIES.get(country ?? '')
    const usual = hasInstants ? null : (facts?.capitalZone ?? null)
    const stated = timeZone ?? facts?.timeZone ?? null
    const zone = stated ?? usual
    if (stated === null && usual !== null)
      this.#remarks.doubts.push(
        `/catalogue/time_zone: ${usual}, as in the capital; --time-zone names another zone of ${country}`,
      )
    if (country === null)
      this.#ask(
        '/catalogue/country',
        'the country of the offers, such as "CL"; it decides how numbers and money are read',
      )
    if (zone === null && country !== null)
      this.#ask('/catalogue/time_zone', `the time zone, such as "America/Santiago"; ${country} has several`)
    // An issuer of all rows is the provider as well.
    if (offer.issuer?.constant === undefined)
      this.#ask(
        '/catalogue/attribution',
        `the provider of the data, such as "Name · name.example"${offer.issuer === null ? '; optional if all rows have the same issuer' : ''}`,
      )
    return { attribution, country, time_zone: zone }
  }

  /** The type of all issuers, by the heading of their column. */
  #issuerType(): Mapping['issuer_type'] {
    const heading = fold(this.#columns.inRole('issuer')?.name ?? '')
    if (/banc|bank/.test(heading)) return 'bank'
    if (/munic/.test(heading)) return 'municipality'
    if (/advertiser|anunciante|campaign/.test(heading)) return 'retailer'
    return 'other'
  }
}
