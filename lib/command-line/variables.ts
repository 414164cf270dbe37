// The environment variables of the programs.

import { nearest } from '../text/suggestion.ts'
import { defaultOf, type Option } from './command.ts'
import OPTION_NAMES from './option-names.json' with { type: 'json' }

/** Variables that belong to no option: for debugging, and those of the client's program. */
const OTHERS = ['OFFERS_DEBUG', 'OFFERS_KEY', 'OFFERS_BASE_URL']

/**
 * The variables of the options of all programs, so that one environment file does for all of them. A test compares the
 * list with the tables, and `make schemas` writes it.
 */
export const VARIABLES: ReadonlySet<string> = new Set([...OPTION_NAMES.map(variableFor), ...OTHERS])

export function variableFor(name: string): string {
  return `OFFERS_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The values of an option that is not typed: those of its variable, else its default. */
export function textsOutside(option: Option, env: NodeJS.ProcessEnv): readonly string[] {
  const text = env[variableFor(option.name)]
  if (option.value === undefined) return text !== undefined && isYes(text) ? ['true'] : []
  if (!text) return defaultOf(option)
  return option.repeatable ? text.split(/\s+/).filter(Boolean) : [text]
}

export function isYes(text: string): boolean {
  return ['1', 'true', 'yes'].includes(text)
}

/** Variables that are meant for the programs, and that none of them reads. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => name.startsWith('OFFERS_') && !VARIABLES.has(name))
}

/** A line for each of them. */
export function warnOfVariables(env: NodeJS.ProcessEnv): string[] {
  return unknownVariables(env).map((name) => {
    const near = nearest(name, VARIABLES)
    return `${name} is no option${near === undefined ? '' : ` (did you mean ${near}?)`}`
  })
}
