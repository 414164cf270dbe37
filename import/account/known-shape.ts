// Applies answers about the shape of a file to a mapping, and lets a mapping without a shape get to know it.

import { isDeepStrictEqual } from 'node:util'
import { ANSWERS, type Answers, keptAnswer, OF_SHAPE } from '../asking/answers.ts'
import { ignoredColumns, type Question, refuseMissing } from '../asking/questions.ts'
import { isOfDeletions } from '../cells/read-status.ts'
import type { Mapping, Shape } from '../mapping/mapping.ts'
import { BETWEEN } from '../tables/table.ts'
import { isAboutPlace, shapeQuestions } from './shape-questions.ts'
import { readingOf, survey } from './survey.ts'
import { joinedShape } from './table-account.ts'

/** The answers about the shape of the file. */
function shapeAnswers(answers: Answers, mapping: Mapping): Answers {
  const given: Answers = Object.fromEntries(OF_SHAPE.map((key) => [key, answers[key]]))
  return isNewDeletion(answers, mapping) ? { ...given, skipStatus: answers.skipStatus } : given
}

/** The other answers. */
export function otherAnswers(answers: Answers, mapping: Mapping): Answers {
  const others = { ...answers, ...Object.fromEntries(OF_SHAPE.map((key) => [key, undefined])) }
  return isNewDeletion(answers, mapping) ? { ...others, skipStatus: undefined } : others
}

/** Whether `--skip-status` names a column of deletions, which a mapping learns of when it appears. */
function isNewDeletion({ skipStatus }: Answers, mapping: Mapping): boolean {
  if (skipStatus === undefined || !isOfDeletions(skipStatus)) return false
  return keptAnswer(ANSWERS.skipStatus, mapping, skipStatus) !== skipStatus
}

/**
 * The mapping with these answers, and with the shape of the files as they accept it; the questions that they leave open.
 * Reads the files only if the mapping has no shape yet, or an answer changes it.
 * @param options `replace` forgets what is no longer in the files
 */
export async function withShape(
  mapping: Mapping,
  { files, answers, replace }: { files: readonly string[]; answers: Answers; replace: boolean },
): Promise<{ mapping: Mapping; questions: Question[] }> {
  const given = shapeAnswers(answers, mapping)
  const isPlaceNamed = [given.sheet, given.records, given.headings].some((each) => each !== undefined)
  const isAnswered = Object.values(given).some((answer) => answer !== undefined)
  if (mapping.shape && !isAnswered && !replace) return { mapping, questions: [] }
  const answered = withAnswers(mapping, given)
  const shapes: Shape[] = []
  const questions: Question[] = []
  let { read } = answered
  for (const [index, file] of files.entries()) {
    const { account, table } = await survey(file, readingOf(answered), answered)
    ignoredColumns(given, table.columns)
    refuseMissing('skip-status', [given.skipStatus ?? []].flat(), table.columns)
    // Whoever accepts a table as it is accepts its columns, but for those of another sheet, list or line that an answer
    // names on the same day; rows that are not read are asked about.
    const acceptsColumns = replace && !isPlaceNamed
    questions.push(...shapeQuestions(account, given).filter((each) => !acceptsColumns || isAboutPlace(each)))
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
  const before = mapping.shape && !replace ? [knownParts(mapping.shape, given)] : []
  const shape = joinedShape([...before, ...shapes])
  const known = { ...answered, ...(read ? { read } : {}), ...(shape ? { shape } : {}) }
  return { mapping: isDeepStrictEqual(known, mapping) ? mapping : known, questions }
}

/** What was known before, but for what an answer decides anew. */
function knownParts(shape: Shape, { headings }: Answers): Shape {
  return headings === undefined ? shape : { ...shape, headings: [] }
}

/** The mapping that reads what the answers name. */
function withAnswers(mapping: Mapping, { sheet, records, headings, ignore, skipStatus }: Answers): Mapping {
  const { read = {}, shape } = mapping
  const { skip = [] } = read
  const isKnown = skipStatus === undefined || skip.some(({ column }) => column === skipStatus)
  const ignored = [...new Set([...(read.ignore ?? []), ...(ignore?.split(BETWEEN) ?? [])])]
  return {
    ...mapping,
    read: {
      ...read,
      ...(sheet === undefined ? {} : { sheet }),
      ...(records === undefined ? {} : { records }),
      ...(headings === undefined ? {} : { headings: Number(headings) }),
      ...(ignored.length > 0 ? { ignore: ignored } : {}),
      ...(isKnown ? {} : { skip: [...skip, { column: skipStatus }] }),
    },
    // The headings are where the answer says, whatever they were before.
    ...(shape && headings !== undefined ? { shape: { ...shape, headings: [] } } : {}),
  }
}
