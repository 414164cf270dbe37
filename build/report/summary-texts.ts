// The summary as Markdown, for the page of a CI job, and as plain text, for a terminal or a log.

import { alignTable } from '../../lib/text/align-table.ts'
import { plainMarkdown as plain } from '../../lib/text/markdown.ts'
import type { Summary } from './summarise.ts'

export function markdownReport({ headline, facts, changes, rejects, broken }: Summary): string {
  const blocks = [
    `## ${plain(headline)}`,
    ...(broken.length > 0 ? [broken.map((line) => `- **${plain(line)}**`).join('\n')] : []),
    facts.map(([label, text]) => `- **${label}**: ${plain(text)}`).join('\n'),
  ]
  if (changes) blocks.push(table(changes.head, changes.rows))
  if (rejects.length > 0)
    blocks.push(['### Rejected', ...rejects.map((line) => `- ${plain(line)}`)].join('\n'))
  return `${blocks.join('\n\n')}\n`
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** The broken issuers and the headline come last, so that a terminal still shows them. */
export function textReport({ headline, facts, changes, rejects, broken }: Summary): string {
  const blocks = facts.length > 0 ? [alignTable(facts)] : []
  if (changes)
    blocks.push(alignTable([changes.head, ...changes.rows], `l${'r'.repeat(changes.head.length - 1)}`))
  if (rejects.length > 0) blocks.push(['rejected:', ...rejects.map((line) => `  ${line}`)])
  blocks.push([...broken, headline])
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
