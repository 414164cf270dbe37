// Runs the command that the words of a command line name, and returns an exit code. Uses commander, whose
// commands are called lines here, because a `Command` is a row of our own tables.

import { CommanderError, type Help, Command as Line, Option as LineOption } from 'commander'
import { explainError, messageOf, OperatorError, systemCode } from '../errors.ts'
import { endIfStalled } from '../files/file-access.ts'
import { prettyJson } from '../json/json.ts'
import { VERSION } from '../version.ts'
import type { Command, Option } from './command.ts'
import {
  type CommandContext,
  commandContext,
  type ProcessStreams,
  processStreams,
} from './command-context.ts'
import { isYes, textsOutside, variableFor, warnOfVariables } from './variables.ts'

/** A program and its commands. */
export interface Program {
  name: string
  about: string
  /** A program whose only command has no name is that command. */
  commands: readonly Command[]
  /** Explain the first words of commands like `keys issue`. */
  groups?: Readonly<Record<string, string>>
}

/** Runs a program in this process, and sets its exit code. */
export async function startProgram(program: Program): Promise<void> {
  // A build, or a change of keys, continues even if its output can't be written.
  ignoreBrokenPipe(program.name, process)
  process.exitCode = await runProgram(program, process.argv.slice(2), processStreams())
  endIfStalled()
}

/**
 * Runs a command line. A failure is explained on stderr; also as JSON on stdout, if that is asked for and nothing was
 * printed.
 * @returns 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runProgram(
  program: Program,
  argv: readonly string[],
  streams: ProcessStreams,
): Promise<0 | 1 | 2> {
  const context = commandContext(streams)
  const { stdout, stderr, env } = context
  let hasPrinted = false
  const print = (text: string) => {
    hasPrinted = true
    return stdout.write(text)
  }
  for (const warning of warnOfVariables(env)) stderr.write(`${program.name}: ${warning}\n`)
  try {
    await runCommand(program, argv, { ...context, stdout: { write: print } })
    return 0
  } catch (error) {
    const failure = explainError(error)
    if (!hasPrinted && asksForJson(argv, env)) stdout.write(failureJson(failure))
    for (const line of failure.message.split('\n')) stderr.write(`${program.name}: ${line}\n`)
    if (env.OFFERS_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`)
    return failure.exitCode
  }
}

/**
 * Runs the command that the words name, or prints help or version.
 * @throws {OperatorError} `usage` if the command line is wrong, and the errors of the command
 */
export async function runCommand(
  program: Program,
  argv: readonly string[],
  context: CommandContext,
): Promise<void> {
  const root = new StrictLine(program.name)
    .description(program.about)
    .version(VERSION, '-V, --version', 'Prints the version.')
    .helpOption('-h, --help', 'Prints this help.')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => context.stdout.write(text) })
    .configureHelp({ subcommandTerm: (line) => line.name(), subcommandDescription: firstSentence })
  for (const command of program.commands) {
    const line = lineFor(root, command, program)
    const textsOf = (option: Option) => typedTexts(line, option) ?? textsOutside(option, context.env)
    line.action(() => command.run(textsOf, line.processedArgs, context))
  }
  if (root.commands.length > 0)
    root.addHelpText('after', `\n${program.name} COMMAND --help explains a command.`)
  try {
    await root.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    // After it has printed help or version, commander throws an error with the exit code 0.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error
  }
}

/** Read without the parser, which may have refused the command line. */
function asksForJson(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return argv.includes('--json') || isYes(env.OFFERS_JSON ?? '')
}

/** The output of a command that failed before it wrote any, for a program that expects JSON. */
function failureJson({ code, message }: OperatorError): string {
  return prettyJson({ failure: { code, message } })
}

/** Throws mistakes in a command line as `OperatorError`s. */
class StrictLine extends Line {
  override createCommand(name?: string): Line {
    return new StrictLine(name).helpCommand(false)
  }

  /** @param message of commander, such as `error: unknown option '--rejects'` */
  override error(message: string): never {
    const [, plain = message] = /^error: (.*?)\.?$/s.exec(message) ?? []
    throw this.#wrongUsage(plain.replaceAll('\n', ' '))
  }

