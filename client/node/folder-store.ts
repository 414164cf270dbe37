// A mirror's copy in a folder:
//
//   offers.ndjson   an offer a line, each with the day and the attribution: the snapshot of the day, unpacked
//   state.json      facts that are not in the lines, and the digest of the other file; the same of the copies before
//
// Each file is exchanged by a rename, the state first. If a crash or a reader comes between the two, the offers are
// still those of a copy before, whose state is there as well. If no digest matches there is no copy, and the next sync
// takes the snapshot. Offers that no sync has written are never replaced.

import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OffersError } from '../lib/errors.ts'
import { isObject, isText } from '../lib/shapes.ts'
import { isOffer } from '../lists/bodies.ts'
import type { CatalogueCopy, MirrorStore } from '../mirror/store.ts'
import { leftoversIn, removeOld } from './leftovers.ts'
import { replaceFile, versionOf } from './replace-file.ts'

/** The state of a copy, without its lines. */
interface Facts {
  data_as_of: string
  attribution: string
  etag: string | null
  regions: Record<string, string>
  /** Not in copies of earlier versions. */
  slugs?: CatalogueCopy['slugs']
  offers: { count: number; sha256: string }
}

interface State extends Facts {
  format: 1
  /** The newest first. */
  before: Facts[]
}

/** Two processes may write at the same time: each finds the copy of the other in between. */
const KEPT_BEFORE = 2

/**
 * Reading and writing reject with an `OffersError` `not_a_copy` if the `offers.ndjson` in the folder is not a copy.
 * @param folder is created if it is missing. Several processes may read and write it at the same time.
 */
export function folderStore(folder: string): MirrorStore {
  const offersFile = join(folder, 'offers.ndjson')
  const stateFile = join(folder, 'state.json')
  const version = async () => `${await versionOf(stateFile)} ${await versionOf(offersFile)}`

  async function readOnce(): Promise<CatalogueCopy | undefined> {
    const state = stateIn(await textIn(stateFile))
    const lines = await textIn(offersFile)
    if (!state) expectOwn(offersFile, lines)
    if (!state || lines === undefined) return undefined
    const sha256 = sha256Hex(lines)
    const facts = [state, ...state.before].find(({ offers }) => offers.sha256 === sha256)
    if (!facts) return undefined
    const offers = lines.split('\n').slice(0, -1).map(offerIn)
    // Written by a version of the client that checked less.
    if (!offers.every(isOffer)) return undefined
    const { data_as_of: dataAsOf, attribution, regions, slugs, etag } = facts
    return { dataAsOf, attribution, regions, slugs, etag: etag ?? undefined, offers }
  }

  return {
    version,
    async read() {
      const before = await version()
      const copy = await readOnce()
      // Both files may have been exchanged between the reading of one and of the other.
      return copy || (await version()) === before ? copy : await readOnce()
    },
    async write(copy) {
      await mkdir(folder, { recursive: true })
      for (const file of [offersFile, stateFile]) await removeOld(await leftoversIn(folder, file))
      const lines = snapshotText(copy)
      const before = stateIn(await textIn(stateFile))
      if (!before) expectOwn(offersFile, await textIn(offersFile))
      const state = { ...stateOf(copy, lines), before: earlierOf(before) }
      const stateVersion = await replaceFile(stateFile, `${JSON.stringify(state, null, 2)}\n`)
      return `${stateVersion} ${await replaceFile(offersFile, lines)}`
    },
  }
}

function stateOf(copy: CatalogueCopy, lines: string): Omit<State, 'before'> {
  const { dataAsOf: data_as_of, attribution, etag = null, regions, slugs } = copy
  const offers = { count: copy.offers.length, sha256: sha256Hex(lines) }
  return { format: 1, data_as_of, attribution, etag, regions: { ...regions }, slugs, offers }
}

function earlierOf(state: State | undefined): Facts[] {
  if (!state) return []
  const { format: _, before, ...facts } = state
  return [facts, ...before].slice(0, KEPT_BEFORE)
}

function offerIn(line: string): unknown {
  const { meta, ...offer } = JSON.parse(line)
  return offer
}

/**
 * For offers without a state. The source folder of a build has a file of the same name, which a copy would replace.
 * Lines of a copy have its day: the state may be damaged, or lost with the power.
 */
function expectOwn(file: string, lines = ''): void {
  if (lines === '' || isLineOfCopy(lines.split('\n', 1)[0] ?? '')) return
  throw new OffersError('not_a_copy', `${file} is not a copy made by sync; choose a new or empty folder`)
}

function isLineOfCopy(line: string): boolean {
  try {
    return isText(JSON.parse(line)?.meta?.data_as_of)
  } catch {
    return false
  }
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
    // Earlier versions of the client keep one copy alone.
    const before = state?.before ?? []
    const isWhole = state?.format === 1 && Array.isArray(before) && [state, ...before].every(areFacts)
    return isWhole ? ({ ...state, before } as State) : undefined
  } catch {
    return undefined
  }
}

function areFacts(facts: Partial<Facts> | null): boolean {
  return isText(facts?.data_as_of) && isText(facts.offers?.sha256) && isObject(facts.regions)
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
