// `import`: makes a source folder from tables. `import --propose`: proposes a mapping for a table.

import { existsSync } from 'node:fs'
import { command, type NoUnusedOption } from '../lib/command-line/command.ts'
import { noProgress, QUIET } from '../lib/command-line/progress.ts'
import { explainError, OperatorError } from '../lib/errors.ts'
import { replaceFile } from '../lib/files/replace-file.ts'
import { composed } from '../lib/json/composed.ts'
import { prettyJson } from '../lib/json/json.ts'
import { ANSWERS, type Answers } from './asking/answers.ts'
import { refusal } from './asking/refusals.ts'
import { areTyped, CATALOGUE_FACTS } from './catalogue-facts.ts'
import { openSample } from './proposing/open-sample.ts'
import { proposeMapping } from './proposing/propose-mapping.ts'
import { boundedError } from './report/bounded-lines.ts'
import { proposalText } from './report/proposal-text.ts'
import { runImport } from './run-import.ts'

/**
 * Fails with `usage` if options exclude each other, contradict the mapping or leave questions open, or if a proposal
 * would replace a file; with `bad-source` if a file or the mapping cannot be read, or the import is refused.
 */
export const importTables = command({
  name: 'import',
  about:
    'Makes a source folder from tables: CSV, Excel, JSON or NDJSON. The first import works out what the columns mean. It asks for missing facts in a terminal, or takes them from options. It keeps the result as mapping.json in the source folder, so later imports need no options. An answer that differs from mapping.json is refused: edit that file, or remove it to start again. If --ref differs, import says how many ids that costs, and needs --replace. FILE is a path, or - for standard input.',
  operands: ['<FILE...>'],
  options: {
    source: { name: 'source', value: 'DIR', about: 'The source folder to write.' },
    answers: ANSWERS,
    facts: CATALOGUE_FACTS,
    mapping: {
      name: 'mapping',
      value: 'MAPPING',
      about: 'Import by this mapping instead of the one in the source folder.',
    },
    proposed: {
      name: 'propose',
      value: 'MAPPING',
      about: 'Import nothing. Propose a mapping for the first FILE, and write it to this file.',
    },
    replace: {
      name: 'replace',
      about:
        'Overwrite files that are otherwise protected: a proposal, offers that no import made, and offers of a different table.',
    },
    summary: {
      name: 'summary',
      value: 'FILE',
      about:
        'Also write a summary to a file, as Markdown: each cell that is not understood, by row and column. It is also written if the import is refused.',
    },
    json: { name: 'json', about: 'Print the report as JSON.' },
    quiet: QUIET,
  },
  examples: [
    'import offers.xlsx --source my/source --country CL --attribution "Name · name.example"',
    'import offers.xlsx --source my/source',
    'import offers.xlsx --source my/source --contact data@name.example --license "CC BY 4.0" --terms https://name.example/terms',
    'import - --source my/source < offers.csv',
    'import offers.csv --propose offers.mapping.json --country CL',
    'import january.xlsx february.xlsx --mapping offers.mapping.json --source my/source --replace',
  ],
  async run(given, context, files) {
    const {
      proposed,
      mapping,
      source,
      answers: typed,
      facts,
      replace,
      json,
      quiet,
      summary,
      ...unused
    } = given
    unused satisfies NoUnusedOption
    const answers = composedAnswers(typed)
    if (proposed !== undefined) {
      if (areTyped(facts)) {
        const names = Object.keys(CATALOGUE_FACTS).map((name) => `--${name}`)
        throw new OperatorError(
          'usage',
          `import: --propose writes no catalogue.json; expected ${names.join(', ')} only with --source`,
        )
      }
      if (mapping !== undefined)
        throw new OperatorError('usage', 'import: expected --propose or --mapping, found both')
      const { proposal, text } = await propose(proposed, files[0] ?? '', { answers, replace }).catch(
        (error) => {
          throw boundedError(explainError(error))
        },
      )
      // Samples are shown in the text only.
      const { samples, ...plain } = proposal
      context.stdout.write(json ? prettyJson(plain) : text)
      return
    }
    if (source === undefined) {
      throw new OperatorError('usage', 'import: expected --source DIR, or --propose MAPPING, found neither')
    }
    const progress = quiet ? noProgress : context.progress
    await runImport(
      { files, source, mapping, answers, facts, replace, json, summary },
      { ...context, progress },
    )
  },
})

/** Answers in composed Unicode, as all texts of tables are read: a terminal may write accents in another form. */
function composedAnswers(answers: Answers): Answers {
  const typed = Object.entries(answers).map(([key, text]) => [key, text && composed(text)])
  return Object.fromEntries(typed)
}

interface ProposeSettings {
  answers: Answers
  replace: boolean
}

/** Writes a proposal for the table to `mappingFile`. */
async function propose(mappingFile: string, tableFile: string, { answers, replace }: ProposeSettings) {
  if (existsSync(mappingFile) && !replace) throw refusal('mappingThere', { path: mappingFile })
  const surveyed = await openSample(tableFile, answers)
  const proposal = proposeMapping(surveyed, answers)
  await replaceFile(mappingFile, prettyJson(proposal.mapping))
  return { proposal, text: proposalText(proposal, { table: surveyed.table, path: mappingFile }) }
}
