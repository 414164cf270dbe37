// The versions of the API that are served, a row each, oldest first. Routing, canonical targets, descriptions, metrics,
// the headers that announce an end, and the guard over time read this table, through `versions.ts`.

import type { ApiVersion } from './versions.ts'

export const VERSIONS = [
  { name: 'beta', basePath: '/beta', schemaVersion: 'beta.1' },
] as const satisfies readonly ApiVersion[]
