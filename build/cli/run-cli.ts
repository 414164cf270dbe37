// The command line of the build: words in, exit code out.

import { IMPORT, importTables } from '../../import/command.ts'
import {
  type Command,
  helpOf,
  helpOfCommand,
  type ParsedOptions,
  readOptions,
} from '../../lib/command-line/cli-options.ts'
import {
  type CommandContext,
  commandContext,
  type ProcessStreams,
} from '../../lib/command-line/command-context.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { suggestion } from '../../lib/text/suggestion.ts'
import packageFacts from '../../package.json' with { type: 'json' }
import { CHECK, check } from './check.ts'
import { DIFF, diff } from './diff.ts'
import { INIT, init } from './init.ts'
import { KEYGEN, keygen } from './keygen.ts'
import { PREVIEW, preview } from './preview.ts'
import { PRUNE, prune } from './prune.ts'
import { RELEASES, releases } from './releases.ts'
import { ROLLBACK, rollback } from './rollback.ts'
import { run } from './run.ts'
import { RUN } from './run-options.ts'
import { VERIFY, verify } from './verify.ts'

export const PROGRAM = 'offers-build'
const ABOUT = 'Precomputes every answer of the offers API, once a day.'

const EXIT_CODES =
  'Exit codes: 0 done, or nothing to do; 1 refused or failed, and nothing was published; 2 wrong usage.'

type Run = (given: ParsedOptions, terminal: CommandContext) => Promise<void>

const COMMANDS: readonly { command: Command; run: Run }[] = [
  { command: INIT, run: init },
  { command: IMPORT, run: importTables },
  { command: RUN, run },
  { command: CHECK, run: check },
  { command: PREVIEW, run: preview },
  { command: VERIFY, run: verify },
  { command: RELEASES, run: releases },
  { command: DIFF, run: diff },
  { command: ROLLBACK, run: rollback },
  { command: PRUNE, run: prune },
  { command: KEYGEN, run: keygen },
]

export const BUILD_COMMANDS: readonly Command[] = COMMANDS.map(({ command }) => command)

/** Runs a command. 0: done, 1: refused or failed, 2: wrong usage. */
export async function main(argv: readonly string[], streams: ProcessStreams): Promise<0 | 1 | 2> {
  const terminal = commandContext(streams)
  const { stdout } = terminal
  let hasPrinted = false
  const print = (text: string) => {
    hasPrinted = true
    return stdout.write(text)
  }
  try {
    await dispatch(argv, { ...terminal, stdout: { write: print } })
    return 0
  } catch (error) {
    const failure = explainError(error)
    if (!hasPrinted && asksForJson(argv, terminal)) stdout.write(failureJson(failure))
    for (const line of failure.message.split('\n')) terminal.stderr.write(`${PROGRAM}: ${line}\n`)
    if (terminal.env.OFFERS_DEBUG && error instanceof Error) terminal.stderr.write(`${error.stack}\n`)
    return failure.exitCode
  }
}

/** Works even if the rest of the command line is invalid. */
function asksForJson(argv: readonly string[], { env }: CommandContext): boolean {
  return argv.includes('--json') || Boolean(env.OFFERS_JSON)
}

/** For a program that reads our JSON, and gets none because the command failed. */
function failureJson({ code, message }: OperatorError): string {
  return prettyJson({ failure: { code, message } })
}

async function dispatch(argv: readonly string[], terminal: CommandContext): Promise<void> {
  const [name, ...rest] = argv
  if (name === 'help' || argv.includes('--help') || argv.includes('-h')) {
    const asked = BUILD_COMMANDS.find((command) => command.name === (name === 'help' ? rest[0] : name))
    const all = () => `${helpOf(PROGRAM, ABOUT, BUILD_COMMANDS)}\n${EXIT_CODES}\n`
    terminal.stdout.write(asked ? helpOfCommand(PROGRAM, asked, EXIT_CODES) : all())
    return
  }
  if (name === '--version' || name === '-V' || name === 'version') {
    terminal.stdout.write(`${packageFacts.version}\n`)
    return
  }
  const found = COMMANDS.find(({ command }) => command.name === name)
  if (!found) {
    const names = BUILD_COMMANDS.map((command) => command.name)
    const words = names.join(', ')
    const near = name === undefined ? '' : suggestion(name, names)
    throw new OperatorError(
      'usage',
      `expected a command (${words}), found ${name ?? 'none'}${near}; see --help`,
    )
  }
  await found.run(readOptions(found.command, rest, terminal.env), terminal)
}
