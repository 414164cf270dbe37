// The command line of the build: words in, exit code out.

import { type Command, helpOf, type ParsedOptions, readOptions } from '../../contract/lib/cli-options.ts'
import { OperatorError } from '../../contract/lib/errors.ts'
import packageFacts from '../../package.json' with { type: 'json' }
import { type CommandContext, commandContext, type ProcessStreams } from './command-context.ts'
import { explainError } from './explain-error.ts'
import { IMPORT, importTables } from './import.ts'
import { PRUNE, prune } from './prune.ts'
import { ROLLBACK, rollback } from './rollback.ts'
import { run } from './run.ts'
import { RUN } from './run-options.ts'
import { VERIFY, verify } from './verify.ts'

const PROGRAM = 'offers-build'
const ABOUT = 'Precomputes every answer of the offers API, once a day.'

type Run = (given: ParsedOptions, terminal: CommandContext) => Promise<void>

const COMMANDS: readonly { command: Command; run: Run }[] = [
  { command: IMPORT, run: importTables },
  { command: RUN, run },
  { command: VERIFY, run: verify },
  { command: ROLLBACK, run: rollback },
  { command: PRUNE, run: prune },
]

export const BUILD_COMMANDS: readonly Command[] = COMMANDS.map(({ command }) => command)

/** Runs a command. 0: done, 1: refused or failed, 2: wrong usage. */
export async function main(argv: readonly string[], streams: ProcessStreams): Promise<0 | 1 | 2> {
  const terminal = commandContext(streams)
  try {
    await dispatch(argv, terminal)
    return 0
  } catch (error) {
    const failure = explainError(error)
    for (const line of failure.message.split('\n')) terminal.stderr.write(`${PROGRAM}: ${line}\n`)
    if (terminal.env.OFFERS_DEBUG && error instanceof Error) terminal.stderr.write(`${error.stack}\n`)
    return failure.exitCode
  }
}

async function dispatch(argv: readonly string[], terminal: CommandContext): Promise<void> {
  const [name, ...rest] = argv
  if (argv.includes('--help') || argv.includes('-h')) {
    terminal.stdout.write(helpOf(PROGRAM, ABOUT, BUILD_COMMANDS))
    return
  }
  if (name === '--version') {
    terminal.stdout.write(`${packageFacts.version}\n`)
    return
  }
  const found = COMMANDS.find(({ command }) => command.name === name)
  if (!found) {
    const words = BUILD_COMMANDS.map((command) => command.name).join(', ')
    throw new OperatorError('usage', `expected a command (${words}), found ${name ?? 'none'}; see --help`)
  }
  await found.run(readOptions(found.command, rest, terminal.env), terminal)
}
