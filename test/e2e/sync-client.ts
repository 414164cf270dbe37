// A client that keeps a copy as the description of the API advises: by `/beta/changes` alone. It uses HTTP
// and JSON, and no code of the build or the gateway.

import { call } from '../helpers/http.ts'

export interface CopiedOffer {
  id: string
  status: string
  updated_at: string
}

interface ChangesPage {
  data: CopiedOffer[]
  meta: { data_as_of: string; total: number; count: number; since: string | null }
}

export interface SyncOptions {
  base: string
  key: string
  /** The page size it asks for. */
  limit: number
}

export class SyncClient {
  /** Listed offers, by id. */
  readonly copy = new Map<string, CopiedOffer>()
  /** The `since` of the next sync; null reads all. */
  cursor: string | null = null
  /** Counts: changes read, 410s, pages of another release than the first. */
  readonly seen = { changes: 0, gone: 0, torn: 0 }
  readonly #options: SyncOptions

  constructor(options: SyncOptions) {
    this.#options = options
  }

  /** @param between is called after each page but the last, before the next */
  async sync(between: () => Promise<void> = async () => {}): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const read = await this.#readAll(between)
      if (read === 'gone') {
        this.seen.gone += 1
        // Its copy may be stale, so it starts from nothing.
        this.copy.clear()
        this.cursor = null
      } else if (read === 'torn') {
        this.seen.torn += 1
      } else {
        this.#apply(read.changes)
        this.cursor = read.dataAsOf
        return
      }
    }
    throw new Error('the catalogue changed during ten syncs in a row')
  }

  #apply(changes: readonly CopiedOffer[]): void {
    this.seen.changes += changes.length
    for (const offer of changes) {
      if (offer.status === 'scheduled' || offer.status === 'active') this.copy.set(offer.id, offer)
      else this.copy.delete(offer.id)
    }
  }

  async #readAll(
    between: () => Promise<void>,
  ): Promise<{ changes: CopiedOffer[]; dataAsOf: string } | 'gone' | 'torn'> {
    const { limit } = this.#options
    const changes: CopiedOffer[] = []
    let dataAsOf: string | undefined
    for (let offset = 0; ; offset += limit) {
      const page = await this.#page(offset)
      if (page === 'gone') return page
      dataAsOf ??= page.meta.data_as_of
      if (page.meta.data_as_of !== dataAsOf) return 'torn'
      changes.push(...page.data)
      if (offset + limit >= page.meta.total) return { changes, dataAsOf }
      await between()
    }
  }

  async #page(offset: number): Promise<ChangesPage | 'gone'> {
    const { base, key, limit } = this.#options
    const since = this.cursor === null ? '' : `since=${this.cursor}&`
    const target = `/beta/changes?${since}limit=${limit}&offset=${offset}`
    const { status, json, text } = await call(base, target, { key })
    if (status === 410) return 'gone'
    if (status !== 200) throw new Error(`${target}: ${status} ${text}`)
    return json as ChangesPage
  }
}
