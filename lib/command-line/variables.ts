// The environment variables of the programs.

import { suggestion } from '../text/suggestion.ts'
import { defaultOf, type Option } from './command.ts'
import OPTION_NAMES from './option-names.json' with { type: 'json' }

/** Variables without an option: for debugging, and those of the client's program. */
const OTHERS = ['OFFERS_DEBUG', 'OFFERS_KEY', 'OFFERS_BASE_URL']

/**
 * The variables of all programs, which may share one environment file. `make schemas` writes the list, and a test compares
 * it with the tables.
 */
export const VARIABLES: ReadonlySet<string> = new Set([...OPTION_NAMES.map(variableFor), ...OTHERS])

export function variableFor(name: string): string {
  return `OFFERS_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The values of an option that is not typed: those of its variable, or its default. */
export function textsOutside(option: Option, env: NodeJS.ProcessEnv): readonly string[] {
  const text = env[variableFor(option.name)]
  if (option.value === undefined) return text !== undefined && isYes(text) ? ['true'] : []
  // An empty variable counts as not set.
  if (!text) return defaultOf(option)
  return option.repeatable ? text.split(/\s+/).filter(Boolean) : [text]
}

export function isYes(text: string): boolean {
  return ['1', 'true', 'yes'].includes(text)
}

/** A warning for each variable that is named like ours and that no program reads. */
export function warnOfVariables(env: NodeJS.ProcessEnv): string[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith('OFFERS_') && !VARIABLES.has(name))
  return unknown.map((name) => `${name} is not an option${suggestion(name, VARIABLES)}`)
}
