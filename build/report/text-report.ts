// The summary for a terminal or a log. The verdict comes last, so that it does not scroll away.

import { alignTable } from '../../lib/text/align-table.ts'
import type { Summary } from './summarise.ts'

export function textReport({ headline, facts, changes, rejects, broken }: Summary): string {
  const blocks = [alignTable(facts)]
  if (changes)
    blocks.push(alignTable([changes.head, ...changes.rows], `l${'r'.repeat(changes.head.length - 1)}`))
  if (rejects.length > 0) blocks.push(['rejected:', ...rejects.map((line) => `  ${line}`)])
  blocks.push([...broken, headline])
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
