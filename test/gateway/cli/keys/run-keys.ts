// Runs the commands `keys …` in this process, and reads the store afterwards.

import { join } from 'node:path'
import type { Test } from 'tap'
import { OFFERS_GATEWAY } from '../../../../gateway/cli/offers-gateway.ts'
import { openKeyStore } from '../../../../gateway/keys/open-key-store.ts'
import { runCommand } from '../../../../lib/command-line/program.ts'
import { noProgress } from '../../../../lib/command-line/progress.ts'
import { listed, NOON } from '../../keys/records.ts'

/** Runs `keys …` and returns what it printed; `printed` gets it even if it fails, `complained` the standard error. */
export async function keys(
  words: string[],
  {
    env = {} as Record<string, string>,
    now = NOON,
    printed = [] as string[],
    complained = [] as string[],
  } = {},
): Promise<string> {
  const stdout = { write: (text: string) => void printed.push(text) }
  const stderr = { write: (text: string) => void complained.push(text) }
  const ends = { stdin: () => [], stdout, stderr, progress: noProgress }
  const context = { ...ends, env, clock: () => now, flush: async () => {} }
  await runCommand(OFFERS_GATEWAY, ['keys', ...words], context)
  return printed.join('')
}

/** The path of a key file that does not exist yet. */
export const keyFile = (t: Test) => join(t.testdir(), 'keys.ndjson')

export async function recordsAt(location: string) {
  const store = await openKeyStore(location)
  return listed(store).finally(() => store.close())
}

export const jsonLines = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
