// `check`: reports what `run` would do with a source, and all faults at once. It writes nothing.

import { stat } from 'node:fs/promises'
import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { files } from '../../lib/files/file-access.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { checkSource } from '../prepare-day.ts'
import { jsonReport } from '../report/build-report.ts'
import { summarise } from '../report/summarise.ts'
import type { PreviousPlaces } from '../steps/read/load-previous.ts'
import { AS_OF, BROKEN_OPTIONS, SOURCE } from './options.ts'

/** Prints the report, then fails if `run` would. */
export const check = command({
  name: 'check',
  about:
    'Lists all faults of a source folder at once. Sorts them by cause and issuer, and reports what run would do. Writes nothing.',
  options: {
    source: SOURCE,
    asOf: AS_OF,
    previous: {
      name: 'previous',
      value: 'DIR|FILE',
      about:
        'The release that run would continue: an output folder, or the memory.gz of a release. Without it, check does not know which offers are missing.',
    },
    policy: BROKEN_OPTIONS,
    json: { name: 'json', about: 'Print the report as JSON.' },
  },
  examples: ['check --source my/source', 'check --source my/source --previous public-out --json'],
  async run({ source, asOf, previous, policy, json, ...unused }, { stdout, clock }) {
    unused satisfies NoUnusedOption
    const continued = previous === undefined ? undefined : await placesOf(previous)
    const report = await checkSource({ source, asOf, policy, continued }, clock)
    stdout.write(json ? jsonReport(report, null) : summarise(report, null))
    if (report.failure) throw report.failure
  },
})

/**
 * `run` usually continues the release in its own output folder, so a previous folder is taken as that. A path that does
 * not exist is refused by `loadPrevious`.
 */
async function placesOf(previous: string): Promise<PreviousPlaces> {
  const facts = await ifMissing(
    files.call(previous, () => stat(previous)),
    undefined,
  )
  return { out: facts?.isDirectory() ? previous : undefined, previous, trust: undefined, mustContinue: true }
}
