// Options and key stores of the commands `keys …`.

import { KEY_PREFIX_PATTERN } from '../../../contract/keys/format.ts'
import type { Flag, ValueOption } from '../../../lib/command-line/command.ts'
import { OperatorError } from '../../../lib/errors.ts'
import type { KeyRecord, KeyStore } from '../../keys/key-store.ts'
import { openKeyStore } from '../../keys/open-key-store.ts'

/** Where a key store may be. */
export const STORE = 'FILE|redis://…'

export const KEYS = {
  name: 'keys',
  value: STORE,
  required: true,
  about: 'Where the keys are kept.',
} as const satisfies ValueOption

export const JSON_LINES_OPTION = {
  name: 'json',
  about: 'Prints one JSON object a line.',
} as const satisfies Flag

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

const BEGINS_LIKE_A_KEY = new RegExp(`^${KEY_PREFIX_PATTERN}`)

export function unknownId(id: string): OperatorError {
  // SECURITY: messages go to logs, a key may not.
  if (BEGINS_LIKE_A_KEY.test(id)) {
    const message = 'expected the id of a key (key_…), found a key itself'
    return new OperatorError('bad-keys', message)
  }
  return new OperatorError('bad-keys', `no key has the id ${id}. \`keys list\` shows them all.`)
}

/** `1 key`, `2 keys`. */
export function keysInWords(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`
}
