// A mirror's copy in a folder:
//
//   offers.ndjson   an offer a line, each with the day and the attribution: the snapshot of the day, unpacked
//   state.json      what the lines do not say, and the digest of the other file
//
// Each file is exchanged by a rename. If a crash comes between the two, the digest differs: then there is no copy, and
// the next sync takes the snapshot.

import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOffer } from '../lists/bodies.ts'
import type { CatalogueCopy, MirrorStore } from '../mirror/store.ts'
import { leftoversIn, removeOld } from './leftovers.ts'
import { replaceFile } from './replace-file.ts'

interface State {
  format: 1
  data_as_of: string
  attribution: string
  etag: string | null
  regions: Record<string, string>
  offers: { count: number; sha256: string }
}

/** @param folder is made if it is not there */
export function folderStore(folder: string): MirrorStore {
  const offersFile = join(folder, 'offers.ndjson')
  const stateFile = join(folder, 'state.json')
  return {
    async read() {
      const state = stateIn(await textIn(stateFile))
      const lines = await textIn(offersFile)
      if (!state || lines === undefined || sha256Hex(lines) !== state.offers.sha256) return undefined
      const offers = lines.split('\n').slice(0, -1).map(offerIn)
      // Written by a version of the client that checked less.
      if (!offers.every(isOffer)) return undefined
      const { data_as_of: dataAsOf, attribution, regions } = state
      return { dataAsOf, attribution, regions, etag: state.etag ?? undefined, offers }
    },
    async write(copy) {
      await mkdir(folder, { recursive: true })
      for (const file of [offersFile, stateFile]) await removeOld(await leftoversIn(folder, file))
      const lines = snapshotText(copy)
      const { dataAsOf: data_as_of, attribution, etag = null, regions } = copy
      const offers = { count: copy.offers.length, sha256: sha256Hex(lines) }
      const state: State = { format: 1, data_as_of, attribution, etag, regions: { ...regions }, offers }
      await replaceFile(offersFile, lines)
      await replaceFile(stateFile, `${JSON.stringify(state, null, 2)}\n`)
    },
  }
}

function offerIn(line: string): unknown {
  const { meta, ...offer } = JSON.parse(line)
  return offer
}

/** As the snapshot has them. */
function snapshotText({ offers, dataAsOf: data_as_of, attribution }: CatalogueCopy): string {
  return offers
    .map((offer) => `${JSON.stringify({ ...offer, meta: { data_as_of, attribution } })}\n`)
    .join('')
}

function stateIn(text: string | undefined): State | undefined {
  try {
    const state: Partial<State> | null = JSON.parse(text ?? 'null')
    const isWhole =
      state?.format === 1 && typeof state.data_as_of === 'string' && typeof state.offers?.sha256 === 'string'
    return isWhole && state.regions ? (state as State) : undefined
  } catch {
    return undefined
  }
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
