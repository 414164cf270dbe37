// The commands of all three programs, from their own tables.

import { OFFERS_BUILD } from '../../../build/cli/offers-build.ts'
import { GENERATE } from '../../../fixtures/generate-program.ts'
import { OFFERS_GATEWAY } from '../../../gateway/cli/offers-gateway.ts'
import type { Command, Option } from '../../../lib/command-line/command.ts'

/** Options that every program has in addition to its table. */
export const ALWAYS = ['--help', '--version']

export const PROGRAMS: Readonly<Record<string, readonly Command[]>> = {
  build: OFFERS_BUILD.commands,
  gateway: OFFERS_GATEWAY.commands,
  generate: GENERATE.commands,
}

export const ALL_OPTIONS: readonly Option[] = Object.values(PROGRAMS).flatMap((commands) =>
  commands.flatMap(({ options }) => options),
)

/** A command line as a page shows it, e.g. `node dist/build.mjs prune --keep 3`, taken apart. */
export interface ShownCommand {
  program: string
  /** The command that its words name. */
  command: Command | undefined
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

/** The options that a text names, e.g. `--keep`; not the end of a longer word. */
export function optionsIn(text: string): string[] {
  return Array.from(text.matchAll(/(?<![\w-])--[a-z][a-z-]*[a-z]/g), ([option]) => option)
}
