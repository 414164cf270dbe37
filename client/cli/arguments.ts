// The command line: commands, their options, and help.

import { parseArgs } from 'node:util'
import { FILTERS } from '../api/description.ts'
import { type FilterName, KNOWN_KINDS, WEEKDAYS } from '../api/types.ts'
import type { OfferFilter } from '../mirror/offer-filter.ts'

export interface Settings {
  command: CommandName
  /** Words that are no options. */
  words: string[]
  baseUrl: string
  /** How results are written. */
  form: 'table' | 'json' | 'ndjson'
  /** Parameters of lists, and filters of copies, by name. */
  given: Readonly<Record<string, string>>
  all: boolean
}

const COMMANDS = {
  list: 'A page of offers; all pages with --all',
  get: 'ID: one offer',
  changes: 'What came, changed and went since the day of an earlier answer',
  issuers: 'All issuers',
  categories: 'All categories',
  comunas: 'All comunas',
  snapshot: 'FILE: downloads the catalogue of the day; goes on where it broke off',
  sync: 'DIR: makes or updates a copy of the catalogue, and reports what came, changed and went',
  find: 'DIR: searches a copy, without the network',
  mcp: 'DIR: answers agents out of a copy that it keeps up to date (Model Context Protocol, stdio)',
} as const

export type CommandName = keyof typeof COMMANDS

type CopyFilter = Exclude<keyof OfferFilter, FilterName>

const API_FILTERS: readonly string[] = FILTERS.map(({ name }) => name)
const COPY_FILTERS = [
  'text',
  'match',
  'region',
  'kind',
  'day',
  'weekday',
] as const satisfies readonly CopyFilter[]

/** How many words each command takes, and its options, except those of all commands. */
const TAKES: Readonly<Record<CommandName, { words: number; options: readonly string[] }>> = {
  list: { words: 0, options: [...API_FILTERS, 'limit', 'offset', 'all'] },
  get: { words: 1, options: [] },
  changes: { words: 0, options: ['since'] },
  issuers: { words: 0, options: [] },
  categories: { words: 0, options: [] },
  comunas: { words: 0, options: [] },
  snapshot: { words: 1, options: [] },
  sync: { words: 1, options: [] },
  find: { words: 1, options: [...API_FILTERS, ...COPY_FILTERS] },
  mcp: { words: 1, options: [] },
}

const FOR_ALL = ['base-url', 'json', 'ndjson', 'help', 'version'] as const

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  ...Object.fromEntries(
    [...API_FILTERS, ...COPY_FILTERS, 'limit', 'offset', 'since', 'base-url'].map((name) => [name, text]),
  ),
  ...Object.fromEntries(['all', 'json', 'ndjson', 'help', 'version'].map((name) => [name, flag])),
}

/** The options that are not for all commands. */
const ABOUT: Readonly<Record<string, [form: string, about: string]>> = {
  ...Object.fromEntries(FILTERS.map(({ name, description }) => [name, ['SLUG', description]])),
  limit: ['N', 'At most this many offers.'],
  offset: ['N', 'Begins after this many offers.'],
  all: ['', 'All pages of the list.'],
  since: ['MOMENT', 'The data_as_of of an earlier answer; everything if it is not given.'],
  text: ['WORDS', 'Words of title, merchant, benefit or names; the best matches first.'],
  match: ['WORD', 'all, or any: how many words of --text must match; all if not given.'],
  region: ['NAME', 'The name of a region.'],
  kind: ['KIND', `${KNOWN_KINDS.join(', ')}.`],
  day: ['YYYY-MM-DD', 'Holds on this day.'],
  weekday: ['DAY', `${WEEKDAYS.join(', ')}.`],
}

const optionLines = (names: readonly string[]) =>
  names.map((name) => {
    const [form, about] = ABOUT[name] ?? ['', '']
    return `  --${`${name} ${form}`.padEnd(29)} ${about}\n`
  })

const REST = `
Of all:
  --base-url URL                  The address of the API; or OFFERS_BASE_URL.
  --json, --ndjson                For programs; without them a table for people.
  --help, --version

The key is read from OFFERS_KEY only: a command line can be seen by others.
OFFERS_DEBUG=1 writes each request and answer to standard error.
Ends with 0 if all went well, with 1 if not, with 2 if the command line is wrong.
`

function helpOf(command: CommandName): string {
  const { options } = TAKES[command]
  return `offers ${command}: ${COMMANDS[command]}\n${options.length > 0 ? '\n' : ''}${optionLines(options).join('')}${REST}`
}

const HELP = `offers: the Offers Catalogue on the command line

${Object.entries(COMMANDS)
  .map(([name, about]) => `  offers ${name.padEnd(11)} ${about}`)
  .join('\n')}

offers help COMMAND lists the options of a command, and so does offers COMMAND --help.
${REST}`

export class UsageError extends Error {}

/** @throws {UsageError} */
export function readArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings | { help: string } | 'version' {
  const { values, positionals } = parsed(argv)
  const [command = '', ...words] = positionals
  if (values.help || argv.length === 0) return { help: helpOn(command) }
  if (command === 'help') return { help: helpOn(words[0] ?? '') }
  if (values.version) return 'version'
  if (!isCommand(command))
    throw new UsageError(
      `expected a command (${Object.keys(COMMANDS).join(', ')}), found ${command || 'none'}`,
    )
  const { words: expected, options } = TAKES[command]
  if (words.length !== expected) {
    throw new UsageError(`${command}: expected ${COMMANDS[command]}`)
  }
  const allowed: readonly string[] = [...FOR_ALL, ...options]
  for (const name of Object.keys(values)) {
    if (!allowed.includes(name)) throw new UsageError(`${command} takes no --${name}`)
  }
  const baseUrl = values['base-url'] ?? env.OFFERS_BASE_URL ?? ''
  if (typeof baseUrl !== 'string' || (baseUrl === '' && command !== 'find')) {
    throw new UsageError('--base-url, or OFFERS_BASE_URL: expected the address of the API')
  }
  const given = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'base-url' ? [[name, value]] : [],
  )
  const form = values.ndjson ? 'ndjson' : values.json ? 'json' : 'table'
  return { command, words, baseUrl, form, given: Object.fromEntries(given), all: values.all === true }
}

function helpOn(word: string): string {
  return isCommand(word) ? helpOf(word) : HELP
}

function parsed(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word)
}
