// Proposes a mapping for a file, with the answers of a person.

import { OperatorError } from '../../lib/errors.ts'
import { writesIn1252 } from '../conversions/countries.ts'
import { openTable } from '../formats/formats.ts'
import type { Row, Table } from '../tables/table.ts'
import type { Answers } from './answers.ts'
import { type Proposal, proposeMapping, sampleRows } from './propose-mapping.ts'
import { questionText } from './questions.ts'

/** Opens a file, and reads the rows for a proposal. */
export async function openSample(path = '', { records }: Answers): Promise<{ table: Table; rows: Row[] }> {
  const table = await openTable(path, { reading: records === undefined ? {} : { records } })
  return { table, rows: await sampleRows(table) }
}

/**
 * Proposes a mapping, with its questions and remarks as notes.
 * @throws {OperatorError} `usage` if an answer names a missing column; `bad-source` if letters would be read wrong
 */
export function proposeWith(table: Table, rows: readonly Row[], answers: Answers): Proposal {
  const proposal = proposeMapping(table, rows, answers)
  const { mapping, questions, doubts } = proposal
  refuseOtherLetters(table, mapping.catalogue.country)
  const notes = [
    ...questions.map((each) => `REQUIRED ${questionText(each)}`),
    ...doubts.map((doubt) => `CHECK ${doubt}`),
  ]
  return { ...proposal, mapping: notes.length > 0 ? { ...mapping, notes } : mapping }
}

/** All bytes are valid Windows-1252, so `Żabka` in another encoding would be read as `¯abka`. */
function refuseOtherLetters({ file, reading }: Table, country: string | null): void {
  if (reading.encoding !== 'windows-1252' || country === null || country === '' || writesIn1252(country))
    return
  throw new OperatorError(
    'bad-source',
    `${file}: found bytes that are not UTF-8, expected UTF-8: Windows-1252, the other usual encoding, lacks letters of ${country}; save the table as "CSV UTF-8"`,
  )
}
