// Reads the published release of an output folder like a gateway.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BuiltManifest } from '../../../build/day/release-draft.ts'
import type { ListQuery } from '../../../contract/api/list-query.ts'
import type { Offer } from '../../../contract/offers/offer.ts'
import { folderReader } from '../../../contract/release/folder-reader.ts'
import { manifestPath } from '../../../contract/release/layout.ts'
import { listTarget, offerTarget, snapshotTarget } from '../../helpers/current-targets.ts'

export interface Published {
  manifest: BuiltManifest
  targets: string[]
  /** The uncompressed body under a target, as text; undefined if there is none. */
  body(target: string): Promise<string | undefined>
  list(query: ListQuery): Promise<{ data: Offer[]; meta: { count: number; total: number } }>
  /** The offer under an id. */
  offerWith(id: string): Promise<Offer | undefined>
  /** The offers of the full snapshot, in its order, by title; without `meta`. */
  byTitle(): Promise<Map<string, Offer>>
}

export async function readPublished(out: string): Promise<Published> {
  const reader = folderReader(out)
  const pointer = await reader.pointer()
  if (!pointer) throw new Error('nothing was published')
  const { table } = await reader.load(pointer)
  const bytes = async (target: string) => {
    const entry = table.find(target)
    return entry && (await reader.object(entry)).body
  }
  const body = async (target: string) => (await bytes(target))?.toString('utf8')
  return {
    manifest: JSON.parse(readFileSync(join(out, manifestPath(pointer.release)), 'utf8')),
    targets: Array.from(table, ({ target }) => target),
    body,
    list: async (query) => JSON.parse((await body(listTarget(query))) ?? 'null'),
    offerWith: async (id) => {
      const text = await body(offerTarget(id) ?? '')
      return text === undefined ? undefined : JSON.parse(text).data
    },
    byTitle: async () => {
      const gz = (await bytes(snapshotTarget('named'))) ?? Buffer.alloc(0)
      const lines = gunzipSync(gz).toString('utf8').split('\n').filter(Boolean)
      return new Map(
        lines.map((line) => JSON.parse(line)).map(({ meta: _, ...offer }) => [offer.title, offer]),
      )
    },
  }
}
