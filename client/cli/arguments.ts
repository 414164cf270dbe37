// The command line: the command, its options, and help.

import { parseArgs } from 'node:util'
import { FILTERS_OF_COPY, type FilterRow, type OfferFilter } from '../mirror/filters.ts'

/** How a command is called. */
export interface Usage {
  name: string
  about: string
  /** The kind of its one operand: `DIR`. */
  operandName: string
  /** Its options, except those of all commands. */
  options?: readonly FilterRow[]
}

export interface Settings<C extends Usage> {
  command: C
  /** As typed. */
  operand: string
  baseUrl: string | undefined
  /** Whether results are written for programs. */
  json: boolean
  /** The options of the command. */
  given: OfferFilter
}

/** The first column of a help text, in characters: of a command's, and of the list of commands. */
const [OPTION_WIDTH, USAGE_WIDTH] = [29, 20]

const FOR_ALL = {
  'base-url': 'string',
  json: 'boolean',
  help: 'boolean',
  version: 'boolean',
}

const optionOf = ({ name }: Pick<FilterRow, 'name'>) => name.replaceAll('_', '-')

/** The options of all commands together: `readArguments` refuses those that the given command does not take. */
const OPTIONS = Object.fromEntries([
  ...Object.entries(FOR_ALL).map(([name, type]) => [name, { type }]),
  ...FILTERS_OF_COPY.map((row) => [optionOf(row), { type: row.form === 'flag' ? 'boolean' : 'string' }]),
]) as Record<string, { type: 'string' | 'boolean' }>

/** The end of every help text. Its columns are as wide as OPTION_WIDTH. */
const REST = `
For all commands:
  --base-url URL                  The address of the API; OFFERS_BASE_URL does the same.
  --json                          Prints JSON for programs, not a table for people.
  --help, --version

The key is read from OFFERS_KEY only: a command line can be seen by others.
Exit codes: 0 done, 1 failed, 2 wrong usage.
To update, install the package that llms.txt at the address of the API names.
`

const usageOf = ({ name, operandName }: Usage) => `offers ${name} ${operandName}`

function helpOf(command: Usage): string {
  const lines = (command.options ?? []).map((row) => {
    const option = `${optionOf(row)}${row.form === 'flag' ? '' : ' TEXT'}`.padEnd(OPTION_WIDTH)
    // With words, `about` ends in a colon.
    const words = row.words ? ` ${row.words.join(', ')}.` : ''
    return `  --${option} ${row.about}${words}\n`
  })
  return `${usageOf(command)}: ${command.about}\n${lines.length > 0 ? '\n' : ''}${lines.join('')}${REST}`
}

const helpOfAll = (commands: readonly Usage[]) => `offers: the Offers Catalogue on the command line

${commands.map((command) => `  ${usageOf(command).padEnd(USAGE_WIDTH)} ${command.about}`).join('\n')}

offers COMMAND --help lists the options of a command.
${REST}`

export class UsageError extends TypeError {}

/** What a command line asks for: a command, a help text or the version. @throws {UsageError} */
export function readArguments<C extends Usage>(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  commands: readonly C[],
): Settings<C> | { help: string } | 'version' {
  const { values, positionals } = parsed(argv)
  const [name = '', ...operands] = positionals
  const command = commands.find((each) => each.name === name)
  if (values.help || argv.length === 0) return { help: command ? helpOf(command) : helpOfAll(commands) }
  if (values.version) return 'version'
  if (!command) {
    const names = commands.map((each) => each.name).join(', ')
    throw new UsageError(`expected a command (${names}), found ${name || 'none'}`)
  }
  const [operand] = operands
  if (operand === undefined || operands.length > 1) {
    const found = operands.join(' ') || 'none'
    throw new UsageError(
      `${name}: expected ${command.operandName}, found ${found}; usage: ${usageOf(command)}`,
    )
  }
  for (const option of Object.keys(values)) {
    if (!Object.hasOwn(FOR_ALL, option) && !command.options?.some((each) => optionOf(each) === option))
      throw new UsageError(`${name} takes no --${option}`)
  }
  const { 'base-url': baseUrl = env.OFFERS_BASE_URL, json, ...given } = values
  return {
    command,
    operand,
    baseUrl: baseUrl === undefined ? undefined : String(baseUrl),
    json: json === true,
    given: filterOf(given),
  }
}

/**
 * Options as a filter of the copy, with counts as numbers: on a command line they are texts. A count that is no whole number
 * stays a text, which the search refuses.
 */
function filterOf(given: Readonly<Record<string, string | boolean | undefined>>): OfferFilter {
  const filter = FILTERS_OF_COPY.flatMap((row) => {
    const text = given[optionOf(row)]
    if (text === undefined) return []
    const isCount = typeof row.form === 'object' && /^\d+$/.test(String(text))
    return [[row.name, isCount ? Number(text) : text]]
  })
  return Object.fromEntries(filter)
}

function parsed(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
