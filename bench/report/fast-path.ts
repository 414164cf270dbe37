import type { FastPathResult } from '../parts/fast-path.ts'
import { SHORTCUTS } from '../support/fast-path-variants.ts'
import { compare } from '../support/server-rates.ts'
import { type Chapter, spreadOf, table } from './format.ts'

export function fastPathChapter({ rates, failed }: FastPathResult): Chapter {
  const versions = Object.keys(rates)
  const rows = SHORTCUTS.map((shortcut) => [
    `\`${shortcut}\``,
    ...versions.map((version) => {
      const { none, [shortcut]: without } = rates[version] ?? {}
      if (!none || !without) return '–'
      const { wall, processor } = compare(without, none)
      return spreadOf(processor ?? wall)
    }),
  ])
  return {
    goals: [],
    text: `## The fast path

Requests a second of processor time without each shortcut of \`gateway/fast-path/\`, against the gateway as it is, for gzip pages in memory:

${table(['without', ...versions.map((version) => `Node ${version}`)], rows)}

Failed requests: ${failed}.`,
  }
}
