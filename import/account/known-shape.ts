// Applies answers about the shape of a file to a mapping, and lets a mapping without a shape get to know it.

import { isDeepStrictEqual } from 'node:util'
import { ignoredColumns, refuseMissing } from '../asking/answered-columns.ts'
import {
  type Answers,
  answersThatSkip,
  isSameText,
  NO_COLUMN,
  newSkips,
  OF_SHAPE,
} from '../asking/answers.ts'
import type { Question } from '../asking/questions.ts'
import { refuseOtherAnswers } from '../asking/refuse-other-answers.ts'
import { isOfDeletions } from '../cells/read-status.ts'
import { columnsOf } from '../mapping/cell-source.ts'
import type { Mapping, Shape, Skip } from '../mapping/mapping.ts'
import { TableColumns } from '../proposing/table-columns.ts'
import { BETWEEN } from '../tables/table.ts'
import { isAboutPlace, shapeQuestions } from './shape-questions.ts'
import { readingOf, type Surveyed, survey } from './survey.ts'
import { joinedShape } from './table-account.ts'

/** The answers about the shape of the file. */
function shapeAnswers(answers: Answers, mapping: Mapping): Answers {
  const given: Answers = Object.fromEntries(OF_SHAPE.map((key) => [key, answers[key]]))
  return hasNewSkips(answers, mapping) ? { ...given, skipStatus: answers.skipStatus } : given
}

/** The other answers. */
export function otherAnswers(answers: Answers, mapping: Mapping): Answers {
  const others = { ...answers, ...Object.fromEntries(OF_SHAPE.map((key) => [key, undefined])) }
  return hasNewSkips(answers, mapping) ? { ...others, skipStatus: undefined } : others
}

/** Whether `--skip-status` names a column of deletions or a total, of which a mapping learns when they appear. */
function hasNewSkips({ skipStatus }: Answers, mapping: Mapping): boolean {
  return skipStatus !== undefined && newSkips(skipStatus, mapping).length > 0
}

/**
 * The mapping with these answers, and with the shape of the files as they accept it; the questions that they leave open.
 * Reads the files only if the mapping has no shape yet, or an answer changes it.
 * @param options `replace` forgets what is no longer in the files; `path` of the mapping, for messages
 * @throws {OperatorError} `usage` if an answer names something that no file has
 */
export async function withShape(
  mapping: Mapping,
  {
    files,
    answers,
    replace,
    path,
  }: { files: readonly string[]; answers: Answers; replace: boolean; path: string },
): Promise<{ mapping: Mapping; questions: Question[] }> {
  const given = shapeAnswers(answers, mapping)
  const isPlaceNamed = [given.sheet, given.records, given.headings].some((each) => each !== undefined)
  const isAnswered = Object.values(given).some((answer) => answer !== undefined)
  if (mapping.shape && !isAnswered && !replace) return { mapping, questions: [] }
  const answered = withAnswers(mapping, given)
  const found: Skip[] = []
  const shapes: Shape[] = []
  const questions: Question[] = []
  let columns: readonly string[] = []
  let { read } = answered
  for (const [index, file] of files.entries()) {
    const { account, table, rows } = await survey(file, readingOf(answered), answered)
    columns = table.columns
    ignoredColumns(given, columns)
    found.push(...skipsIn({ table, rows }, given, mapping))
    // Whoever accepts a table as it is accepts its columns, but for those of another sheet, list or line that an answer
    // names on the same day; rows that are not read are asked about.
    const acceptsColumns = replace && !isPlaceNamed
    questions.push(
      ...shapeQuestions(account, given, found).filter((each) => !acceptsColumns || isAboutPlace(each)),
    )
    shapes.push(account.shape)
    // The first file says which sheets an answer means, and where the headings are now.
    if (index > 0) continue
    const { sheet, headings } = table.reading
    read = {
      ...read,
      ...(given.sheet === undefined || sheet === undefined ? {} : { sheet }),
      ...(given.headings === undefined || headings === undefined ? {} : { headings }),
    }
  }
  refuseOtherSkips(given, found, { mapping, path, columns })
  const before = mapping.shape && !replace ? [knownParts(mapping.shape, given)] : []
  const shape = joinedShape([...before, ...shapes])
  const skip = [...(mapping.read?.skip ?? []), ...distinct(found)]
  const known = {
    ...answered,
    ...(read ? { read: { ...read, ...(skip.length > 0 ? { skip } : {}) } } : {}),
    ...(shape ? { shape } : {}),
  }
  return { mapping: isDeepStrictEqual(known, mapping) ? mapping : known, questions }
}

/** What was known before, but for what an answer decides anew. */
function knownParts(shape: Shape, { headings }: Answers): Shape {
  return headings === undefined ? shape : { ...shape, headings: [] }
}

/** What a file shows to skip of what an answer names: a column for any text in it, or the title of a row that may be a total. */
function skipsIn(
  { table, rows }: Pick<Surveyed, 'table' | 'rows'>,
  { skipStatus }: Answers,
  mapping: Mapping,
): Skip[] {
  if (skipStatus === undefined) return []
  const { sums } = new TableColumns(table.columns, rows)
  const titles = columnsOf(mapping.offer.title ?? {}).filter((each) => sums.has(each))
  const texts = titles.flatMap((each) => sums.get(each) ?? [])
  return newSkips(skipStatus, mapping, [...table.columns, ...texts]).flatMap((text): Skip[] => {
    const column = table.columns.find(isSameText(text))
    if (column !== undefined) return [{ column }]
    if (text === NO_COLUMN) return titles.map((title) => ({ column: title, values: [] }))
    return titles.flatMap((title) => {
      const values = [...new Set(sums.get(title)?.filter(isSameText(text)))]
      return values.length > 0 ? [{ column: title, values }] : []
    })
  })
}

/** @throws {OperatorError} `usage` if no file has what an answer names */
function refuseOtherSkips(
  { skipStatus }: Answers,
  found: readonly Skip[],
  { mapping, path, columns }: { mapping: Mapping; path: string; columns: readonly string[] },
): void {
  if (skipStatus === undefined) return
  const isNone = ({ values }: Skip) => values?.length === 0
  const names = found.flatMap((each) => (isNone(each) ? [NO_COLUMN] : answersThatSkip(each)))
  const other = newSkips(skipStatus, mapping, names).find((text) => !names.some(isSameText(text)))
  if (other === undefined) return
  if (isOfDeletions(other)) refuseMissing('skip-status', [other], columns)
  refuseOtherAnswers(mapping, { skipStatus: other }, path)
}

function distinct(skips: readonly Skip[]): Skip[] {
  return [...new Map(skips.map((each) => [JSON.stringify(each), each])).values()]
}

/** The mapping that reads what the answers name. */
function withAnswers(mapping: Mapping, { sheet, records, headings, ignore }: Answers): Mapping {
  const { read = {}, shape } = mapping
  const ignored = [...new Set([...(read.ignore ?? []), ...(ignore?.split(BETWEEN) ?? [])])]
  return {
    ...mapping,
    read: {
      ...read,
      ...(sheet === undefined ? {} : { sheet }),
      ...(records === undefined ? {} : { records }),
      ...(headings === undefined ? {} : { headings: Number(headings) }),
      ...(ignored.length > 0 ? { ignore: ignored } : {}),
    },
    // The headings are where the answer says, whatever they were before.
    ...(shape && headings !== undefined ? { shape: { ...shape, headings: [] } } : {}),
  }
}
