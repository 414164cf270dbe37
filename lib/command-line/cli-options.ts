// How both programs declare, read and explain their options: name, variable, default and meaning side by side.

import { parseArgs } from 'node:util'
import { messageOf, OperatorError } from '../errors.ts'
import { nearest } from '../text/suggestion.ts'

export interface Option {
  /** In kebab case; `--name` on the command line, `OFFERS_NAME` in the environment. */
  name: string
  /** The placeholder of the value in `--help`, e.g. `DIR`. An option without one is a flag. */
  value?: string
  /** In the words a user would type. */
  default?: string
  about: string
  /** May be given more than once; in the environment the values are separated by spaces. */
  repeatable?: boolean
}

export interface Command {
  /** The words after the program's name, e.g. `keys issue`. */
  name: string
  about: string
  options: readonly Option[]
  /**
   * Names of the words that follow the options; one that ends with `...` means one or more, one in brackets may be
   * left out.
   */
  operands?: readonly string[]
  /** What one would type after the program's name. */
  examples?: readonly string[]
}

/** What was given, by option name: the command line wins over the environment, which wins over the default. */
export interface ParsedOptions {
  text(name: string): string | undefined
  /** @throws {OperatorError} `usage` if it is missing */
  required(name: string): string
  texts(name: string): string[]
  flag(name: string): boolean
  operands: readonly string[]
}

export function variableOf(option: Option): string {
  return `OFFERS_${option.name.toUpperCase().replaceAll('-', '_')}`
}

/** @throws {OperatorError} `usage` for unknown options, missing operands and the like */
export function readOptions(
  command: Command,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): ParsedOptions {
  const { values, positionals } = parse(command, argv)
  requireOperands(command, positionals)
  const optionOf = (name: string): Option => {
    const option = command.options.find((each) => each.name === name)
    if (!option) throw new RangeError(`${command.name} declares no option ${name}`)
    return option
  }
  const texts = (name: string): string[] => {
    const option = optionOf(name)
    const fromLine = [values[name]].flat().filter((value) => typeof value === 'string')
    if (fromLine.length > 0) return fromLine
    const fromEnv = env[variableOf(option)]
    if (fromEnv) return option.repeatable ? fromEnv.split(/\s+/).filter(Boolean) : [fromEnv]
    return option.default === undefined ? [] : [option.default]
  }
  return {
    operands: positionals,
    texts,
    text: (name) => texts(name)[0],
    required: (name) => {
      const value = texts(name)[0]
      if (value === undefined) throw new OperatorError('usage', `${command.name}: --${name} is required`)
      return value
    },
    flag: (name) =>
      values[name] === true || ['1', 'true', 'yes'].includes(env[variableOf(optionOf(name))] ?? ''),
  }
}

function requireOperands({ name, operands = [] }: Command, found: readonly string[]): void {
  const required = operands.filter((each) => !each.startsWith('['))
  const most = operands.at(-1)?.endsWith('...') ? Number.POSITIVE_INFINITY : operands.length
  if (found.length >= required.length && found.length <= most) return
  const wanted = operands.length > 0 ? operands.join(' ') : 'no further words'
  throw new OperatorError('usage', `${name}: expected ${wanted}, found ${found.join(' ') || 'none'}`)
}

function parse(command: Command, argv: readonly string[]) {
  const options = Object.fromEntries(
    command.options.map(({ name, value, repeatable }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: repeatable ?? false,
      },
    ]),
  )
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new OperatorError('usage', `${command.name}: ${explainParse(command, cause)}; see --help`, {
      cause,
    })
  }
}

/** Node's own words end in advice that helps nobody. */
function explainParse(command: Command, cause: unknown): string {
  const [, given] = /^Unknown option '(-[^']*)'/.exec(messageOf(cause)) ?? []
  if (given === undefined) return messageOf(cause).split('. ')[0] ?? ''
  const near = nearest(
    given,
    command.options.map(({ name }) => name),
  )
  return `unknown option ${given}${near === undefined ? '' : ` (did you mean --${near}?)`}`
}

const VARIABLES = 'An option may also be given as the environment variable in brackets.'

/** The help of one command: its options, examples and what comes last, such as exit codes. */
export function helpOfCommand(program: string, command: Command, last?: string): string {
  const options = ['Options:', ...command.options.map(describeOption)].join('\n')
  const examples = ['Examples:', ...(command.examples ?? []).map((each) => `  ${program} ${each}`)]
  const shown = examples.length > 1 ? examples.join('\n') : undefined
  const parts = [command.about, usageOf(program, command), options, VARIABLES, shown, last]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

/** The help of a program: its commands, and with each its options, variables and defaults. */
export function helpOf(program: string, about: string, commands: readonly Command[]): string {
  const sections = commands.map((command) =>
    [usageOf(program, command), `    ${command.about}`, ...command.options.map(describeOption)].join('\n'),
  )
  return `${[about, ...sections, VARIABLES].join('\n\n')}\n`
}

function usageOf(program: string, { name, operands = [] }: Command): string {
  return [program, name, ...operands, '[options]'].filter(Boolean).join(' ')
}

function describeOption(option: Option): string {
  const words = option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`
  const fallback = option.default === undefined ? '' : ` Default: ${option.default}.`
  return `  ${words}  [${variableOf(option)}]\n      ${option.about}${fallback}`
}

/** Reads a whole number from what was typed. */
export function parseInteger(option: string, text: string, least: number, most: number): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new OperatorError(
    'usage',
    `--${option}: expected a whole number from ${least} to ${most}, found ${text}`,
  )
}
