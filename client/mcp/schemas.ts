// The arguments of the tools. Types follow from the schemas, and agents get them as JSON Schema. SECURITY: agents trust
// a description more than an answer, so no text of a catalogue is in one.

import * as z from 'zod'
import { FILTERS } from '../api/description.ts'
import { type FilterName, KNOWN_KINDS, WEEKDAYS } from '../api/types.ts'
import type { OfferFilter } from '../mirror/check-filter.ts'
import { LISTED_FILTERS } from '../mirror/known-values.ts'

export const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
const MAX_TEXT = 200

const text = (about: string) => z.string().max(MAX_TEXT).optional().describe(about)

/** One of some words, in any case. */
const word = <const W extends readonly string[]>(words: W) =>
  z.preprocess((given) => (typeof given === 'string' ? given.toLowerCase() : given), z.enum(words))

/** The type of `Object.fromEntries` forgets the names. */
const apiFilters = Object.fromEntries(
  FILTERS.map(({ name, description }) => [
    name,
    text(`${description} By slug or name; case and accents don't matter. list_filters has them.`),
  ]),
) as Record<FilterName, ReturnType<typeof text>>

export const FIND_INPUT = z.strictObject({
  text: text(
    'Words in title, category, merchant, issuer, comunas, weekdays or benefit, in the language of the offers. Any is ' +
      'enough; offers with more of them and with rarer ones come first. Not needed for what another filter says.',
  ),
  match: word(['all', 'any']).optional().describe('all: every word of text must be there. Without it: any.'),
  ...apiFilters,
  region: text('The name of a region.'),
  kind: word(KNOWN_KINDS).optional().describe('The kind of benefit.'),
  weekday: word(WEEKDAYS)
    .optional()
    .describe('Holds on this weekday. Offers that state no weekdays come last, unless strict is true.'),
  day: z
    .union([z.iso.date(), z.literal('today')])
    .optional()
    .describe('YYYY-MM-DD or today: holds then, by dates and weekdays. Offers that state none come last.'),
  strict: z
    .boolean()
    .optional()
    .describe('true leaves out offers that do not state the weekdays or dates that are asked for.'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`At most this many offers in the answer; ${DEFAULT_LIMIT} if it is not given.`),
} satisfies Record<Exclude<keyof OfferFilter, 'where'> | 'limit', z.ZodType>)
export type FindInput = z.infer<typeof FIND_INPUT>

export const GET_INPUT = z.strictObject({
  id: z.string().max(MAX_TEXT).describe('off_…, out of find_offers.'),
})

export const LIST_INPUT = z.strictObject({
  filter: word(LISTED_FILTERS)
    .optional()
    .describe('Lists this filter at length; without it all, the most used values each.'),
})

/** Draft 7, which every client of the protocol understands. */
export function jsonSchemaOf(schema: z.ZodType) {
  return { ...z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }), type: 'object' as const }
}

/** @throws {TypeError} that names each wrong argument, and its possible values */
export function parseArguments<T>(schema: z.ZodType<T>, given: Readonly<Record<string, unknown>>): T {
  // Agents write what they don't ask for as null or as an empty text.
  const asked = Object.fromEntries(Object.entries(given).filter(([, each]) => each !== null && each !== ''))
  const result = schema.safeParse(asked)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => {
    const [member] = path.map(String)
    if (member === undefined) return message
    const found = JSON.stringify(asked[member])?.slice(0, MAX_TEXT) ?? 'nothing'
    return `${member}: ${message}; found ${found}`
  })
  throw new TypeError(faults.join('. '))
}
