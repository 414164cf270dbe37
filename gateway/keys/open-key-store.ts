// Opens or creates the key store that `--keys` names: a file or a Redis server.

import { OperatorError } from '../../lib/errors.ts'
import { isRedisUrl } from '../lib/redis-address.ts'
import type { RedisOptions } from '../lib/redis-connection.ts'
import { openFileKeyStore } from './file-key-store.ts'
import { createKeyFile } from './key-file.ts'
import type { KeyRecord, KeyStore, KeyStoreEvents } from './key-store.ts'
import { openRedisKeyStore } from './redis-key-store.ts'

/**
 * Opens an existing store.
 * @param location a path, or `redis://…` or `rediss://…`
 * @throws {OperatorError} `usage` for any other address, `bad-keys` if a file is missing or damaged,
 *   `key-store-unavailable` if it can't be read or reached
 */
export async function openKeyStore(
  location: string,
  options: Pick<RedisOptions, 'timeoutMs' | 'renewMs'> & KeyStoreEvents = {},
): Promise<KeyStore> {
  return isRedis(location) ? openRedisKeyStore(location, options) : openFileKeyStore(location, options)
}

/**
 * Creates a key file with these records, at least one. Returns false if the file exists, or if the store is a Redis
 * server, which needs no creation.
 * @throws {OperatorError} `usage` as `openKeyStore`; otherwise as `createKeyFile`
 */
export async function createKeyStore(location: string, records: readonly KeyRecord[]): Promise<boolean> {
  return isRedis(location) ? false : createKeyFile(location, records)
}

/** @throws {OperatorError} `usage` for any other address */
function isRedis(location: string): boolean {
  if (isRedisUrl(location)) return true
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location)) {
    // SECURITY: the address is not repeated, for it may hold a password.
    throw new OperatorError(
      'usage',
      'keys are kept in a file or in Redis: expected a path, redis://… or rediss://…',
    )
  }
  return false
}
