// `import`: tables that people have, into a source folder; `import --propose`: a mapping for them.

import { existsSync } from 'node:fs'
import { command, type Nothing } from '../lib/command-line/command.ts'
import { expected } from '../lib/command-line/parsers.ts'
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

/** Fails with `bad-source` if a file or the mapping can't be read, or no offer came of it. */
export const importTables = command({
  name: 'import',
  about:
    'Makes a source folder from tables: CSV, Excel, JSON, NDJSON. First --propose a mapping, look at it, then import by it.',
  operands: ['<FILE...>'],
  options: {
    proposed: {
      name: 'propose',
      value: 'MAPPING',
      about: 'Looks at the first FILE, and writes a proposal of a mapping to this file.',
    },
    mapping: {
      name: 'mapping',
      value: 'MAPPING',
      about: 'Which columns become what: a proposal that somebody has looked at.',
    },
    source: { name: 'source', value: 'DIR', about: 'The source folder that is written.' },
    answers: {
      country: {
        name: 'country',
        value: 'CC',
        about: 'For a proposal: the country of the offers, such as CL.',
        parse: parseCountry,
      },
      timeZone: {
        name: 'time-zone',
        value: 'ZONE',
        about: 'For a proposal: the time zone, if the country has several, such as America/New_York.',
        parse: parseZone,
      },
      records: {
        name: 'records',
        value: 'POINTER',
        about: 'For a proposal: where the records of a JSON file are, such as /offers or /shops/*/offers.',
        parse: parsePointer,
      },
    },
    replace: {
      name: 'replace',
      about:
        'Overwrites what is otherwise protected: an existing mapping, offers that no import made, and those of a table that was another one.',
    },
    json: { name: 'json', about: 'Prints the report as JSON.' },
    quiet: { name: 'quiet', about: 'Shows no progress.' },
  },
  examples: [
    'import offers.csv --propose offers.mapping.json --country CL',
    'import offers.csv --mapping offers.mapping.json --source my/source',
    'import january.xlsx february.xlsx --mapping offers.mapping.json --source my/source --replace',
  ],
  async run(given, context, files) {
    const { proposed, mapping, source, answers, replace, json, quiet, ...unused } = given
    unused satisfies Nothing
    const { stdout } = context
    if (proposed !== undefined && mapping === undefined) {
      const { proposal, text } = await propose(proposed, files[0] ?? '', { answers, replace })
      stdout.write(json ? prettyJson(proposal) : text)
    } else if (proposed === undefined && mapping !== undefined) {
      if (source === undefined) throw new OperatorError('usage', 'import: --source is required')
      const progress = chooseProgress(quiet, context)
      const report = await importFiles({
        files,
        mapping: await loadMapping(mapping),
        source,
        replace,
        progress,
      })
      stdout.write(json ? prettyJson(report) : importText(report))
    } else {
      throw new OperatorError(
        'usage',
        'import: expected --propose MAPPING, or --mapping MAPPING with --source DIR',
      )
    }
  },
})

interface ProposeSettings {
  answers: { country?: string | undefined; timeZone?: string | undefined; records?: string | undefined }
  replace: boolean
}

async function propose(path: string, file: string, { answers, replace }: ProposeSettings) {
  if (existsSync(path) && !replace) {
    throw new OperatorError(
      'usage',
      `${path} is there already and may hold somebody's work; give --replace, or another name`,
    )
  }
  const { country = null, timeZone = null, records } = answers
  const table = await openTable(file, { reading: records === undefined ? {} : { records }, isHeading })
  const rows = await sampleRows(table)
  const proposal = proposeMapping(table, rows, { country, timeZone })
  await replaceFile(path, prettyJson(proposal.mapping))
  return { proposal, text: proposalText(proposal, { table, rows, path }) }
}

function parseCountry(text: string): string {
  if (COUNTRY.test(text)) return text
  throw expected('two capital letters such as CL', text)
}

function parsePointer(text: string): string {
  if (text === '' || text.startsWith('/')) return text
  throw expected('a pointer such as /offers', text)
}

function parseZone(text: string): string {
  if (isTimeZone(text)) return text
  throw expected('a zone such as America/Santiago', text)
}
