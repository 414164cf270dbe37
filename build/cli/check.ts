// `check`: what `run` would do with a source, all faults at once, and nothing is written.

import { command, type Nothing } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { checkSource } from '../read-day.ts'
import { emptyReport } from '../report/build-report.ts'
import { jsonReport } from '../report/json-report.ts'
import { summarise } from '../report/summarise.ts'
import { textReport } from '../report/summary-texts.ts'
import { AS_OF, BROKEN_OPTIONS, SOURCE } from './options.ts'

/** Throws what `run` would refuse with, after the report. */
export const check = command({
  name: 'check',
  about:
    'Lists all faults of a source folder at once. They are sorted by cause and issuer, with what run would do. Writes nothing.',
  options: {
    source: SOURCE,
    asOf: AS_OF,
    previous: {
      name: 'previous',
      value: 'DIR|FILE',
      about:
        'What run would continue: an output folder, or the memory.gz of a release. Without it, the source is looked at alone: nothing can be gone.',
    },
    policy: BROKEN_OPTIONS,
    json: { name: 'json', about: 'Prints the report as JSON.' },
  },
  examples: ['check --source my/source', 'check --source my/source --previous public-out --json'],
  async run({ source, asOf, previous, policy, json, ...unused }, { stdout, clock }) {
    unused satisfies Nothing
    const report = emptyReport()
    const continued =
      previous === undefined ? undefined : { out: previous, previous, trust: undefined, mustContinue: true }
    await checkSource({ source, asOf, policy, continued }, { report, clock })
    stdout.write(json ? jsonReport(report, null) : textReport(summarise(report, null)))
    if (report.failure) throw new OperatorError(report.failure.code, report.failure.message)
  },
})
