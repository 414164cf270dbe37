// `check`: what `run` would do with a source, all faults at once, and nothing is written.

import type { Command, ParsedOptions } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { OperatorError } from '../../lib/errors.ts'
import { checkSource } from '../read-day.ts'
import { emptyReport } from '../report/build-report.ts'
import { jsonReport } from '../report/json-report.ts'
import { summarise } from '../report/summarise.ts'
import { textReport } from '../report/text-report.ts'
import { BROKEN_OPTIONS } from './run-options.ts'
import { parseMoment, readBrokenPolicy } from './run-settings.ts'

export const CHECK: Command = {
  name: 'check',
  about:
    'Tells all faults of a source folder at once, by cause and issuer, and what run would do. Writes nothing.',
  options: [
    { name: 'source', value: 'DIR', about: 'The source folder.' },
    {
      name: 'as-of',
      value: 'MOMENT|now',
      about: 'The moment that the data refers to; without it, `data_as_of` of catalogue.json.',
    },
    {
      name: 'previous',
      value: 'DIR|FILE',
      about:
        'What run would continue: an output folder, or the memory.gz of a release. Without it, the source is looked at alone: nothing can be gone.',
    },
    ...BROKEN_OPTIONS,
    { name: 'json', about: 'Prints the report as JSON.' },
  ],
  examples: ['check --source my/source', 'check --source my/source --previous public-out --json'],
}

/** @throws {OperatorError} what `run` would refuse with, after the report */
export async function check(given: ParsedOptions, { stdout, clock }: CommandContext): Promise<void> {
  const asOf = given.text('as-of')
  const previous = given.text('previous')
  const settings = {
    source: given.required('source'),
    asOf: asOf === undefined ? undefined : parseMoment(asOf),
    continued: previous === undefined ? undefined : { out: previous, previous, trust: undefined },
    policy: readBrokenPolicy(given),
  }
  const report = emptyReport()
  await checkSource(settings, { report, clock })
  stdout.write(given.flag('json') ? jsonReport(report, null) : textReport(summarise(report, null)))
  if (report.failure) throw new OperatorError(report.failure.code, report.failure.message)
}
