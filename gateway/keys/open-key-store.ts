// From the words of `--keys` to a key store: a file or a Redis server.

import { OperatorError } from '../../contract/lib/errors.ts'
import { isRedisUrl, type RedisOptions } from '../redis-connection.ts'
import { createKeyFile } from './create-key-file.ts'
import { openFileKeyStore } from './file-key-store.ts'
import type { KeyRecord, KeyStore } from './key-store.ts'
import { openRedisKeyStore } from './redis-key-store.ts'

/**
 * Opens the store that stands there.
 * @param location a path, or `redis://…` or `rediss://…`
 * @throws {OperatorError} `usage` where it is neither, `bad-keys` where a file is missing or damaged,
 *   `key-store-unavailable` where it can't be read or reached
 */
export async function openKeyStore(location: string, options: RedisOptions = {}): Promise<KeyStore> {
  return isRedis(location) ? openRedisKeyStore(location, options) : openFileKeyStore(location)
}

/**
 * Makes a key file that holds these records, at least one. Returns false where there is nothing to make: the
 * file is there already, or it is a Redis server, where an empty store is a store.
 * @throws {OperatorError} as `openKeyStore`
 */
export async function createKeyStore(location: string, records: readonly KeyRecord[]): Promise<boolean> {
  return isRedis(location) ? false : createKeyFile(location, records)
}

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
