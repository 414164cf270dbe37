// The part of `meta` that all answers share: the day of the data and the version of the contract.

import type { ApiVersion } from './versions.ts'

/** The part of `meta` that all answers of a release share. */
export interface Edition {
  /** ISO 8601 UTC with milliseconds. */
  data_as_of: string
  attribution: string
}

/** The part of `meta` that all answers of a release share within one version of the API. */
export interface VersionedEdition extends Edition {
  schema_version: string
}

export function editionIn(
  { schemaVersion }: ApiVersion,
  { data_as_of, attribution }: Edition,
): VersionedEdition {
  return { data_as_of, attribution, schema_version: schemaVersion }
}
