// `check`: reports what `run` would do with a source, and all faults at once. It writes nothing.

import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { checkSource } from '../read-day.ts'
import { jsonReport } from '../report/build-report.ts'
import { summarise } from '../report/summarise.ts'
import { AS_OF, BROKEN_OPTIONS, SOURCE } from './options.ts'

/** Fails like `run` would, after it has printed the report. */
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
        'The release that run would continue: an output folder, or the memory.gz of a release. Without it, missing offers cannot be found.',
    },
    policy: BROKEN_OPTIONS,
    json: { name: 'json', about: 'Print the report as JSON.' },
  },
  examples: ['check --source my/source', 'check --source my/source --previous public-out --json'],
  async run({ source, asOf, previous, policy, json, ...unused }, { stdout, clock }) {
    unused satisfies NoUnusedOption
    const continued =
      previous === undefined ? undefined : { out: previous, previous, trust: undefined, mustContinue: true }
    const report = await checkSource({ source, asOf, policy, continued }, clock)
    stdout.write(json ? jsonReport(report, null) : summarise(report, null))
    if (report.failure) throw report.failure
  },
})
