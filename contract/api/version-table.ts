// The versions of the API that are served, a row each, oldest first. Routing, canonical targets, descriptions, metrics,
// the headers that announce an end, and the guard over time read this table, through `versions.ts`.

/** A version of the API. All of them are served from the same releases, by the same gateways. */
export interface ApiVersion {
  /** In metrics, and in the names of files in `test/history/`. */
  name: string
  /** What the paths of its routes begin with. */
  basePath: string
  /** The value of `meta.schema_version`. A breaking change needs another one. */
  schemaVersion: string
  /** Those that had the same base path before, if this one broke with them. */
  replaced?: readonly Replacement[]
  /** Set once its end is announced. The row stays when it has ended: its addresses answer 410. */
  end?: VersionEnd
}

/** How a version took the place of another, under the same base path. */
export interface Replacement {
  schemaVersion: string
  /** The day of the announcement in the changelog, `YYYY-MM-DD`. */
  announced: string
  /** The day from which on the other was no longer served, `YYYY-MM-DD`. */
  since: string
}

/** When a version ends, and what comes after it. */
export interface VersionEnd {
  /** The day of the announcement in the changelog, `YYYY-MM-DD`. */
  announced: string
  /** The moment since when it should not be built upon any more (RFC 9745), ISO 8601 UTC. It may be yet to come. */
  deprecated: string
  /** The moment from which on it is not served any more (RFC 8594), ISO 8601 UTC. */
  sunset: string
  /** The name of the version to go over to. */
  successor: string
}

export const VERSIONS = [
  { name: 'beta', basePath: '/beta', schemaVersion: 'beta.1' },
] as const satisfies readonly ApiVersion[]
