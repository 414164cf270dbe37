// `import`: tables that people have, into a source folder; `import --propose`: a mapping for them.

import { existsSync } from 'node:fs'
import type { Command, ParsedOptions } from '../lib/command-line/cli-options.ts'
import type { CommandContext } from '../lib/command-line/command-context.ts'
import { OperatorError } from '../lib/errors.ts'
import { replaceFile } from '../lib/files/replace-file.ts'
import { prettyJson } from '../lib/json/json.ts'
import { chooseProgress } from '../lib/progress/choose-progress.ts'
import { COUNTRY } from '../lib/text/patterns.ts'
import { isTimeZone } from '../lib/time/calendar.ts'
import { openTable } from './formats/formats.ts'
import { importFiles } from './import-files.ts'
import { loadMapping } from './mapping/load-mapping.ts'
import { isHeading } from './proposing/heading-words.ts'
import { proposalText } from './proposing/proposal-text.ts'
import { proposeMapping, sampleRows } from './proposing/propose-mapping.ts'
import { importText } from './report/import-report.ts'

export const IMPORT: Command = {
  name: 'import',
  about:
    'Makes a source folder from tables: CSV, Excel (.xlsx), JSON, NDJSON. First --propose a mapping, look at it, then import by it.',
  operands: ['FILE...'],
  options: [
    {
      name: 'propose',
      value: 'MAPPING',
      about: 'Looks at the first FILE, and writes a proposal of a mapping to this file.',
    },
    {
      name: 'mapping',
      value: 'MAPPING',
      about: 'Which columns become what: a proposal that somebody has looked at.',
    },
    { name: 'source', value: 'DIR', about: 'The source folder that is written.' },
    { name: 'country', value: 'CC', about: 'For a proposal: the country of the offers, such as CL.' },
    {
      name: 'time-zone',
      value: 'ZONE',
      about: 'For a proposal: the time zone, where the country has several, such as America/New_York.',
    },
    {
      name: 'replace',
      about: 'Overwrites what is otherwise protected: an existing mapping, and offers that no import made.',
    },
    { name: 'json', about: 'Prints the report as JSON.' },
    { name: 'quiet', about: 'Shows no progress.' },
  ],
  examples: [
    'import offers.csv --propose offers.mapping.json --country CL',
    'import offers.csv --mapping offers.mapping.json --source my/source',
    'import january.xlsx february.xlsx --mapping offers.mapping.json --source my/source --replace',
  ],
}

/** @throws {OperatorError} `bad-source` if a file or the mapping can't be read, or no offer came of it */
export async function importTables(given: ParsedOptions, terminal: CommandContext): Promise<void> {
  const proposed = given.text('propose')
  const mapping = given.text('mapping')
  if ((proposed === undefined) === (mapping === undefined)) {
    throw new OperatorError(
      'usage',
      'import: expected --propose MAPPING, or --mapping MAPPING with --source DIR',
    )
  }
  if (proposed !== undefined) return propose(proposed, given, terminal)
  const source = given.required('source')
  const report = await importFiles({
    files: given.operands,
    mapping: await loadMapping(given.required('mapping')),
    source,
    replace: given.flag('replace'),
    progress: chooseProgress(given.flag('quiet'), terminal),
  })
  terminal.stdout.write(given.flag('json') ? prettyJson(report) : importText(report))
}

async function propose(path: string, given: ParsedOptions, { stdout }: CommandContext): Promise<void> {
  if (existsSync(path) && !given.flag('replace')) {
    throw new OperatorError(
      'usage',
      `${path} is there already and may hold somebody's work; give --replace, or another name`,
    )
  }
  const told = { country: parseCountry(given.text('country')), timeZone: parseZone(given.text('time-zone')) }
  const table = await openTable(given.operands[0] ?? '', { reading: {}, isHeading })
  const rows = await sampleRows(table)
  const proposal = proposeMapping(table, rows, told)
  await replaceFile(path, prettyJson(proposal.mapping))
  stdout.write(given.flag('json') ? prettyJson(proposal) : proposalText(proposal, { table, rows, path }))
}

function parseCountry(text: string | undefined): string | null {
  if (text === undefined || COUNTRY.test(text)) return text ?? null
  throw new OperatorError('usage', `--country: expected two capital letters such as CL, found ${text}`)
}

function parseZone(text: string | undefined): string | null {
  if (text === undefined || isTimeZone(text)) return text ?? null
  throw new OperatorError('usage', `--time-zone: expected a zone such as America/Santiago, found ${text}`)
}
