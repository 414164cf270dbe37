// A gateway in the process of the test, with a clock that the test moves.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { createKey, keyDigest, keyIdOf } from '../../contract/keys/format.ts'
import type { KeyKind } from '../../contract/keys/kinds.ts'
import { Gateway, type GatewayParts } from '../../gateway/gateway.ts'
import type { KeyDays, KeyRecord, KeyStore, KeyStoreCondition } from '../../gateway/keys/key-store.ts'
import { silentLog } from '../../gateway/lib/log.ts'
import { clientAddressBehind } from '../../gateway/limits/client-address.ts'
import type { Limiter } from '../../gateway/limits/limiter.ts'
import { MemoryLimiter } from '../../gateway/limits/memory-limiter.ts'
import { folderOrigin } from '../../gateway/origin/folder-origin.ts'
import { OperatorError } from '../../lib/errors.ts'
import { publishTinyRelease } from './tiny-release.ts'

/** Keys in memory, for tests of other things. */
export class MemoryKeyStore implements KeyStore {
  readonly records = new Map<string, KeyRecord>()
  /** While it is set, every look-up fails with it. */
  outage: Error | undefined
  /** While it is set, storing days of use fails with it. */
  usesOutage: Error | undefined
  /** The last day of use of each key, by id. */
  readonly uses = new Map<string, string>()

  /** Issues a key and returns it. @param requests the requests it allows; null for the number of its kind */
  issue(kind: KeyKind, requests: number | null = null): string {
    const key = createKey(kind)
    const digest = keyDigest(key)
    const created_at = '2026-01-01T00:00:00.000Z'
    const record = {
      id: keyIdOf(digest),
      kind,
      name: kind,
      contact: null,
      digest,
      created_at,
      expires_at: null,
      revoked_at: null,
      revoked_by: null,
      requests,
    }
    this.records.set(digest, record)
    return key
  }

  #answer(): void {
    if (!this.outage) return
    throw new OperatorError('key-store-unavailable', this.outage.message, { cause: this.outage })
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    this.#answer()
    return this.records.get(digest)
  }

  async add(records: readonly KeyRecord[]): Promise<void> {
    for (const record of records) this.records.set(record.digest, record)
  }

  async *list(): AsyncGenerator<KeyRecord> {
    this.#answer()
    yield* this.records.values()
  }

  async revoke(id: string, revokedAt: string): Promise<KeyRecord | undefined> {
    const record = [...this.records.values()].find((each) => each.id === id)
    if (record) this.records.set(record.digest, { ...record, revoked_at: revokedAt })
    return record
  }

  async storeUses(days: KeyDays): Promise<void> {
    if (this.usesOutage) throw this.usesOutage
    for (const [id, day] of days) this.uses.set(id, day)
  }

  async lastUses(): Promise<KeyDays> {
    return this.uses
  }

  async condition(): Promise<KeyStoreCondition> {
    return { isReadOnly: false, badLines: [], risk: undefined }
  }

  async close(): Promise<void> {}
}

/** Allows every request, for tests of other things. */
export const unlimited: Limiter = {
  consume: () => ({ allowed: true, remaining: 1, resetSeconds: 60 }),
  close: async () => {},
}

export interface RunningGateway {
  gateway: Gateway
  base: string
  keys: MemoryKeyStore
  /** Lets this many milliseconds pass. */
  pass(milliseconds: number): void
}

type Parts = Partial<GatewayParts> & { proxies?: string[]; port?: number }

/** Starts a gateway, on a free port unless one is given; it stops when the test ends. */
export async function startGateway(t: Test, folder: string, parts: Parts = {}): Promise<RunningGateway> {
  let now = Date.parse('2026-09-01T12:00:00.000Z')
  const clock = () => now
  const keys = new MemoryKeyStore()
  const { proxies = [], port: given = 0, ...others } = parts
  const gateway = new Gateway({
    origin: folderOrigin(folder),
    keyStore: keys,
    limiter: new MemoryLimiter(clock),
    clientAddress: clientAddressBehind(proxies),
    clock,
    log: silentLog,
    cacheBytes: 16 * 1024 * 1024,
    // Tests that publish while the gateway runs call `catalogue.refresh` themselves.
    pollMs: 3_600_000,
    ...others,
  })
  const { port } = await gateway.start('127.0.0.1', given)
  t.teardown(() => gateway.stop())
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { gateway, base: `http://127.0.0.1:${port}`, keys, pass }
}

/** Starts a gateway that serves a tiny release, which all tests of this process share. */
export function serveTiny(t: Test, parts: Parts = {}): Promise<RunningGateway> {
  tiny ??= tinyFolder()
  return startGateway(t, tiny, parts)
}
let tiny: string | undefined

function tinyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-release-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  publishTinyRelease(folder)
  return folder
}
