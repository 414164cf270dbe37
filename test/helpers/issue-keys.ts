// Keys as an operator issues them with the program, and many at once.

import type { KeyKind } from '../../contract/keys/kinds.ts'
import { demoKeyRecord, newKey } from '../../gateway/keys/key-record.ts'
import { createKeyStore, openKeyStore } from '../../gateway/keys/open-key-store.ts'
import { runProgram } from './processes.ts'
import { SHORT_MS } from './slow-suite.ts'

export interface IssuedKey {
  id: string
  key: string
}

/** @param options of `keys issue`, e.g. `--kind`, `demo` */
export async function issueKey(store: string, ...options: string[]): Promise<IssuedKey> {
  const words = ['keys', 'issue', '--keys', store, '--name', 'test', '--json', ...options]
  const { code, stdout, stderr } = await runProgram('gateway', words)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Creates a store with a demo key and `count` keys. It does not start the program, which would take most of the time. */
export async function addKeys(location: string, count: number, kind: KeyKind): Promise<IssuedKey[]> {
  const now = Date.now()
  await createKeyStore(location, [demoKeyRecord(now)])
  const request = { kind, name: 'test', contact: null, expires_at: null, requests: null }
  const issued = Array.from({ length: count }, () => newKey(request, now))
  const store = await openKeyStore(location, { timeoutMs: SHORT_MS })
  await store.add(issued.map(({ record }) => record)).finally(() => store.close())
  return issued.map(({ key, record: { id } }) => ({ id, key }))
}
