// The commands of all three programs, from their own tables; of the generator, from its help.

import { BUILD_COMMANDS } from '../../../build/cli/run-cli.ts'
import { KEYS_COMMANDS } from '../../../gateway/cli/keys.ts'
import { SERVE_COMMAND } from '../../../gateway/cli/serve-options.ts'
import { type Command, type Option, variableOf } from '../../../lib/command-line/cli-options.ts'
import { read } from './pages.ts'

/** Options that every program has beside its table. */
export const ALWAYS = ['--help', '--version']

/** Variables that are no option's. */
export const OTHER_VARIABLES = ['OFFERS_DEBUG']

export const PROGRAMS: Readonly<Record<string, readonly Pick<Command, 'name' | 'options'>[]>> = {
  build: BUILD_COMMANDS,
  gateway: [SERVE_COMMAND, ...KEYS_COMMANDS],
  generate: [{ name: '', options: generatorOptions() }],
}

export const ALL_OPTIONS: readonly Option[] = Object.values(PROGRAMS).flatMap((commands) =>
  commands.flatMap(({ options }) => options),
)

export const ALL_VARIABLES: ReadonlySet<string> = new Set([
  ...ALL_OPTIONS.map(variableOf),
  ...OTHER_VARIABLES,
])

// Its module runs the program, so it can't be imported.
function generatorOptions(): Option[] {
  const rows = read('fixtures/generate-main.ts').matchAll(/\{ name: '([a-z-]+)',.*about: '(.*)' \}/g)
  return Array.from(rows, ([, name = '', about = '']) => ({ name, about }))
}

/** A command line as a page shows it, e.g. `node dist/build.mjs prune --keep 3`, taken apart. */
export interface ShownCommand {
  program: string
  /** The command that its words name. */
  command: Pick<Command, 'name' | 'options'> | undefined
  /** `--…` words, without values. */
  options: string[]
}

export function shownCommand(line: string): ShownCommand | undefined {
  const [, program, rest] = /dist\/(build|gateway|generate)\.mjs\b(.*)$/.exec(line) ?? []
  if (program === undefined || rest === undefined) return undefined
  const words = rest.trim()
  const command = (PROGRAMS[program] ?? []).find(
    ({ name }) => words === name || words.startsWith(`${name} `) || name === '',
  )
  return { program, command, options: optionsIn(rest) }
}

/** The options that a text names, e.g. `--keep`; not what is the end of a longer word. */
export function optionsIn(text: string): string[] {
  return Array.from(text.matchAll(/(?<![\w-])--[a-z][a-z-]*[a-z]/g), ([option]) => option)
}
