// Bounds on simultaneous snapshot downloads of a key and of an address. SECURITY: a slow download holds a connection, a
// file or a connection to the origin, and some 300 kB, for as long as its client likes.

import { KEY_LIMITS } from '../../contract/keys/kinds.ts'
import type { Caller } from '../keys/key-verdict.ts'
import { type ClientAddress, type RequestSource, subjectOfAddress } from './client-address.ts'

/** For a key whose requests are counted by key: many callers share the other keys. */
export const MAX_DOWNLOADS_PER_KEY = 10

/** Several callers may share an address. */
export const MAX_DOWNLOADS_PER_ADDRESS = 50

/** A key or an address has as many downloads under way as are allowed. */
export class TooManyDownloads extends Error {
  override readonly name = 'TooManyDownloads'
}

export class DownloadBounds {
  readonly #clientAddress: ClientAddress
  /** Downloads under way, by key id and by address; no id looks like an address. */
  readonly #underWay = new Map<string, number>()

  constructor(clientAddress: ClientAddress) {
    this.#clientAddress = clientAddress
  }

  /**
   * Counts a download while it runs.
   * @throws {TooManyDownloads} (rejects) if the key or the address has as many as are allowed
   */
  async during<T>(source: RequestSource, caller: Caller, download: () => Promise<T>): Promise<T> {
    const names = this.#allowedNames(source, caller)
    for (const name of names) this.#add(name, 1)
    try {
      return await download()
    } finally {
      for (const name of names) this.#add(name, -1)
    }
  }

  /** The names by which a download is counted. @throws {TooManyDownloads} */
  #allowedNames(source: RequestSource, caller: Caller): string[] {
    const address = subjectOfAddress(this.#clientAddress(source))
    this.#refuseFrom(MAX_DOWNLOADS_PER_ADDRESS, address, 'From one address')
    if (KEY_LIMITS[caller.kind].countedBy !== 'key') return [address]
    this.#refuseFrom(MAX_DOWNLOADS_PER_KEY, caller.id, 'With one key')
    return [address, caller.id]
  }

  #refuseFrom(limit: number, name: string, scope: string): void {
    if ((this.#underWay.get(name) ?? 0) < limit) return
    throw new TooManyDownloads(`${scope} ${limit} snapshots may be downloaded at the same time.`)
  }

  #add(name: string, change: 1 | -1): void {
    const underWay = (this.#underWay.get(name) ?? 0) + change
    if (underWay > 0) this.#underWay.set(name, underWay)
    else this.#underWay.delete(name)
  }
}
