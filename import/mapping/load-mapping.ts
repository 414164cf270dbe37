// Reads a mapping, and says how to correct each of its faults.

import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../../lib/files/file-errors.ts'
import { parseJsonFile, refuseFile } from '../../lib/json/json-file.ts'
import { compileCheck, quote, type Violation } from '../../lib/json/validator.ts'
import { isTimeZone } from '../../lib/time/calendar.ts'
import { COUNTRIES } from '../conversions/countries.ts'
import { zonesOf } from '../conversions/time-zones.ts'
import { type CellSource, MAPPING, type Mapping, WAYS } from './mapping.ts'

/** A complete mapping. */
export interface ReadyMapping extends Omit<Mapping, 'offer'> {
  /** Of its file, for messages. */
  path: string
  offer: ReadyOffer
  issuer: CellSource
  country: string
  timeZone: string
  attribution: string
}

type OfferMapping = Mapping['offer']
interface ReadyOffer extends OfferMapping {
  ref: CellSource
  title: CellSource
  benefit: OfferMapping['benefit'] & { summary: CellSource }
}

/** More than any mapping has. */
const MAX_BYTES = 4 * 1024 * 1024

/** @throws {OperatorError} `bad-source` that lists everything that is wrong or missing */
export async function loadMapping(path: string): Promise<ReadyMapping> {
  return makeReady(await readMapping(path), path)
}

/** A mapping as its file has it: members that only people know may be missing. */
export async function readMapping(path: string): Promise<Mapping> {
  const bytes = await asSourceFile(path, ifMissing(files.read(path, MAX_BYTES), undefined))
  if (!bytes) {
    throw new OperatorError('bad-source', `${path}: missing; import FILE --propose ${path} writes a proposal`)
  }
  const checked = compileCheck(MAPPING)(parseJsonFile(path, bytes))
  if ('violations' in checked) refuseFile(path, explained(checked.violations))
  return checked.value
}

/** Reports a place that allows several forms once, in words. */
function explained(violations: readonly Violation[]): readonly Violation[] {
  const choices = violations.filter(({ expected }) => expected.startsWith('must match'))
  const isPart = ({ pointer }: Violation) =>
    choices.some((choice) => pointer.startsWith(`${choice.pointer}/`))
  const isOwn = ({ pointer, expected }: Violation) =>
    choices.some((choice) => choice.pointer === pointer) && !expected.startsWith('must match')
  const inside = violations.filter(
    (each) => isPart(each) && !WAYS.some((way) => each.pointer.endsWith(`/${way}`)),
  )
  const plain = violations.filter((each) => !isPart(each) && !isOwn(each) && !choices.includes(each))
  const chosen = choices.filter(({ pointer }) => !inside.some((each) => each.pointer.startsWith(pointer)))
  const expected = `one of ${WAYS.map((way) => `"${way}"`).join(', ')}, and only one`
  return [...plain, ...inside, ...chosen.map((choice) => ({ ...choice, expected }))]
}

/** @throws {OperatorError} `bad-source` naming each required member that is null */
export function makeReady(mapping: Mapping, path: string): ReadyMapping {
  const { catalogue, offer } = mapping
  const missing: string[] = []
  const reportNull = (pointer: string, expected: string) =>
    missing.push(`${path}: ${pointer}: found null, expected ${expected}`)
  const country = catalogue.country ?? ''
  if (country === '') reportNull('/catalogue/country', 'the country of the offers, such as "CL"')
  const timeZone = catalogue.time_zone ?? COUNTRIES.get(country)?.timeZone ?? ''
  if (timeZone === '' && country !== '') {
    reportNull('/catalogue/time_zone', `a time zone of ${country}${examplesOf(country)}`)
  }
  if (timeZone !== '' && !isTimeZone(timeZone)) {
    missing.push(
      `${path}: /catalogue/time_zone: found ${quote(timeZone)}, expected a time zone${examplesOf(country)}`,
    )
  }
  const { issuer, ref, title } = offer
  if (!issuer) {
    reportNull(
      '/offer/issuer',
      'the issuer of the offers: { "constant": "Name" } for all rows, or { "column": "Heading" }',
    )
  }
  if (!ref) reportNull('/offer/ref', 'the id of each row, the same every day: { "column": "Heading" }')
  if (!title)
    reportNull('/offer/title', 'the title of the offers: { "column": "Heading" }, or several columns to join')
  const attribution = catalogue.attribution ?? issuer?.constant ?? ''
  if (attribution === '' && issuer)
    reportNull('/catalogue/attribution', 'the provider of the data, such as "Name · name.example"')
  if (!issuer || !ref || !title || missing.length > 0) {
    throw new OperatorError('bad-source', missing.join('\n'))
  }
  const ready = readyOffer(offer, { ref, title })
  return { ...mapping, path, offer: ready, issuer, country, timeZone, attribution }
}

/** A country may have dozens. */
const MAX_ZONES = 4

/** Such as "Africa/Ceuta", "Atlantic/Canary" and so on for ES; nothing if none is known. */
export function examplesOf(country: string): string {
  const zones = country === '' ? ['America/Santiago'] : zonesOf(country)
  const shown = zones.slice(0, MAX_ZONES).map((zone) => JSON.stringify(zone))
  const more = zones.length - shown.length
  return zones.length === 0 ? '' : `, such as ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function readyOffer(
  offer: OfferMapping,
  required: { ref: CellSource; title: CellSource },
): ReadyOffer {
  const { benefit } = offer
  return { ...offer, ...required, benefit: { ...benefit, summary: benefit.summary ?? required.title } }
}
