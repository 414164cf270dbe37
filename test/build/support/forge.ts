// Forged releases: a release that was built well, one thing in it changed, all digests up to the pointer corrected.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { BuiltManifest } from '../../../build/day/release-draft.ts'
import { manifestPath, memoryPath, POINTER_PATH, tablePath } from '../../../contract/release/layout.ts'
import { fileFactsOf } from '../../../contract/release/manifest.ts'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  TargetTable,
} from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import { readPublished } from './published.ts'

/** A release open for changes. */
export interface Forgery {
  manifest: BuiltManifest
  /** Change them in place. */
  routes: NamedTargetEntry[]
  route(target: string): NamedTargetEntry
  /** The lines of memory.gz. */
  state: string[]
  /** Changes the bytes of the target table. */
  damageTable(table: Buffer): void
}

/** Copies the release that is in `built`, has it forged, and signs it again. */
export async function forgeRelease(
  built: string,
  folder: string,
  forge: (forgery: Forgery) => void,
): Promise<string> {
  cpSync(built, folder, { recursive: true })
  const { manifest } = await readPublished(folder)
  const path = (file: string) => join(folder, file)
  const routes = [...new TargetTable(readFileSync(path(tablePath(manifest.id))))]
  const route = (target: string) => {
    const found = routes.find((each) => each.target === target)
    if (!found) throw new RangeError(`no route for ${target}`)
    return found
  }
  const state = gunzipSync(readFileSync(path(memoryPath(manifest.id))))
    .toString('utf8')
    .split('\n')
  const forgery: Forgery = { manifest, routes, route, state, damageTable() {} }
  forge(forgery)

  const table = encodeTargetTable(forgery.routes)
  forgery.damageTable(table)
  const memory = gzipSync(forgery.state.join('\n'))
  const facts = { routes: fileFactsOf(table), memory: fileFactsOf(memory) }
  const bytes = JSON.stringify({ ...forgery.manifest, ...facts })
  writeFileSync(path(tablePath(manifest.id)), table)
  writeFileSync(path(memoryPath(manifest.id)), memory)
  writeFileSync(path(manifestPath(manifest.id)), bytes)
  writeFileSync(path(POINTER_PATH), JSON.stringify({ release: manifest.id, manifest: sha256(bytes) }))
  return folder
}
