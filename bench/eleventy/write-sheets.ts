// What Eleventy is given: all offers once, and for each list page which of them stand on it. Finding that out is
// work that Eleventy is spared.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { objectPath } from '../../contract/release/layout.ts'
import { listPageRoutes, openRelease } from '../support/catalogue.ts'

/** Returns the number of pages. */
export async function writeSheets(folder: string, path: string): Promise<number> {
  const { routes } = await openRelease(folder)
  const offers: unknown[] = []
  const indexes = new Map<string, number>()
  const pages = listPageRoutes(routes).map(({ digest }) => {
    const body = JSON.parse(gunzipSync(readFileSync(join(folder, objectPath(digest, 'gzip')))).toString())
    const on = body.data.map((offer: { id: string }) => {
      const index = indexes.get(offer.id) ?? offers.push(offer) - 1
      indexes.set(offer.id, index)
      return index
    })
    return { on, meta: body.meta }
  })
  writeFileSync(path, JSON.stringify({ offers, pages }))
  return pages.length
}
