// Keys in a file. All records are in memory; before each answer the file is checked, and read again if it changed.

import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'
import type { Wait } from '../../lib/files/lock.ts'
import { sharedNext } from '../../lib/shared-work.ts'
import { fileStamp, keyFileMode, readKeyFile, replaceKeyFile, withKeyFileLock } from './key-file.ts'
import { byCreation } from './key-record.ts'
import type { KeyRecord, KeyStore, KeyStoreCondition } from './key-store.ts'

const READABLE_BY_OTHERS = 0o004

/**
 * Opens a key file and checks it.
 * @param wait how to wait while another process changes the file
 * @param read tests change the file meanwhile
 * @throws {OperatorError} `bad-keys` if it is missing or damaged, `key-store-unavailable` if it can't be read
 */
export async function openFileKeyStore(path: string, wait?: Wait, read = readKeyFile): Promise<KeyStore> {
  const store = new FileKeyStore(path, wait, read)
  await store.check()
  return store
}

type RecordsByDigest = ReadonlyMap<string, KeyRecord>

class FileKeyStore implements KeyStore {
  readonly #path: string
  readonly #wait: Wait | undefined
  readonly #readFile: typeof readKeyFile
  /** The last reading: the stamp of the file, and its records. */
  #read: { stamp: string; records: RecordsByDigest } | undefined
  readonly #refresh = sharedNext(() => this.#readIfChanged())

  constructor(path: string, wait: Wait | undefined, read: typeof readKeyFile) {
    this.#path = path
    this.#wait = wait
    this.#readFile = read
  }

  async check(): Promise<void> {
    try {
      await this.#refresh()
    } catch (cause) {
      throw asFailure(this.#path, cause)
    }
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    return (await this.#records()).get(digest)
  }

  async *list(): AsyncGenerator<KeyRecord> {
    yield* Array.from((await this.#records()).values()).sort(byCreation)
  }

  async add(records: readonly KeyRecord[]): Promise<void> {
    await this.#change((known) => {
      const ids = new Set(Array.from(known.values(), ({ id }) => id))
      for (const record of records) {
        if (known.has(record.digest) || ids.has(record.id)) {
          throw new OperatorError('bad-keys', `key ${record.id} is known already`)
        }
        ids.add(record.id)
        known.set(record.digest, record)
      }
      return true
    })
  }

  async revoke(id: string, revokedAt: string): Promise<KeyRecord | undefined> {
    let revoked: KeyRecord | undefined
    await this.#change((known) => {
      const record = Array.from(known.values()).find((each) => each.id === id)
      // The first revocation counts.
      revoked = record && { ...record, revoked_at: record.revoked_at ?? revokedAt }
      if (!revoked || record?.revoked_at !== null) return false
      known.set(revoked.digest, revoked)
      return true
    })
    return revoked
  }

  async condition(): Promise<KeyStoreCondition> {
    const mode = await keyFileMode(this.#path).catch(() => 0)
    const risk = `${this.#path}: everyone on this machine can read names of customers in it: chmod o= ${this.#path}`
    return { isReadOnly: false, risk: (mode & READABLE_BY_OTHERS) === 0 ? undefined : risk }
  }

  async close(): Promise<void> {}

  async #records(): Promise<RecordsByDigest> {
    try {
      return await this.#refresh()
    } catch (cause) {
      // Damaged or gone while running: no answer would be true.
      throw new OperatorError('key-store-unavailable', asFailure(this.#path, cause).message, { cause })
    }
  }

  async #readIfChanged(): Promise<RecordsByDigest> {
    const stamp = await fileStamp(this.#path)
    // The stamp is older than the records: the next check notices a change in between.
    if (this.#read?.stamp !== stamp) this.#read = { stamp, records: await this.#readFile(this.#path) }
    return this.#read.records
  }

  /** Changes a copy of the current records under the lock, and writes it if `edit` returns true. */
  async #change(edit: (records: Map<string, KeyRecord>) => boolean): Promise<void> {
    const change = async () => {
      const records = new Map(await this.#records())
      if (edit(records)) await replaceKeyFile(this.#path, records.values())
    }
    await withKeyFileLock(this.#path, change, this.#wait)
  }
}

function asFailure(path: string, cause: unknown): OperatorError {
  if (cause instanceof OperatorError) return cause
  if (systemCode(cause) === 'ENOENT') {
    return new OperatorError(
      'bad-keys',
      `${path}: no such key file. Create it with \`keys init\` or \`keys issue\`.`,
    )
  }
  return new OperatorError('key-store-unavailable', `cannot read ${path}: ${messageOf(cause)}`, { cause })
}
