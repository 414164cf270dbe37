// Advice about facts that people who use the data look for, and that a source may leave out. No build fails by it.

import type { SourceCatalogue } from '../../contract/offers/source.ts'

/** The members of `catalogue.json` that are advised, with what a reader misses without them. */
const ADVISED = {
  contact: 'no contact to ask for a key',
  license: 'no license of the data',
  terms: 'no terms of use',
} as const satisfies Partial<Record<keyof SourceCatalogue, string>>

export type AdvisedMember = keyof typeof ADVISED

/** The advised members that the catalogue lacks. A contact without an address counts as missing, because people cannot write to it. */
export function missingMembers({ contact, license, terms }: SourceCatalogue): AdvisedMember[] {
  return [
    ...(contact?.url === undefined && contact?.email === undefined ? (['contact'] as const) : []),
    ...(license === undefined ? (['license'] as const) : []),
    ...(terms === undefined ? (['terms'] as const) : []),
  ]
}

/** A line; none if nothing is missing. */
export function adviceOn(missing: readonly AdvisedMember[]): string[] {
  if (missing.length === 0) return []
  return [`Advice: catalogue.json names ${missing.map((member) => ADVISED[member]).join(', ')}`]
}
