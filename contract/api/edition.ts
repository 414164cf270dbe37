// What every answer says of itself: the version of the contract, and the day that the data is of.

/** The value that every response carries in `meta.schema_version`. */
export const SCHEMA_VERSION = 'beta.1'

export interface Edition {
  /** ISO 8601 UTC with milliseconds. */
  data_as_of: string
  attribution: string
}
