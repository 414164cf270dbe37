// The keys that requests come with.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from '../programs/paths.ts'
import { keyRecordLine, newKey } from '../project.ts'

export interface IssuedKeys {
  /** The key store of the gateway. */
  file: string
  keys: readonly string[]
}

// At 60 000 requests a second each of them makes 180 requests a minute: below the limit of 300.
export const KEY_COUNT = 20_000

let issued: IssuedKeys | undefined

/** Issued once a run. */
export function issueKeys(): IssuedKeys {
  issued ??= issue()
  return issued
}

function issue(): IssuedKeys {
  const file = join(WORK, 'keys.ndjson')
  const request = { kind: 'named', name: 'bench', expires_at: null, requests: null } as const
  const made = Array.from({ length: KEY_COUNT }, () => newKey(request, Date.now()))
  writeFileSync(file, made.map(({ record }) => `${keyRecordLine(record)}\n`).join(''), { mode: 0o600 })
  return { file, keys: made.map(({ key }) => key) }
}
