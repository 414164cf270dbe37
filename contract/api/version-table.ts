// The versions of the API that are served, a row each, oldest first. Routing, canonical targets, descriptions, metrics
// and the headers that announce an end read this table through `versions.ts`.

/** A version of the API. The same gateways serve all versions from the same releases. */
export interface ApiVersion {
  /** Used in metrics and in the names of files in `test/history/`. */
  name: string
  /** The beginning of the paths of its routes. */
  basePath: string
  /** The value of `meta.schema_version`. A breaking change needs another one. */
  schemaVersion: string
  /** Earlier versions under the same base path that this one broke with. */
  replaced?: readonly Replacement[]
  /** Set once its end is announced. The row stays after the end: its addresses answer 410. */
  end?: VersionEnd
}

/** How a version replaced another under the same base path. */
export interface Replacement {
  schemaVersion: string
  /** The day of the announcement in the changelog, `YYYY-MM-DD`. */
  announced: string
  /** The first day on which the other was no longer served, `YYYY-MM-DD`. */
  since: string
}

/** When a version ends, and which one succeeds it. */
export interface VersionEnd {
  /** The day of the announcement in the changelog, `YYYY-MM-DD`. */
  announced: string
  /** From this moment new programs should not use it (RFC 9745), ISO 8601 UTC. It may lie in the future. */
  deprecated: string
  /** From this moment it is no longer served (RFC 8594), ISO 8601 UTC. */
  sunset: string
  /** The name of the version to move to. */
  successor: string
}

export const VERSIONS = [
  { name: 'beta', basePath: '/beta', schemaVersion: 'beta.1' },
] as const satisfies readonly ApiVersion[]
