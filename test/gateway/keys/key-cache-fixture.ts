// A key cache on a store that a test controls.

import { KeyCache } from '../../../gateway/keys/key-cache.ts'
import type { KeyRecord, KeyStore } from '../../../gateway/keys/key-store.ts'
import { freshKey, NOON } from './records.ts'

/** A test controls its answers, failures and delays. */
class FakeStore implements KeyStore {
  readonly records = new Map<string, KeyRecord>()
  asked = 0
  failing = false
  /** Each answer waits for it, after the record is looked up. */
  delay: Promise<void> = Promise.resolve()

  async find(digest: string): Promise<KeyRecord | undefined> {
    this.asked += 1
    if (this.failing) throw new Error('out of order')
    const record = this.records.get(digest)
    await this.delay
    return record
  }

  put(record: KeyRecord): void {
    this.records.set(record.digest, record)
  }

  async add(): Promise<void> {}
  async *list(): AsyncGenerator<KeyRecord> {}
  async revoke(): Promise<undefined> {}
  async close(): Promise<void> {}
}

export function setUp(changes: Partial<KeyRecord> = {}, graceMs = 0) {
  const store = new FakeStore()
  const { key, record } = freshKey(changes)
  store.put(record)
  const time = { now: NOON }
  const errors: unknown[] = []
  const onStoreError = (error: unknown) => errors.push(error)
  const cache = new KeyCache({ store, clock: () => time.now, graceMs, onStoreError })
  const { id, kind, name } = record
  const good = { id, kind, name, countedAs: id }
  const revoke = () => store.put({ ...record, revoked_at: new Date(time.now).toISOString() })
  return { store, key, record, time, errors, cache, good, revoke }
}

export const refused = undefined
