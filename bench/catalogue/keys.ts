// The keys that requests come with.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { program, WORK } from '../programs/paths.ts'
import { run } from '../programs/run.ts'

export interface IssuedKeys {
  /** The key store of the gateway. */
  file: string
  keys: readonly string[]
}

// At 60 000 requests a second each of them makes 180 requests a minute: below the limit of 300.
export const KEY_COUNT = 20_000

let issued: Promise<IssuedKeys> | undefined

/** Issued once a run. */
export function issueKeys(): Promise<IssuedKeys> {
  issued ??= issue()
  return issued
}

async function issue(): Promise<IssuedKeys> {
  const file = join(WORK, 'keys.ndjson')
  rmSync(file, { force: true })
  const options = ['--keys', file, '--name', 'bench', '--count', String(KEY_COUNT), '--json']
  const printed = await run([process.execPath, program('gateway'), 'keys', 'issue', ...options])
  const lines = printed.trim().split('\n')
  return { file, keys: lines.map((line): string => JSON.parse(line).key) }
}
