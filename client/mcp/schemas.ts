// The arguments and answers of the tools. Types follow from the schemas, and agents get them as JSON Schema.

import * as z from 'zod'
import { KNOWN_KINDS, WEEKDAYS } from '../api/types.ts'
import type { OfferFilter } from '../mirror/offer-filter.ts'
import { type KnownValue, type KnownValues, plainValues } from './known-values.ts'

export const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
const MAX_TEXT = 200

export type AnySchema = z.ZodType

const text = (about: string) => z.string().max(MAX_TEXT).optional().describe(about)

/** One of some words, in any case. */
const word = <const W extends readonly string[]>(words: W) =>
  z.preprocess((given) => (typeof given === 'string' ? given.toLowerCase() : given), z.enum(words))

/** @param known names examples; no copy may be there yet */
export const findInput = (known?: KnownValues) =>
  z.strictObject({
    text: text(
      'Words in title, merchant, benefit, issuer, category or comunas. Not needed for what another filter says.',
    ),
    match: word(['all', 'any'])
      .optional()
      .describe(
        'Whether all words of text must be there, or any of them, the best matches first. Without it: any.',
      ),
    issuer: text(`Who makes the offer, by slug or name.${valuesIn(known?.issuer)}`),
    category: text(`By slug or name.${valuesIn(known?.category)}`),
    comuna: text(`A municipality, by slug or name; case and accents don't matter.${valuesIn(known?.comuna)}`),
    region: text(`The name of a region.${valuesIn(known?.region)}`),
    kind: word(KNOWN_KINDS).optional().describe('The kind of benefit.'),
    weekday: word(WEEKDAYS)
      .optional()
      .describe(
        'Holds on this day of the week. Offers that state no weekdays come last, unless strict is true.',
      ),
    day: z.iso
      .date()
      .optional()
      .describe(
        'YYYY-MM-DD: holds on this day, by its dates and weekdays. Offers that state none come last.',
      ),
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
  } satisfies Record<Exclude<keyof OfferFilter, 'where'> | 'limit', AnySchema>)
export type FindInput = z.infer<ReturnType<typeof findInput>>

export const getInput = () =>
  z.strictObject({ id: z.string().max(MAX_TEXT).describe('off_…, out of find_offers.') })
export type GetInput = z.infer<ReturnType<typeof getInput>>

export const LISTED_FILTERS = ['issuer', 'category', 'comuna', 'region', 'kind', 'weekday'] as const
export const listInput = () =>
  z.strictObject({
    filter: word(LISTED_FILTERS)
      .optional()
      .describe('Lists this filter at length; without it all, the most used values each.'),
  })
export type ListInput = z.infer<ReturnType<typeof listInput>>

const name = z.object({ slug: z.string().describe('The value of the filter.'), name: z.string() })
const day = z.string().nullable()
const count = z.number()

const record = z.object({
  id: z.string(),
  status: z.string().describe('On the day of the catalogue: active holds, scheduled begins later.'),
  title: z.string(),
  merchant: z.string().nullable(),
  benefit: z.object({
    summary: z.string(),
    kind: z.string(),
    value: z.number().nullable().describe('In percent for percentage, in money if there is a currency.'),
    currency: z.string().nullable(),
    cap: z
      .object({ value: z.number(), currency: z.string() })
      .nullable()
      .describe('The most that one gets; null: not stated, there may be one.'),
  }),
  issuer: name,
  category: name,
  comunas: z.array(z.string()).describe('Empty: the issuer names none.'),
  comunas_total: count.describe('How many it names; a long list is cut.'),
  weekdays: z.array(z.string()).nullable().describe('null: not stated, which does not mean every day.'),
  valid_from: day.describe('The first day; null: not stated.'),
  valid_until: day.describe('The last day; null: not stated.'),
  url: z.string().nullable().describe('Where the issuer describes the offer.'),
  updated_at: z.string(),
  not_stated: z.array(z.string()).describe('What the issuer does not state: unknown, so say that it is.'),
})
export type OfferRecord = z.infer<typeof record>

const answer = {
  data_as_of: z.string().describe('The day of the catalogue.'),
  freshness: z.string().describe('How old the copy is, and why it could not be brought up to date.'),
  attribution: z.string().describe('Whose data it is. Show it with the data.'),
  notice: z.string(),
}
export type Envelope = z.infer<z.ZodObject<typeof answer>>

const found = {
  total: count.describe('Offers that match.'),
  returned: count,
  hints: z.array(z.string()).describe('What the list leaves out or leaves open.'),
  offers: z.array(record),
}
export const findOutput = z.object({ ...answer, ...found })
export type Found = z.infer<z.ZodObject<typeof found>>

export const getOutput = z.object({ ...answer, offer: record })

const value = z.object({ value: z.string(), name: z.string(), offers: count })
const listed = z.object({
  total: count,
  values: z.array(value).describe('The most offers first; a long list is cut.'),
})
const filters = z.partialRecord(z.enum(LISTED_FILTERS), listed)
export const listOutput = z.object({ ...answer, filters })
export type ListedFilters = z.infer<typeof filters>

/** Draft 7, which every client of the protocol understands. */
export function jsonSchemaOf(schema: AnySchema, io: 'input' | 'output') {
  return { ...z.toJSONSchema(schema, { target: 'draft-7', io }), type: 'object' as const }
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

/** More values than this are not listed in a description. */
const MAX_EXAMPLES = 40

function valuesIn(values: readonly KnownValue[] = []): string {
  const examples = plainValues(values).slice(0, MAX_EXAMPLES)
  if (examples.length === 0) return ''
  const rest = values.length > examples.length ? ', and others, which list_filters names' : ''
  return ` Known: ${examples.join(', ')}${rest}.`
}
