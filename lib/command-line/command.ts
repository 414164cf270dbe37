// Commands as tables: the row of an option defines how it is typed, explained and parsed. `run` gets the parsed values as
// an object, whose type follows from the table.

import { OperatorError, throwFaults } from '../errors.ts'
import type { Clock } from '../time/clock.ts'
import type { CommandContext } from './command-context.ts'

interface OptionFacts {
  /** In kebab case; `--name` on the command line, `OFFERS_NAME` in the environment. */
  readonly name: string
  readonly about: string
  /** Left out of `--help`: for our own tests and `make` targets. */
  readonly hidden?: true
}

/** An option without a value. */
export interface Flag extends OptionFacts {
  readonly value?: never
}

interface Valued extends OptionFacts {
  /** The placeholder of the value in `--help`, e.g. `DIR`. */
  readonly value: string
  /** The text that counts if the option is not given, as it would be typed. */
  readonly default?: string
}

export interface ValueOption extends Valued {
  readonly required?: true
  readonly repeatable?: never
  /** Throws an `OperatorError` like `expected a day, found x`, to which `parseOption` adds the name of the option. */
  readonly parse?: (text: string, clock: Clock) => unknown
}

/** An option that may be given several times; in the environment, spaces separate the values. */
export interface RepeatableOption extends Valued {
  readonly repeatable: true
  readonly required?: never
  /** Like that of a `ValueOption`. It also gets the empty list of an option that is not given. */
  readonly parse?: (texts: readonly string[], clock: Clock) => unknown
}

export type Option = Flag | ValueOption | RepeatableOption

/** Options by the names of their settings. A table in a table becomes an object in the settings. */
export interface OptionTable {
  readonly [setting: string]: Option | OptionTable
}

/** The options of a part that takes its settings unchanged. An option for another member does not compile. */
export type OptionsFor<T> = { readonly [K in keyof T]?: Option }

export type Settings<T extends OptionTable> = {
  -readonly [K in keyof T]: T[K] extends Option
    ? Setting<T[K]>
    : T[K] extends OptionTable
      ? Settings<T[K]>
      : never
}

/** What `parse` returns, or the text. Undefined only for an option that is not required and has no default. */
type Setting<O extends Option> = O extends Flag
  ? boolean
  : O extends RepeatableOption
    ? Parsed<O, readonly string[]>
    : Parsed<O, string> | (O extends { required: true } | { default: string } ? never : undefined)

type Parsed<O, Unparsed> = O extends { parse: (...given: never[]) => infer Value } ? Value : Unparsed

/**
 * An object without members. A command takes each setting by name and the rest as `unused`, so that
 * `unused satisfies NoUnusedOption` does not compile if an option is declared and not used.
 */
export type NoUnusedOption = Record<string, never>

/** `<ID>` gives a text, `[TO]` a text or undefined, `<FILE...>` one or more texts, and `[FILE...]` any number of texts. */
type Operands<Names extends readonly string[]> = {
  [At in keyof Names]: Names[At] extends `${string}...${']' | '>'}`
    ? string[]
    : Names[At] extends `[${string}]`
      ? string | undefined
      : string
}

interface CommandTable<T extends OptionTable, Names extends readonly string[]> {
  /** The words after the program's name, e.g. `keys issue`. */
  name: string
  /** Explains the command. The list of commands shows only the first sentence. */
  about: string
  operands?: Names
  options: T
  /** Command lines, without the program's name. */
  examples?: readonly string[]
  /** @throws {OperatorError} with a sentence for the operator */
  run(settings: Settings<T>, context: CommandContext, ...operands: Operands<Names>): Promise<void>
}

/** A command, with its types erased. */
export interface Command {
  name: string
  about: string
  operands: readonly string[]
  options: readonly Option[]
  examples: readonly string[]
  /** @param texts gives the texts of an option: those on the command line, else of its variable, else its default */
  run(texts: TextsOf, operands: readonly unknown[], context: CommandContext): Promise<void>
}

export type TextsOf = (option: Option) => readonly string[]

/**
 * Declares a command.
 * @example
 * ```ts
 * import { command, type NoUnusedOption } from './command.ts'
 * import { integer } from './parsers.ts'
 *
 * const greet = command({
 *   name: 'greet',
 *   about: 'Greets.',
 *   options: { times: { name: 'times', value: 'N', default: '1', about: 'How often.', parse: integer(1, 9) } },
 *   async run({ times, ...unused }, { stdout }) {
 *     unused satisfies NoUnusedOption
 *     stdout.write('hello\n'.repeat(times))
 *   },
 * })
 * ```
 */
export function command<const T extends OptionTable, const Names extends readonly string[] = readonly []>(
  table: CommandTable<T, Names>,
): Command {
  const { name, about, operands = [], examples = [] } = table
  const options = optionsIn(table.options)
  return {
    ...{ name, about, operands, examples, options },
    async run(texts, given, context) {
      const missing = options.filter((option) => isRequired(option) && texts(option).length === 0)
      const faults = missing.map(
        (option) => new OperatorError('usage', `${name}: --${option.name} is required`),
      )
      const settings = parseSettings(table.options, texts, { clock: context.clock, faults })
      throwFaults(faults)
      // commander has checked the number of operands, see `program.ts`.
      await table.run(settings, context, ...(given as Operands<Names>))
    },
  }
}

/** The settings of a table without any option given. The table must have no required option. */
export function defaultSettings<T extends OptionTable>(table: T, clock: Clock): Settings<T> {
  const faults: OperatorError[] = []
  const settings = parseSettings(table, defaultOf, { clock, faults })
  throwFaults(faults)
  return settings
}

/** The default of an option as the texts of `TextsOf`; empty if it has none. */
export function defaultOf(option: Option): readonly string[] {
  return option.value === undefined || option.default === undefined ? [] : [option.default]
}

function optionsIn(table: OptionTable): Option[] {
  return Object.values(table).flatMap((row) => (isOption(row) ? [row] : optionsIn(row)))
}

/** A table can have a setting called `name`, but as a row, not as a text. */
function isOption(row: Option | OptionTable): row is Option {
  return typeof row.name === 'string'
}

function isRequired(option: Option): boolean {
  return option.value !== undefined && option.required === true
}

interface Parsing {
  clock: Clock
  /** Gets all faults, so that they can be corrected at once. */
  faults: OperatorError[]
}

/** The settings are valid only if `parsing.faults` stays empty. */
function parseSettings<T extends OptionTable>(table: T, texts: TextsOf, parsing: Parsing): Settings<T> {
  const settings = Object.entries(table).map(([setting, row]) => [
    setting,
    isOption(row) ? parseOption(row, texts(row), parsing) : parseSettings(row, texts, parsing),
  ])
  return Object.fromEntries(settings) as Settings<T>
}

function parseOption(option: Option, texts: readonly string[], { clock, faults }: Parsing): unknown {
  if (option.value === undefined) return texts.length > 0
  try {
    if (option.repeatable) return option.parse ? option.parse(texts, clock) : texts
    // If an option is given twice, the last one counts.
    const text = texts.at(-1)
    return text !== undefined && option.parse ? option.parse(text, clock) : text
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause
    faults.push(new OperatorError(cause.code, `--${option.name}: ${cause.message}`, { cause }))
    return undefined
  }
}
