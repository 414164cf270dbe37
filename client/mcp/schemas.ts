// The arguments of the tools. Types follow from the schemas, and agents get them as JSON Schema. SECURITY: agents trust
// a description more than an answer, so no text of a catalogue is in one.

import * as z from 'zod'
import { FILTERS_OF_COPY, type FilterRow, LISTED_FILTERS, type OfferFilter } from '../mirror/filters.ts'

/** Offers of an answer if no `limit` is given, few as an agent reads each of them; and the most it may ask for. */
export const DEFAULT_LIMIT = 5
const MAX_LIMIT = 50
/** Characters of an argument, and of one that an error repeats. */
const MAX_TEXT = 200

/**
 * Models send many values as texts, in any case. `read` gives what a text means; if it gives undefined, the schema decides
 * about the text itself.
 */
const fromText = <T>(schema: z.ZodType<T>, read: (text: string) => T | undefined) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? (read(given.trim().toLowerCase()) ?? given) : given),
    schema,
  )

/** One of these words. */
const word = (words: readonly string[]) =>
  fromText(z.enum(words), (text) => words.find((each) => each === text))

const FLAG = fromText(z.boolean(), (text) => [true, false].find((each) => String(each) === text))

const count = (schema: z.ZodType<number>) =>
  fromText(schema, (text) => (/^\d+$/.test(text) ? Number(text) : undefined))

/** The form of days is checked with the copy. */
const DAY = fromText(z.string().max(MAX_TEXT), (text) => (text === 'today' ? text : undefined))

function schemaOf({ name, about, form, words, valuesOf }: FilterRow): z.ZodType {
  const text = z.string().max(MAX_TEXT)
  // The sentence ends in a colon, for the words that follow it on the command line.
  if (words) return word(words).optional().describe(about.replace(/:$/, '.'))
  if (form === 'flag') return FLAG.optional().describe(about)
  if (form === 'day') return DAY.optional().describe(about)
  if (typeof form === 'object') {
    const whole = z.int().min(form.countFrom)
    if (name !== 'limit') return count(whole).optional().describe(about)
    return count(whole.max(MAX_LIMIT)).optional().describe(`${about} ${DEFAULT_LIMIT} if it is not given.`)
  }
  const names = valuesOf ? ` By slug or name; case and accents don't matter. list_filters has them.` : ''
  return text.optional().describe(about + names)
}

export type FindInput = Omit<OfferFilter, 'where'>

export const FIND_INPUT = z.strictObject(
  Object.fromEntries(FILTERS_OF_COPY.map((row) => [row.name, schemaOf(row)])),
) as z.ZodType<FindInput>

export const GET_INPUT = z.strictObject({
  id: z.string().max(MAX_TEXT).describe('off_…, out of find_offers.'),
})

export const LIST_INPUT = z.strictObject({
  filter: word(LISTED_FILTERS.map(({ name }) => name))
    .optional()
    .describe('Lists this filter at length; without it all, the most used values each.'),
  empty: FLAG.optional().describe('Lists the values without offers instead.'),
})

/** Some clients send null where there are no arguments. The server refuses all else that is no object. */
export const ANY_ARGUMENTS = z.preprocess((given) => given ?? undefined, z.unknown())

/** Draft 7, which every client of the protocol understands. Its `type` is `object` already: that is for the compiler. */
export function jsonSchemaOf(schema: z.ZodType) {
  return { ...z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }), type: 'object' as const }
}

/** @throws {TypeError} that names each wrong argument, what is possible instead, and what was found */
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
