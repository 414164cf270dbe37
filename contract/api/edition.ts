// What every answer says of itself: the day that the data is of, and the version of the contract.

import type { ApiVersion } from './versions.ts'

/** What the answers of a release have in common. */
export interface Edition {
  /** ISO 8601 UTC with milliseconds. */
  data_as_of: string
  attribution: string
}

/** What the answers of a release in one version of the API have in common. */
export interface VersionedEdition extends Edition {
  schema_version: string
}

export function editionIn(
  { schemaVersion }: ApiVersion,
  { data_as_of, attribution }: Edition,
): VersionedEdition {
  return { data_as_of, attribution, schema_version: schemaVersion }
}
