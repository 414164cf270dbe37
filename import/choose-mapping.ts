// Chooses the mapping of an import: the one that is named, the one that the source folder keeps, perhaps with another ref,
// or a proposal with all questions answered.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../lib/errors.ts'
import { formatCountOf } from '../lib/text/format-numbers.ts'
import { askText, type Dialog } from './asking/ask.ts'
import { openTable } from './formats/formats.ts'
import { makeReady, type ReadyMapping, readMapping } from './mapping/load-mapping.ts'
import type { CellSource, Mapping } from './mapping/mapping.ts'
import { ANSWERS, type Answers, keptAnswer } from './proposing/answers.ts'
import { openSample } from './proposing/open-sample.ts'
import { proposeMapping } from './proposing/propose-mapping.ts'
import { refNamed } from './proposing/propose-ref.ts'
import { answerTo, type Question, refuseOtherAnswers } from './proposing/questions.ts'
import { boundedParts, HALF_OF_BYTES } from './report/bounded-lines.ts'
import { checkLines, understoodLines, unusedLines } from './report/proposal-text.ts'
import { type Row, type Table, widestRow } from './tables/table.ts'

/** The mapping in a source folder, kept for the next import. `run` does not read it. */
export const MAPPING_FILE = 'mapping.json'

export interface MappingSettings {
  /** A proposal is made from the first file. */
  files: readonly string[]
  /** The source folder. */
  source: string
  /** A mapping file; the default is the mapping in the source folder, or a proposal. */
  mapping: string | undefined
  answers: Answers
  /** Undefined without a terminal: then open questions are an error. */
  dialog: Dialog | undefined
  /** Prints text for people before the import begins. */
  print(text: string): unknown
}

export interface ChosenMapping {
  mapping: ReadyMapping
  /** Set if the mapping is new or has another ref, and has to be kept. */
  proposed?: Mapping
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
  refuseOtherAnswers(known, other ? { ...answers, ref: undefined } : answers, path)
  if (!other) return { mapping: makeReady(known, path) }
  const changed = { ...known, offer: { ...known.offer, ref: other } }
  return {
    mapping: { ...makeReady(changed, path), formerRef: makeReady(known, path).offer.ref },
    proposed: changed,
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
  const { columns } = await openTable(file, { reading: known.read ?? {} })
  return refNamed(ref, columns, known.offer.issuer)
}

/**
 * Lines of a proposal without the two about unused columns. The output has at most 40 with those of the report: see
 * import-report.ts.
 */
const MAX_LINES = 18

async function proposeAndAnswer(settings: MappingSettings): Promise<ChosenMapping> {
  const { source, dialog, print } = settings
  const opened = await openChosen(settings)
  const { table, rows } = opened
  refuseFewHeadings(table, rows)
  let { answers } = opened
  let proposal = proposeMapping(table, rows, answers)
  const last = [...unusedLines(proposal), '']
  const parts = [[...table.about, ...understoodLines(proposal)], checkLines(proposal)]
  print(boundedParts(parts, last, { lines: MAX_LINES, bytes: HALF_OF_BYTES }).join('\n'))
  // Each answer gives a new proposal, which no longer has the question.
  let [question] = proposal.questions
  while (question) {
    if (!dialog) throw unanswered(table.file, proposal.questions)
    const { key, parse } = answerTo(question)
    // Accepts what the option of the question accepts. If an answer throws, as for a missing column, it is asked again.
    await askText(dialog, question.text, (text) => {
      const completed = { ...answers, [key]: parse(text) }
      proposal = proposeMapping(table, rows, completed)
      answers = completed
    })
    ;[question] = proposal.questions
  }
  const { mapping } = proposal
  return { mapping: makeReady(mapping, join(source, MAPPING_FILE)), proposed: mapping }
}

/**
 * A heading that is missing at the front moves all others: an index column has none. `--propose` writes a mapping for such a
 * table too, since a person may name a column beyond the headings.
 */
function refuseFewHeadings(table: Table, rows: readonly Row[]): void {
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
  return new OperatorError(
    'usage',
    [
      `${file}: cannot import yet; answer these questions by options or in a terminal:`,
      ...open.map((question) => `  ${answerTo(question).option}: ${question.text}`),
    ].join('\n'),
  )
}
