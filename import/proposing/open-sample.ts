// Opens a file, and reads the rows for a proposal.

import { type Surveyed, survey } from '../account/survey.ts'
import type { Answers } from '../asking/answers.ts'
import type { Reading } from '../tables/table.ts'

/**
 * @param path the first file of the command, which always names one
 * @throws {OperatorError} as `openTable` does: `usage` if the file is JSON with several lists and `records` names none
 */
export function openSample(path = '', { records, sheet, headings }: Answers): Promise<Surveyed> {
  const reading: Reading = {
    ...(records === undefined ? {} : { records }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(headings === undefined ? {} : { headings: Number(headings) }),
  }
  return survey(path, reading)
}