  /** commander calls this if no command is named. */
  override help(): never {
    const names = this.commands.map((line) => line.name())
    throw this.#wrongUsage(`expected a command (${names.join(', ')}), found none`)
  }

  #wrongUsage(message: string): OperatorError {
    let path = this.name()
    for (let line = this.parent; line; line = line.parent) path = `${line.name()} ${path}`
    return new OperatorError('usage', `${message}; see ${path} --help`)
  }
}

/** The line of a command, below the lines of its first words: `issue` below `keys`. */
function lineFor(root: Line, command: Command, { name: program, groups = {} }: Program): Line {
  let line = root
  for (const word of command.name.split(' ').filter(Boolean)) {
    const known = line.commands.find((each) => each.name() === word)
    line = known ?? line.command(word).description(groups[word] ?? '')
  }
  if (line !== root) line.description(command.about)
  for (const operand of command.operands) line.argument(operand)
  for (const option of command.options) line.addOption(lineOption(option))
  return line.configureHelp(helpOf(command)).addHelpText('after', afterHelp(program, command))
}

function lineOption(option: Option): LineOption {
  const { name, value, about, hidden } = option
  if (option.value === undefined) return new LineOption(`--${name}`, about).hideHelp(hidden ?? false)
  const usual = option.default === undefined ? '' : ` Default: ${option.default}.`
  const shown = about + (option.required ? ' Required.' : usual)
  const line = new LineOption(`--${name} <${value}>`, shown).hideHelp(hidden ?? false)
  // All texts are kept, since the option may be repeatable. commander takes any next word for the value, also an option.
  return line.argParser((text: string, before: readonly string[] = []) => {
    if (text.startsWith('--')) throw new OperatorError('usage', `--${name}: expected ${value}, found ${text}`)
    return [...before, text]
  })
}

/** The texts of an option on the command line; undefined if it is not given there. */
function typedTexts(line: Line, option: Option): readonly string[] | undefined {
  const key = lineOption(option).attributeName()
  const typed: unknown = line.getOptionValue(key)
  return typed === undefined ? undefined : [typed].flat().map(String)
}

const DEFAULT_WIDTH = 80
const INDENT = ' '.repeat(6)

/** An option and its variable (`--out DIR  [OFFERS_OUT]`) on one line, its meaning below: both may be long. */
function helpOf({ options }: Command): Partial<Help> {
  const variables = new Map(options.map(({ name }) => [`--${name}`, variableFor(name)]))
  return {
    optionTerm({ long = '', flags }) {
      const variable = variables.get(long)
      return variable ? `${flags.replaceAll(/[<>]/g, '')}  [${variable}]` : flags
    },
    formatItem: (term, _width, about, helper) =>
      `  ${term}\n${helper.boxWrap(about, (helper.helpWidth ?? DEFAULT_WIDTH) - INDENT.length).replaceAll(/^/gm, INDENT)}`,
  }
}

function afterHelp(program: string, { options, examples }: Command): string {
  const shown = ['Examples:', ...examples.map((each) => `  ${program} ${each}`)]
  return [
    ...(options.length > 0 ? ['', 'The environment variable in brackets does the same as the option.'] : []),
    ...(examples.length > 0 ? ['', ...shown] : []),
    ...['', 'Exit codes: 0 done, 1 refused or failed, 2 wrong usage.'],
  ].join('\n')
}

function firstSentence(line: Line): string {
  return line.description().split(/(?<=\.) /)[0] ?? ''
}

/**
 * Lets a program finish its work even if its output can't be written. A closed pipe, such as that of `head`, is fine; any
 * other reason, such as a full disk, is reported on stderr, and the program ends with 1 even if its work succeeds.
 */
function ignoreBrokenPipe(
  program: string,
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
): void {
  let isReported = false
  const report = (error: unknown) => {
    if (systemCode(error) === 'EPIPE' || isReported) return
    isReported = true
    stderr.write(`${program}: the output can't be written: ${messageOf(error)}\n`)
    process.once('exit', (code) => {
      if (code === 0) process.exitCode = 1
    })
  }
  for (const output of [stdout, stderr]) output.on('error', report)
}
