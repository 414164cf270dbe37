// A mirror's copy in a folder:
//
//   offers.ndjson   an offer a line, each with the day and the attribution: the snapshot of the day, unpacked
//   state.json      facts that are not in the lines, and the digest of the other file; the same of the copies before
//
// Each file is exchanged by a rename, the state first. If a crash or a reader comes between the two, the offers are
// still those of a copy before, whose state is there as well. If no digest matches the copy is damaged, and the next
// sync takes the snapshot. Offers that no sync has written are never replaced. Both are read and written in slices.

import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OffersError } from '../api/errors.ts'
import type { Offer } from '../api/types.ts'
import { isObject, isText, jsonIn } from '../lib/shapes.ts'
import { inSlices } from '../lib/slices.ts'
import { isOffer } from '../lists/bodies.ts'
import { partSharer } from '../mirror/share-parts.ts'
import type { CatalogueCopy, MirrorStore } from '../mirror/store.ts'
import { replaceFile, unlessMissing, versionOf } from './replace-file.ts'

/** The state of a copy, without its lines. */
interface Facts {
  data_as_of: string
  attribution: string
  etag: string | null
  regions: Record<string, string>
  /** Not in copies of earlier versions. */
  slugs?: CatalogueCopy['slugs']
  sample_of?: number | undefined
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
 * Reading and writing reject with an `OffersError` `not_a_copy` if the `offers.ndjson` in the folder is not a copy, and
 * reading with `damaged_copy` if it is not whole.
 * @param folder is created if it is missing. Several processes may read and write it at the same time.
 */
export function folderStore(folder: string): MirrorStore {
  const offersFile = join(folder, 'offers.ndjson')
  const stateFile = join(folder, 'state.json')
  const version = async () => `${await versionOf(stateFile)} ${await versionOf(offersFile)}`

  async function readOnce(): Promise<CatalogueCopy | undefined> {
    const state = stateIn(await unlessMissing(readFile(stateFile, 'utf8')))
    if (!state) await expectOwn(offersFile)
    const found = await unlessMissing(readOffers(offersFile))
    if (!found || (!state && found.count === 0)) return undefined
    const facts = state && [state, ...state.before].find(({ offers }) => offers.sha256 === found.sha256)
    if (!facts || !found.offers)
      throw new OffersError('damaged_copy', `${offersFile} is damaged: run offers sync to replace it`)
    const { data_as_of: dataAsOf, attribution, regions, slugs, etag, sample_of: sampleOf } = facts
    return { dataAsOf, attribution, regions, slugs, etag: etag ?? undefined, sampleOf, offers: found.offers }
  }

  return {
    version,
    async read() {
      const before = await version()
      try {
        return await readOnce()
      } catch (error) {
        // Both files may have been exchanged between the reading of one and of the other.
        if ((await version()) === before) throw error
        return await readOnce()
      }
    },
    async write(copy) {
      await mkdir(folder, { recursive: true })
      const before = stateIn(await unlessMissing(readFile(stateFile, 'utf8')))
      if (!before) await expectOwn(offersFile)
      const hash = createHash('sha256')
      let stateVersion = ''
      const offersVersion = await replaceFile(offersFile, snapshotText(copy, hash), async () => {
        const state = { ...stateOf(copy, hash.digest('hex')), before: earlierOf(before) }
        stateVersion = await replaceFile(stateFile, `${JSON.stringify(state, null, 2)}\n`)
      })
      return `${stateVersion} ${offersVersion}`
    },
  }
}

function stateOf(copy: CatalogueCopy, sha256: string): Omit<State, 'before'> {
  const { dataAsOf: data_as_of, attribution, etag = null, regions, slugs, sampleOf: sample_of } = copy
  const offers = { count: copy.offers.length, sha256 }
  return { format: 1, data_as_of, attribution, etag, regions: { ...regions }, slugs, sample_of, offers }
}

function earlierOf(state: State | undefined): Facts[] {
  if (!state) return []
  const { format: _, before, ...facts } = state
  return [facts, ...before].slice(0, KEPT_BEFORE)
}

interface FoundOffers {
  sha256: string
  count: number
  /** Undefined if one of the lines is no offer. */
  offers: Offer[] | undefined
}

async function readOffers(path: string): Promise<FoundOffers> {
  const file = await open(path)
  const hash = createHash('sha256')
  const decoder = new TextDecoder()
  const sharing = partSharer()
  const turn = inSlices()
  let [rest, count] = ['', 0]
  let offers: Offer[] | undefined = []
  for await (const piece of file.createReadStream()) {
    hash.update(piece)
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    count += lines.length
    for (const line of lines) {
      const offer = offers && offerIn(line)
      if (offer) offers?.push(sharing(offer))
      else offers = undefined
      await turn()
    }
  }
  return { sha256: hash.digest('hex'), count: count + rest.length, offers }
}

function offerIn(line: string): Offer | undefined {
  const found = jsonIn(line)
  if (!isObject(found)) return undefined
  const { meta, ...offer } = found
  // Earlier versions of the client checked less.
  return isOffer(offer) ? offer : undefined
}

/** The most bytes of a line that are looked at. */
const MAX_FIRST_LINE = 2 ** 20

/**
 * For offers without a state. The source folder of a build has a file of the same name, which a copy would replace.
 * Lines of a copy have its day: the state may be damaged, or lost with the power.
 */
async function expectOwn(path: string): Promise<void> {
  const file = await unlessMissing(open(path))
  if (!file) return
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FIRST_LINE))
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1)
    if (bytesRead === 0 || isLineOfCopy(line)) return
  } finally {
    await file.close()
  }
  throw new OffersError('not_a_copy', `${path} is not a copy made by sync; choose a new or empty folder`)
}

function isLineOfCopy(line: string): boolean {
  const found = jsonIn(line)
  return isObject(found) && isObject(found.meta) && isText(found.meta.data_as_of)
}

/** Offers as the snapshot has them. @param hash takes them in */
async function* snapshotText(
  { offers, dataAsOf: data_as_of, attribution }: CatalogueCopy,
  hash: Hash,
): AsyncGenerator<string, void, undefined> {
  const turn = inSlices()
  let lines = ''
  for (const offer of offers) {
    lines += `${JSON.stringify({ ...offer, meta: { data_as_of, attribution } })}\n`
    if (lines.length > WRITTEN_AT_ONCE) {
      hash.update(lines)
      yield lines
      lines = ''
    }
    await turn()
  }
  hash.update(lines)
  yield lines
}

/** In characters. */
const WRITTEN_AT_ONCE = 2 ** 18

function stateIn(text: string | undefined): State | undefined {
  const state = jsonIn(text ?? '') as Partial<State> | null | undefined
  // Earlier versions of the client keep one copy alone.
  const before = state?.before ?? []
  const isWhole = state?.format === 1 && Array.isArray(before) && [state, ...before].every(areFacts)
  return isWhole ? ({ ...state, before } as State) : undefined
}

function areFacts(facts: Partial<Facts> | null): boolean {
  return isText(facts?.data_as_of) && isText(facts.offers?.sha256) && isObject(facts.regions)
}
