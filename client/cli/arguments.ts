// The command line: commands, their options, and help.

import { parseArgs } from 'node:util'
import { FILTERS } from '../api/description.ts'
import { type FilterName, KNOWN_KINDS, WEEKDAYS } from '../api/types.ts'
import type { OfferFilter } from '../mirror/offer-filter.ts'
import { suggestionFor } from '../mirror/suggest.ts'

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
  get: 'One offer',
  changes: 'What came, changed and went since the day of an earlier answer',
  issuers: 'All issuers',
  categories: 'All categories',
  comunas: 'All comunas',
  snapshot: 'Downloads the catalogue of the day; goes on where it broke off',
  sync: 'Makes or updates a copy of the catalogue, and reports what came, changed and went',
  find: 'Searches a copy, without the network',
  mcp: 'Answers agents out of a copy that it keeps up to date (Model Context Protocol, stdio)',
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

/** The word that a command takes, if it takes one, and its options, except those of all commands. */
const TAKES: Readonly<Record<CommandName, { word?: string; options: readonly string[] }>> = {
  list: { options: [...API_FILTERS, 'limit', 'offset', 'all'] },
  get: { word: 'ID', options: [] },
  changes: { options: ['since'] },
  issuers: { options: [] },
  categories: { options: [] },
  comunas: { options: [] },
  snapshot: { word: 'FILE', options: [] },
  sync: { word: 'DIR', options: [] },
  find: { word: 'DIR', options: [...API_FILTERS, ...COPY_FILTERS] },
  mcp: { word: 'DIR', options: [] },
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
For all commands:
  --base-url URL                  The address of the API; or OFFERS_BASE_URL.
  --json, --ndjson                For programs; without them a table for people.
  --help, --version

The key is read from OFFERS_KEY only: a command line can be seen by others.
OFFERS_DEBUG=1 writes each request and answer to standard error.
Exit codes: 0 done, 1 failed, 2 wrong usage.
`

function usageOf(command: CommandName): string {
  const { word } = TAKES[command]
  return `offers ${command}${word === undefined ? '' : ` ${word}`}`
}

function helpOf(command: CommandName): string {
  const { options } = TAKES[command]
  return `${usageOf(command)}: ${COMMANDS[command]}\n${options.length > 0 ? '\n' : ''}${optionLines(options).join('')}${REST}`
}

const HELP = `offers: the Offers Catalogue on the command line

${Object.entries(COMMANDS)
  .map(([name, about]) => `  ${(isCommand(name) ? usageOf(name) : name).padEnd(20)} ${about}`)
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
  const { word, options } = TAKES[command]
  if (words.length !== (word === undefined ? 0 : 1)) {
    const found = words.length === 0 ? 'none' : words.join(' ')
    throw new UsageError(
      `${command}: expected ${word ?? 'no word'}, found ${found}; usage: ${usageOf(command)}`,
    )
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
    throw new UsageError(unknownOption(argv) ?? (error instanceof Error ? error.message : String(error)))
  }
}

function unknownOption(argv: readonly string[]): string | undefined {
  const { tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(OPTIONS, token.name)) continue
    const meant = suggestionFor(token.name, Object.keys(OPTIONS))
    return `unknown option ${token.rawName}${meant ? ` (did you mean --${meant}?)` : ''}`
  }
  return undefined
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word)
}
