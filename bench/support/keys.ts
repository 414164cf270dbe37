// The keys that requests come with.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { program, WORK } from './paths.ts'
import { run } from './run.ts'

export interface IssuedKeys {
  /** The key store of the gateway. */
  file: string
  keys: readonly string[]
}

// At 60 000 requests a second, 20 000 keys make 180 requests a minute each: below the limit of 300.
const COUNT = 20_000

let issued: Promise<IssuedKeys> | undefined

/** Issued once a run. */
export function issueKeys(): Promise<IssuedKeys> {
  issued ??= issue()
  return issued
}

async function issue(): Promise<IssuedKeys> {
  const file = join(WORK, 'keys.ndjson')
  rmSync(file, { force: true })
  const options = ['--keys', file, '--name', 'bench', '--count', String(COUNT), '--json']
  const printed = await run([process.execPath, program('gateway'), 'keys', 'issue', ...options])
  const keys = printed
    .trim()
    .split('\n')
    .map((line): string => JSON.parse(line).key)
  return { file, keys }
}
