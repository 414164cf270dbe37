// Runs the commands `keys …` in this process, and reads the store afterwards.

import { join } from 'node:path'
import type { Test } from 'tap'
import { OFFERS_GATEWAY } from '../../../../gateway/cli/program.ts'
import { openKeyStore } from '../../../../gateway/keys/open-key-store.ts'
import { runCommand } from '../../../../lib/command-line/program.ts'
import { listed, NOON } from '../../keys/records.ts'

/** Runs `keys …` and returns what it printed. */
export async function keys(words: string[], { env = {}, now = NOON } = {}): Promise<string> {
  const { printed, error } = await runKeys(words, { env, now })
  if (error) throw error
  return printed
}

/** The same for a command that may fail after it has printed something. */
export async function runKeys(words: string[], { env = {}, now = NOON } = {}) {
  let [printed, warned] = ['', '']
  const stdout = {
    write: (text: string) => {
      printed += text
    },
  }
  const stderr = {
    write: (text: string) => {
      warned += text
    },
  }
  const context = { stdin: () => [], stdout, stderr, env, clock: () => now }
  const error = await runCommand(OFFERS_GATEWAY, ['keys', ...words], context).then(
    () => undefined,
    (failure: unknown) => failure,
  )
  return { printed, warned, error }
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
