// JSON Schema 2020-12 by ajv. A check returns violations for the person who corrects the data: place, found, expected.

import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { COUNTRY_FACTS, CURRENCY_FACTS } from '../iso-codes.ts'
import { atMostCharacters } from '../text/bounds.ts'
import { isCalendarDay } from '../time/calendar.ts'
import { expectedBy, type Schema } from './schema.ts'

/** A fault of a value. */
export interface Violation {
  /** JSON pointer (RFC 6901) to the member; empty for the value as a whole. */
  pointer: string
  /** The value found there as JSON, clipped, or `nothing`. */
  found: string
  expected: string
}

/** A valid value, or its faults. */
type Checked<T> = { value: T } | { violations: readonly Violation[] }

type Check<T> = (value: unknown) => Checked<T>

/** Shared by all checks, created with the first. */
let ajv: Ajv2020 | undefined

/** Compiles a schema into a check. Compiling takes milliseconds: do it once. */
export function compileCheck<T>(schema: Schema<T>): Check<T> {
  ajv ??= createAjv()
  const validate = ajv.compile<T>(schema)
  return (value) => {
    if (validate(value)) return { value }
    // A violated `then` is reported for itself and for its `if`.
    const violations = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(violationOf)
    // One violation per pointer, the last: a text that is not a date violates both pattern and format.
    return { violations: [...new Map(violations.map((each) => [each.pointer, each])).values()] }
  }
}

function createAjv(): Ajv2020 {
  // Tests check the schemas against the meta-schema; compiling that takes 50 ms, more than all others together.
  const ajv = new Ajv2020({
    allErrors: true,
    // Errors have the value (`data`) and the schema.
    verbose: true,
    strict: true,
    // The `if` and `then` of benefits have no type.
    strictTypes: false,
    validateSchema: false,
    // Optimizing takes a third of the compile time, and makes checks no faster.
    code: { optimize: false },
  })
  // CommonJS: the function is the module itself or its `default`, as the bundler has it.
  const addFormats = 'default' in formats ? formats.default : formats
  // The schemas that are checked have only these formats.
  addFormats(ajv, ['uri'])
  ajv.addFormat('country', (code: string) => COUNTRY_FACTS.has(code))
  ajv.addFormat('currency', (code: string) => CURRENCY_FACTS.has(code))
  ajv.addFormat('date', isCalendarDay)
  return ajv
}

function violationOf(error: ErrorObject): Violation {
  const { keyword, instancePath, params, data } = error
  switch (keyword) {
    case 'required':
      return {
        pointer: pointerTo(instancePath, params.missingProperty),
        found: 'nothing',
        expected: 'a value (missing member)',
      }
    case 'additionalProperties':
      return {
        pointer: pointerTo(instancePath, params.additionalProperty),
        found: quote(memberOf(data, params.additionalProperty)),
        expected: 'no such member',
      }
    default:
      return { pointer: instancePath, found: quote(data), expected: expectation(error) }
  }
}

function expectation({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return [params.type].flat().map(typeWord).join(' or ')
    case 'exclusiveMinimum':
      return `a number above ${params.limit}`
    case 'minimum':
      return `a number of ${params.limit} or more`
    case 'maximum':
      return `a number of ${params.limit} or less`
    case 'minItems':
      return `a list of ${params.limit} or more`
    case 'maxItems':
      return `a list of ${params.limit} or fewer`
    case 'maxLength':
      return atMostCharacters(params.limit)
    case 'enum':
      return `one of ${params.allowedValues.map(String).join(', ')}`
    case 'pattern':
    case 'format':
      return expectedBy(parentSchema) ?? `a text like ${params.pattern ?? params.format}`
    case 'uniqueItems':
      return `no item twice (${params.j} and ${params.i} are equal)`
    default:
      return message ?? keyword
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

function typeWord(type: string): string {
  return TYPE_WORDS[type] ?? type
}

/** The pointer to a member of the value at `parent` (RFC 6901 §3): `/a` and `b/c` give `/a/b~1c`. */
export function pointerTo(parent: string, member: string): string {
  return `${parent}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** An own member of any value; undefined if there is none. */
export function memberOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null
    ? Object.getOwnPropertyDescriptor(data, name)?.value
    : undefined
}

/** In characters. */
const MAX_QUOTED = 120

/** A value as JSON, cut if it is long. */
export function quote(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > MAX_QUOTED ? `${json.slice(0, MAX_QUOTED - 1)}…` : json
}
