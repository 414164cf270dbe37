// The summary of an import as Markdown, for the page of a CI job.

import type { OperatorError } from '../../lib/errors.ts'
import { plainMarkdown as plain } from '../../lib/text/markdown.ts'
import { boundedLines } from './bounded-lines.ts'
import { causeLines, countsText, type ImportReport } from './import-report.ts'

export function importMarkdown(report: ImportReport, failure: OperatorError | undefined): string {
  const headline = failure ? `Import refused (${failure.code}): the source is unchanged` : 'Imported'
  const facts = [...report.files, ...(report.rows > 0 ? [countsText(report)] : [])]
  const lines = [
    `## ${plain(headline)}`,
    '',
    ...listed(failure?.message.split('\n') ?? []),
    ...listed(facts),
    ...titled('Rejected rows, left out', causeLines(report, 'rejected')),
    ...titled('Cells not understood, published as null', causeLines(report, 'null')),
  ]
  return boundedLines(lines, ['']).join('\n')
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `### ${plain(title)}`, '', ...listed(lines)]
}

function listed(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${plain(line.trim())}`)
}
