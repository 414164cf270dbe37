// Chooses the mapping of an import: the one that is named, the one that the source folder keeps, perhaps with another ref,
// or a proposal with all questions answered.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../lib/errors.ts'
import { formatCountOf } from '../lib/text/format-numbers.ts'
import { otherAnswers, withShape } from './account/known-shape.ts'
import { otherShape } from './account/refuse-other-shape.ts'
import { isAboutPlace } from './account/shape-questions.ts'
import { readingOf, type Surveyed } from './account/survey.ts'
import { ANSWERS, type Answers, keptAnswer } from './asking/answers.ts'
import { askText, type Dialog } from './asking/ask.ts'
import { answerTo, OpenQuestions, type Question } from './asking/questions.ts'
import { refuseOtherAnswers } from './asking/refuse-other-answers.ts'
import { openTable } from './formats/formats.ts'
import { MAPPING_FILE, makeReady, type ReadyMapping, readMapping } from './mapping/load-mapping.ts'
import type { CellSource, Mapping } from './mapping/mapping.ts'
import { openSample } from './proposing/open-sample.ts'
import { proposeMapping } from './proposing/propose-mapping.ts'
import { refNamed } from './proposing/propose-ref.ts'
import { boundedParts, HALF_OF_BYTES } from './report/bounded-lines.ts'
import { checkLines, understoodLines, unusedLines } from './report/proposal-text.ts'
import { widestRow } from './tables/table.ts'

export interface MappingSettings {
  /** A proposal is made from the first file. */
  files: readonly string[]
  /** The source folder. */
  source: string
  /** A mapping file; the default is the mapping in the source folder, or a proposal. */
  mapping: string | undefined
  answers: Answers
  /** Whether the files may differ from those of the last import. */
  replace: boolean
  /** Undefined without a terminal: then open questions are an error. */
  dialog: Dialog | undefined
  /** Prints text for people before the import begins. */
  print(text: string): unknown
}

export interface ChosenMapping {
  mapping: ReadyMapping
  /** Set if the mapping is new, has another ref, or knows more of the file than before, and has to be kept. */
  kept?: Mapping
  /** Whether it is a new proposal, which options can change. */
  isProposed: boolean
}

/**
 * @throws {OperatorError} `usage` if questions are open, or an answer differs from the mapping that there is;
 * `bad-source` if that mapping, or the first file for a proposal, cannot be read
 */
export async function chooseMapping(settings: MappingSettings): Promise<ChosenMapping> {
  const { source, answers, mapping: given } = settings
  const path = given ?? join(source, MAPPING_FILE)
  if (given === undefined && !existsSync(path)) return proposeAndAnswer(settings)
  const known = await readMapping(path)
  const other = given === undefined ? await otherRef(known, settings) : undefined
  refuseOtherAnswers(known, { ...otherAnswers(answers, known), ...(other ? { ref: undefined } : {}) }, path)
  const ready = makeReady(known, path)
  const { mapping: shaped, questions } = await withShape(known, { ...settings, path })
  if (questions.length > 0) throw otherShape(settings.files[0] ?? '', questions)
  const changed = other ? { ...shaped, offer: { ...shaped.offer, ref: other } } : shaped
  return {
    mapping: {
      ...(changed === known ? ready : makeReady(changed, path)),
      ...(other ? { formerRef: ready.offer.ref } : {}),
    },
    // A mapping that somebody wrote is left as it is.
    ...(given === undefined && changed !== known ? { kept: changed } : {}),
    isProposed: false,
  }
}

/**
 * The ref that an answer names instead of the one of the kept mapping; undefined if they are the same.
 * @throws {OperatorError} `usage` if it names a missing column, or that of the issuer
 */
async function otherRef(
  known: Mapping,
  { files: [file = ''], answers: { ref } }: MappingSettings,
): Promise<CellSource | undefined> {
  if (ref === undefined || ref === keptAnswer(ANSWERS.ref, known, ref)) return undefined
  const { columns } = await openTable(file, { reading: readingOf(known) })
  return refNamed(ref, columns, known.offer.issuer)
}

/**
 * Lines of a proposal without the two about unused columns. The output has at most 40 with those of the report: see
 * import-report.ts.
 */
const MAX_LINES = 18

async function proposeAndAnswer(settings: MappingSettings): Promise<ChosenMapping> {
  const { source, dialog, print } = settings
  let { answers, ...surveyed } = await openChosen(settings)
  let proposal = proposeMapping(surveyed, answers)
  if (!proposal.questions.some(isAboutPlace)) refuseFewHeadings(surveyed)
  const { table } = surveyed
  const last = [...unusedLines(proposal), '']
  const parts = [[...table.about, ...understoodLines(proposal)], checkLines(proposal)]
  print(boundedParts(parts, last, { lines: MAX_LINES, bytes: HALF_OF_BYTES }).join('\n'))
  // Each answer gives a new proposal, which no longer has the question.
  let [question] = proposal.questions
  while (question) {
    if (!dialog) throw unanswered(table.file, proposal.questions)
    const { key, parse } = answerTo(question)
    // Accepts what the option of the question accepts. If an answer throws, as for a missing column, it is asked again.
    const isPlace = isAboutPlace(question)
    const asked = question.text
    let completed: Answers = answers
    await askText(dialog, asked, (text) => {
      completed = { ...answers, [key]: parse(text) }
      if (!isPlace) proposal = proposeMapping(surveyed, completed)
    })
    answers = completed
    if (isPlace) {
      surveyed = await openSample(settings.files[0], answers)
      proposal = proposeMapping(surveyed, answers)
    }
    ;[question] = proposal.questions
  }
  const { mapping, questions } = await withShape(proposal.mapping, {
    ...settings,
    answers,
    replace: false,
    path: join(source, MAPPING_FILE),
  })
  if (questions.length > 0) throw otherShape(settings.files[1] ?? '', questions)
  return { mapping: makeReady(mapping, join(source, MAPPING_FILE)), kept: mapping, isProposed: true }
}

/**
 * A heading that is missing at the front moves all others: an index column has none. `--propose` writes a mapping for such a
 * table too, since a person may name a column beyond the headings.
 */
function refuseFewHeadings({ table, rows }: Surveyed): void {
  const { file, usualCells = 0 } = table
  const headings = widestRow(table)
  const wide = rows.filter(({ width }) => width > headings).length
  if (usualCells <= headings || wide * 2 <= rows.length) return
  throw new OperatorError(
    'bad-source',
    `${file}: the line of headings has ${formatCountOf(headings, 'cell')}, but most rows have ${usualCells}: give each column a heading, also the first, or remove the column without one`,
  )
}

/** Opens the first file. If it is JSON with several lists, a person at a terminal chooses one by its pointer. */
async function openChosen({ files: [file], answers, dialog }: MappingSettings) {
  try {
    return { answers, ...(await openSample(file, answers)) }
  } catch (error) {
    // Only `findRecords` in find-json-records.ts refuses a file with `usage`: its message lists the places to choose
    // from.
    const isChoice = error instanceof OperatorError && error.code === 'usage' && answers.records === undefined
    if (!dialog || !isChoice) throw error
    let chosen = answers
    await askText(dialog, error.message, (text) => {
      chosen = { ...answers, records: ANSWERS.records.parse(text) }
    })
    return { answers: chosen, ...(await openSample(file, chosen)) }
  }
}

function unanswered(file: string, open: readonly Question[]): OperatorError {
  const what = `${file}: cannot import yet; answer these questions by options or in a terminal:`
  return new OpenQuestions('usage', what, open)
}
