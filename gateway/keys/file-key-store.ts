// Keys in a file. All records are in memory; before each answer the file is checked, and read again if it changed.

import { messageOf, OperatorError, systemCode } from '../../lib/errors.ts'
import type { Wait } from '../../lib/files/lock.ts'
import { sharedNext } from '../../lib/shared-work.ts'
import { addKeyDays, readKeyDays } from './key-days-file.ts'
import {
  fileStamp,
  type KeyFileContent,
  keyFileMode,
  readKeyFile,
  replaceKeyFile,
  sharedAs,
  withKeyFileLock,
} from './key-file.ts'
import { byCreation } from './key-record.ts'
import type { KeyDays, KeyRecord, KeyStore, KeyStoreCondition, KeyStoreEvents } from './key-store.ts'

const READABLE_BY_OTHERS = 0o004

export interface FileKeyStoreOptions extends Pick<KeyStoreEvents, 'onError' | 'onFaults'> {
  /** How to wait while another process changes the file. */
  wait?: Wait | undefined
  /** Replaced by tests that change the file while it is read. */
  read?: typeof readKeyFile
}

/**
 * Opens a key file and checks it.
 * @throws {OperatorError} `bad-keys` if it is missing or damaged, `key-store-unavailable` if it can't be read
 */
export async function openFileKeyStore(path: string, options: FileKeyStoreOptions = {}): Promise<KeyStore> {
  const store = new FileKeyStore(path, options)
  await store.check()
  return store
}

class FileKeyStore implements KeyStore {
  readonly #path: string
  readonly #options: FileKeyStoreOptions
  /** The file as it was read last. */
  #latest: { stamp: string; content: KeyFileContent } | undefined
  readonly #refresh = sharedNext(() => this.#readIfChanged())

  constructor(path: string, options: FileKeyStoreOptions) {
    this.#path = path
    this.#options = options
  }

  async check(): Promise<void> {
    try {
      await this.#refresh()
    } catch (cause) {
      throw asFailure(this.#path, cause)
    }
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    return (await this.#content()).records.get(digest)
  }

  async *list(): AsyncGenerator<KeyRecord> {
    yield* Array.from((await this.#content()).records.values()).sort(byCreation)
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

  async revoke(
    id: string,
    revokedAt: string,
    revokedBy: string | null = null,
  ): Promise<KeyRecord | undefined> {
    let found: KeyRecord | undefined
    await this.#change((known) => {
      found = Array.from(known.values()).find((record) => record.id === id)
      // Nothing changes for an unknown key, or for one that is revoked: the first revocation counts.
      if (found?.revoked_at !== null) return false
      found = { ...found, revoked_at: revokedAt, revoked_by: revokedBy }
      known.set(found.digest, found)
      return true
    })
    return found
  }

  async storeUses(days: KeyDays): Promise<void> {
    await addKeyDays(this.#path, days, this.#options.wait)
  }

  async lastUses(ids: readonly string[]): Promise<KeyDays> {
    const days = await readKeyDays(this.#path)
    const wanted = new Set(ids)
    return new Map(Array.from(days).filter(([id]) => wanted.has(id)))
  }

  async condition(): Promise<KeyStoreCondition> {
    const risk = await this.#risk().catch(() => undefined)
    // Read again, in case no request looks up a key. Each failure counts: an outage must not wait for a request.
    await this.#content().catch((error) => this.#options.onError?.(error))
    const badLines = this.#latest?.content.badLines ?? []
    return { isReadOnly: false, badLines, risk }
  }

  async #risk(): Promise<string | undefined> {
    const isPrivate = ((await keyFileMode(this.#path)) & READABLE_BY_OTHERS) === 0
    if (isPrivate) return sharedAs(this.#path)
    return `${this.#path}: everyone on this machine can read names of customers in it: chmod o= ${this.#path}`
  }

  async close(): Promise<void> {}

  async #content(): Promise<KeyFileContent> {
    try {
      return await this.#refresh()
    } catch (cause) {
      // Damaged or gone while running: no answer would be true.
      throw new OperatorError('key-store-unavailable', asFailure(this.#path, cause).message, { cause })
    }
  }

  async #readIfChanged(): Promise<KeyFileContent> {
    const { read = readKeyFile, onFaults } = this.#options
    const stamp = await fileStamp(this.#path)
    if (this.#latest?.stamp === stamp) return this.#latest.content
    const content = await read(this.#path)
    // The stamp is older than the records: the next check notices a change in between.
    this.#latest = { stamp, content }
    onFaults?.(content.badLines.map((line) => `${line}. The line counts for no key`))
    return content
  }

  /** Changes a copy of the current records under the lock, and writes it if `edit` returns true. */
  async #change(edit: (records: Map<string, KeyRecord>) => boolean): Promise<void> {
    const change = async (realPath: string) => {
      const { records, badLines } = await this.#content()
      const changed = new Map(records)
      if (!edit(changed)) return
      const shared = await sharedAs(realPath)
      if (shared !== undefined) throw new OperatorError('bad-keys', `${shared}: nothing was changed`)
      // The key of a bad line would be lost for good.
      if (badLines.length > 0) {
        throw new OperatorError(
          'bad-keys',
          `${badLines.join('; ')}. Correct or remove the line first: nothing was changed`,
        )
      }
      await replaceKeyFile(realPath, changed.values())
    }
    await withKeyFileLock(this.#path, change, this.#options.wait)
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
