// Key records for tests.

import { newKey } from '../../../gateway/keys/key-record.ts'
import type { KeyRecord, KeyStore } from '../../../gateway/keys/key-store.ts'

/** The time at which the clocks of these tests start. */
export const NOON = Date.parse('2026-08-22T12:00:00.000Z')

/** The record of a fresh key, and the key. */
export function freshKey(changes: Partial<KeyRecord> = {}): { key: string; record: KeyRecord } {
  const kind = changes.kind ?? 'named'
  const { key, record } = newKey(
    { kind, name: 'Banco Ejemplo', contact: null, expires_at: null, requests: null },
    NOON,
  )
  return { key, record: { ...record, ...changes } }
}

export function freshRecords(count: number): KeyRecord[] {
  return Array.from({ length: count }, () => freshKey().record)
}

export async function listed(store: KeyStore): Promise<KeyRecord[]> {
  const records: KeyRecord[] = []
  for await (const record of store.list()) records.push(record)
  return records
}
