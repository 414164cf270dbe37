// The summary of an import as Markdown, for the page of a CI job and for the person who fills in the table.

import { NOT_READ } from '../tables/table.ts'
import { boundedLines, titled } from './bounded-lines.ts'
import {
  countsText,
  exampleText,
  type ImportReport,
  type ImportResult,
  type TalliedCause,
} from './import-report.ts'

/** CI services show pages of up to 1 MiB, in which other steps of a job have room as well. */
const MAX_BYTES = 300_000

/**
 * Names each rejected row and each cell that is not understood by row and column, as far as `ImportCauses` keeps them,
 * below the reason of a refusal and the facts of the import.
 */
export function importMarkdown({ report, causes, failure }: ImportResult): string {
  const headline = failure ? `Import refused (${failure.code}): the source is unchanged` : 'Imported'
  const facts = [...report.files, ...(report.rows > 0 ? [countsText(report)] : []), ...report.warnings]
  const linesOf = (effect: TalliedCause['effect']) =>
    causes
      .cells()
      .filter((cause) => cause.effect === effect)
      .flatMap((cause) => causeLines(cause, report))
  const lines = [
    `## ${plain(headline)}`,
    '',
    ...listItems(failure?.message.split('\n') ?? []),
    ...listItems(facts),
    ...titled('### Rejected rows, left out\n', linesOf('rejected')),
    ...titled('### Rows that are no offers, left out\n', linesOf('no offer')),
    ...titled('### Cells not understood, published as null\n', linesOf('null')),
  ]
  return boundedLines(lines, [''], { bytes: MAX_BYTES }).join('\n')
}

/** The cause, and below it each cell. */
function causeLines(cause: TalliedCause, { unit, files }: ImportReport): string[] {
  const { count, column, member, expected, examples, effect } = cause
  const unlisted = count - examples.length
  const isOneFile =
    files.filter((about) => !about.startsWith(NOT_READ)).length < 2 &&
    new Set(examples.map(({ file }) => file)).size < 2
  const what =
    effect === 'no offer' ? `${count} × ${member}` : `${count} × ${column} (${member}), expected ${expected}`
  return [
    `- ${plain(what)}`,
    ...examples.map((example) => {
      const file = isOneFile ? '' : `${example.file}, `
      return `  - ${plain(`${file}${exampleText(example, unit)}`)}`
    }),
    ...(unlisted > 0 ? [`  - and ${unlisted} more`] : []),
  ]
}

function listItems(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${plain(line.trim())}`)
}

/** SECURITY: cells may hold anything, and none of it may become markup. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&')
}
