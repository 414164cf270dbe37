// `import`: tables that people have, into a source folder; `import --propose`: a mapping for them.

import { existsSync } from 'node:fs'
import { command, type Nothing } from '../lib/command-line/command.ts'
import { OperatorError } from '../lib/errors.ts'
import { replaceFile } from '../lib/files/replace-file.ts'
import { prettyJson } from '../lib/json/json.ts'
import { ANSWERS } from './answer-options.ts'
import { PreviewImport } from './preview-import.ts'
import { proposalText } from './proposing/proposal-text.ts'
import { openSample, proposeWith } from './proposing/propose-with.ts'
import type { Answers } from './proposing/questions.ts'
import { runImport } from './run-import.ts'

export { ANSWERS, PreviewImport }

/** Fails with `bad-source` if a file or the mapping can't be read, or no offer came of it. */
export const importTables = command({
  name: 'import',
  about:
    'Makes a source folder from tables: CSV, Excel, JSON, NDJSON. The first import finds out what the columns mean and asks for what no column says, in a terminal, or by options; it keeps that as mapping.json in the source folder, and later imports need no options. FILE is a path, or - for standard input.',
  operands: ['<FILE...>'],
  options: {
    source: { name: 'source', value: 'DIR', about: 'The source folder that is written.' },
    answers: ANSWERS,
    mapping: {
      name: 'mapping',
      value: 'MAPPING',
      about: 'Imports by this mapping, whatever the source folder keeps.',
    },
    proposed: {
      name: 'propose',
      value: 'MAPPING',
      about: 'Imports nothing: looks at the first FILE, and writes a proposal of a mapping to this file.',
    },
    replace: {
      name: 'replace',
      about:
        'Overwrites what is otherwise protected: a proposal, offers that no import made, and those of a table that was another one.',
    },
    summary: { name: 'summary', value: 'FILE', about: 'Writes how the import went to a file, as Markdown.' },
    metrics: {
      name: 'metrics',
      value: 'FILE',
      about:
        'Writes how the import went for Prometheus, as a text file of node_exporter, whether it is refused or not.',
    },
    page: {
      name: 'report',
      value: 'FILE.html',
      about:
        'Writes a page for the person who fills in the table: each cell that is not understood, and what to write instead. Also written if the import is refused.',
    },
    json: { name: 'json', about: 'Prints the report as JSON.' },
    quiet: { name: 'quiet', about: 'Shows no progress.' },
  },
  examples: [
    'import offers.xlsx --source my/source --country CL --attribution "Name · name.example"',
    'import offers.xlsx --source my/source',
    'import - --source my/source < offers.csv',
    'import offers.csv --propose offers.mapping.json --country CL',
    'import january.xlsx february.xlsx --mapping offers.mapping.json --source my/source --replace',
  ],
  async run(given, context, files) {
    const { proposed, mapping, source, answers, replace, json, quiet, ...rest } = given
    const { summary, metrics, page, ...unused } = rest
    unused satisfies Nothing
    if (proposed !== undefined) {
      if (mapping !== undefined)
        throw new OperatorError('usage', 'import: expected --propose or --mapping, found both')
      const { proposal, text } = await propose(proposed, files[0] ?? '', { answers, replace })
      context.stdout.write(json ? prettyJson(proposal) : text)
      return
    }
    if (source === undefined) {
      throw new OperatorError('usage', 'import: expected --source DIR, or --propose MAPPING, found neither')
    }
    await runImport(
      { files, source, mapping, answers, replace },
      { json, quiet, summary, metrics, page },
      context,
    )
  },
})

interface ProposeSettings {
  answers: Answers
  replace: boolean
}

async function propose(path: string, file: string, { answers, replace }: ProposeSettings) {
  if (existsSync(path) && !replace) {
    throw new OperatorError(
      'usage',
      `${path} is there already and may hold somebody's work; give --replace, or another name`,
    )
  }
  const { table, rows } = await openSample(file, answers)
  const proposal = proposeWith(table, rows, answers)
  await replaceFile(path, prettyJson(proposal.mapping))
  return { proposal, text: proposalText(proposal, { table, rows, path }) }
}
