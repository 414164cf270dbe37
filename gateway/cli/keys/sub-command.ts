// What the sub-commands of `keys` have in common.

import type { Command, Option, ParsedOptions } from '../../../lib/command-line/cli-options.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { KeyRecord, KeyStore } from '../../keys/key-store.ts'
import { endOf } from '../../keys/key-verdict.ts'
import { openKeyStore } from '../../keys/open-key-store.ts'

/** What a command reads and writes, and the clock that it reads. */
export interface CommandContext {
  stdin: AsyncIterable<string | Uint8Array>
  stdout: { write(text: string): unknown }
  clock: Clock
}

export interface SubCommand {
  command: Command
  /** @throws {OperatorError} with a sentence for the operator */
  run(given: ParsedOptions, context: CommandContext): Promise<void>
}

export const KEYS_OPTION: Option = {
  name: 'keys',
  value: 'FILE|redis://…',
  about: 'Where the keys are kept. Required.',
}

export const JSON_OPTION: Option = { name: 'json', about: 'Prints one JSON object a line.' }

/** Opens a store for as long as `use` takes. */
export async function withKeyStore<T>(location: string, use: (store: KeyStore) => Promise<T>): Promise<T> {
  const store = await openKeyStore(location)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** All records of a store, oldest first. */
export async function recordsOf(store: KeyStore): Promise<KeyRecord[]> {
  const records: KeyRecord[] = []
  for await (const record of store.list()) records.push(record)
  return records
}

/** Whether a key would be accepted now, and if not, why. */
export function stateOf(record: KeyRecord, now: number): 'revoked' | 'expired' | 'good' {
  if (record.revoked_at !== null) return 'revoked'
  return now >= endOf(record) ? 'expired' : 'good'
}

/** `1 key`, `2 keys`. */
export function keysInWords(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`
}
