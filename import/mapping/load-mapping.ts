// Reads a mapping, and says how to correct each of its faults.

import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../../lib/files/file-errors.ts'
import { composedJson } from '../../lib/json/composed.ts'
import { parseJsonFile, refuseFile } from '../../lib/json/json-file.ts'
import { compileCheck, quote, type Violation } from '../../lib/json/validator.ts'
import { isTimeZone } from '../../lib/time/calendar.ts'
import { refusal } from '../asking/refusals.ts'
import { COUNTRIES } from '../cells/countries.ts'
import { type CellSource, MAPPING, type Mapping, WAYS } from './mapping.ts'

/** The mapping in a source folder, kept for the next import. `run` does not read it. */
export const MAPPING_FILE = 'mapping.json'

/** A complete mapping. */
export interface ReadyMapping extends Omit<Mapping, 'offer'> {
  /** The path of its file, for messages. */
  path: string
  offer: ReadyOffer
  /** The ref of the last import, if a person changes it; undefined if it is as before. */
  formerRef?: CellSource
  country: string
  timeZone: string
  attribution: string
}

type OfferMapping = Mapping['offer']
interface ReadyOffer extends OfferMapping {
  ref: CellSource
  issuer: CellSource
  title: CellSource
  /** Its summary is the title, if the mapping names none. */
  benefit: OfferMapping['benefit'] & { summary: CellSource }
}

/** More than any mapping has. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * A mapping as its file has it, with texts composed as those of cells are: members that only people know may be null.
 * @throws {OperatorError} `bad-source` if the file is missing, or with a list of all that is wrong
 */
export async function readMapping(path: string): Promise<Mapping> {
  const bytes = await asSourceFile(path, ifMissing(files.read(path, MAX_BYTES), undefined))
  if (!bytes) throw refusal('mappingMissing', { path })
  const checked = compileCheck(MAPPING)(composedJson(parseJsonFile(path, bytes)))
  if ('violations' in checked) return refuseFile(path, checked.violations)
  const violations = wrongSources(checked.value.offer)
  return violations.length > 0 ? refuseFile(path, violations) : checked.value
}

/** Sources with no way to a text, or with several. */
function wrongSources({ benefit, ...offer }: OfferMapping): Violation[] {
  const { worth, ...others } = benefit
  const expected = `one of ${WAYS.map((way) => `"${way}"`).join(', ')}, and only one`
  const wrongIn = (sources: object, parent: string): Violation[] =>
    Object.entries(sources).flatMap(([name, source]: [string, CellSource | null]) =>
      source === null || WAYS.filter((way) => source[way] !== undefined).length === 1
        ? []
        : { pointer: `${parent}/${name}`, found: quote(source), expected },
    )
  return [
    ...wrongIn(offer, '/offer'),
    ...wrongIn(others, '/offer/benefit'),
    ...wrongIn(worth, '/offer/benefit/worth'),
  ]
}

/**
 * The mapping with all that an import needs; zone, attribution and summary follow from other members if they are null.
 * @throws {OperatorError} `bad-source` naming each required member that is null, and a zone that does not exist
 */
export function makeReady(mapping: Mapping, path: string): ReadyMapping {
  const { catalogue, offer } = mapping
  const { issuer, ref, title } = offer
  const { country } = catalogue
  const timeZone = catalogue.time_zone ?? COUNTRIES.get(country ?? '')?.timeZone ?? null
  const attribution = catalogue.attribution ?? issuer?.constant ?? null
  // A zone may follow from the country, and the attribution from the issuer: if those are missing, they alone are named.
  const required = {
    '/catalogue/country': country,
    '/catalogue/time_zone': country === null ? '' : timeZone,
    '/offer/issuer': issuer,
    '/offer/ref': ref,
    '/offer/title': title,
    '/catalogue/attribution': issuer === null ? '' : attribution,
  }
  const missing = Object.entries(required).flatMap(([pointer, value]) => (value === null ? [pointer] : []))
  const faults = missing.map(
    (pointer) => `${path}: ${pointer}: found null, expected a value before an import`,
  )
  if (timeZone !== null && !isTimeZone(timeZone)) {
    const expected = 'a time zone, such as "America/Santiago"'
    faults.push(`${path}: /catalogue/time_zone: found ${quote(timeZone)}, expected ${expected}`)
  }
  // The compiler does not know that `faults` covers the other conditions.
  if (faults.length > 0 || !issuer || !ref || !title || !country || !timeZone || !attribution)
    throw new OperatorError('bad-source', faults.join('\n'))
  const benefit = { ...offer.benefit, summary: offer.benefit.summary ?? title }
  return {
    ...mapping,
    path,
    offer: { ...offer, ref, issuer, title, benefit },
    country,
    timeZone,
    attribution,
  }
}
