// The import before this one: its offers, and the memory of its table.

import type { TableMemory } from './table-memory.ts'

export interface LastImport {
  /** Undefined if nothing is compared. */
  readonly memory: TableMemory | undefined
  /** In the order of the rows of its table, as writing/source-folder.ts keeps them. */
  lastOffers(): AsyncIterable<LastOffer>
}

export interface NamedRow {
  issuer: string
  ref: string
}

/** An offer of the last import. */
export interface LastOffer extends NamedRow {
  title: string
  hasValue: boolean
}

/** One text for the issuer and the ref of an offer, as the key of a map. */
export function offerKey({ issuer, ref }: NamedRow): string {
  return `${issuer}\n${ref}`
}
