// Refuses a file whose shape is not the one that the mapping knows: parts, tables or columns that may hold offers are new.

import { basename } from 'node:path'
import type { OperatorError } from '../../lib/errors.ts'
import { clip } from '../../lib/text/clip.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { OpenQuestions, type Question } from '../asking/questions.ts'
import { refusal } from '../asking/refusals.ts'
import { columnsIn } from '../mapping/cell-source.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { shapeQuestions } from './shape-questions.ts'
import { dismissRows, readingOf } from './survey.ts'
import type { TableAccount } from './table-account.ts'

/**
 * The questions about a file of which all rows were counted.
 * @throws {OperatorError} `bad-source` if one of several columns with the same heading is gone
 */
export async function questionsOfShape(
  { path, account, name }: { path: string; account: TableAccount; name: string },
  mapping: Mapping,
): Promise<Question[]> {
  if (!mapping.shape) return []
  const [fewer] = account.missingRepeats
  if (fewer) throw otherRepeats(name, fewer)
  const columns = columnsIn({ offer: mapping.offer, read: mapping.read })
  await dismissRows(path, { reading: readingOf(mapping), columns, known: mapping.shape.parts }, account)
  return shapeQuestions(account, {})
}

/** It is not certain which of the columns with the same heading the mapping means. */
function otherRepeats(
  file: string,
  { heading, found, expected }: { heading: string; found: number; expected: number },
): OperatorError {
  const column = JSON.stringify(clip(heading))
  return refusal('repeatedColumnGone', { file, found: formatCountOf(found, 'column'), column, expected })
}

/** @param file its name */
export function otherShape(file: string, questions: readonly Question[]): OpenQuestions {
  const what = 'found parts that may hold offers and that the mapping does not know; nothing was written'
  return new OpenQuestions(
    'bad-source',
    `${basename(file)}: ${what}; answer once, by options or in a terminal:`,
    questions,
  )
}
