// A manifest as the build writes it, for tests that need one at hand.

import type { BuiltManifest } from '../../../build/day/release-draft.ts'

export const changeCounts = { added: 1200, changed: 2, withdrawn: 0, returned: 0, expired: 3, rejected: 1 }
const facts = { digest: 'd', size: 1_234_567 }

export const builtManifest: BuiltManifest = {
  format: 1,
  id: 'the-id',
  previous: null,
  data_as_of: '2026-03-01T10:00:00.000Z',
  schema_version: 'beta.1',
  attribution: 'a',
  country: 'CL',
  time_zone: 'UTC',
  routes: facts,
  memory: facts,
  fingerprint: 'f',
  history: { '2026-03-01T10:00:00.000Z': 0 },
  counts: {
    offers: { scheduled: 1, active: 1200, expired: 3, withdrawn: 0 },
    issuers: 2,
    routes: 4000,
    objects: 3000,
  },
  stored_bytes: 4_500_000,
  reach: { lists: 10, pages: 30, beyond: 0 },
  snapshots: { named: { ...facts, offers: 1201 }, demo: { ...facts, offers: 100 } },
  changes: { ...changeCounts, by_issuer: {} },
  source: { records: 1206, rejected: 1 },
  kept_offers: 0,
  broken_issuers: [],
}
