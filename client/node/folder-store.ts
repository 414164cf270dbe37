// A mirror's copy in a folder: `copy.ndjson` has an offer a line. After the last line end come the other facts of the copy,
// with the digest of the lines, so that a damaged copy is noticed. The file is replaced as a whole, by a rename. It is read
// and written in slices.

import { createHash } from 'node:crypto'
import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OffersError } from '../api/errors.ts'
import type { Offer } from '../api/types.ts'
import { isObject, isText, jsonIn } from '../lib/shapes.ts'
import { inSlices } from '../lib/slices.ts'
import { isOffer } from '../lists/bodies.ts'
import { partSharer } from '../mirror/share-parts.ts'
import type { CatalogueCopy, MirrorStore } from '../mirror/store.ts'
import { replaceFile, unlessMissing, versionOf } from './replace-file.ts'

interface Facts extends Omit<CatalogueCopy, 'offers'> {
  /** Of the lines, in hex. */
  sha256: string
}

/**
 * Reading rejects with an `OffersError` `damaged_copy` if the copy is not whole.
 * @param folder is created if it is missing. Several processes may read and write it at the same time.
 */
export function folderStore(folder: string): MirrorStore {
  const path = join(folder, 'copy.ndjson')
  return {
    version: () => versionOf(path),
    read: () => unlessMissing(readCopy(path)),
    async write(copy) {
      await mkdir(folder, { recursive: true })
      return await replaceFile(path, textOf(copy))
    },
  }
}

async function readCopy(path: string): Promise<CatalogueCopy> {
  const damaged = () => new OffersError('damaged_copy', `${path} is damaged: run offers sync to replace it`)
  // A pipe would never open without a writer, a socket never opens, and no file can take the place of a folder.
  if (!(await stat(path)).isFile()) {
    throw new OffersError('damaged_copy', `${path} is no regular file: remove it, and run offers sync`)
  }
  const file = await open(path)
  const hash = createHash('sha256')
  const decoder = new TextDecoder()
  const sharing = partSharer()
  const turn = inSlices()
  const offers: Offer[] = []
  let rest = ''
  for await (const piece of file.createReadStream()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      hash.update(`${line}\n`)
      const offer = jsonIn(line)
      if (!isOffer(offer)) throw damaged()
      offers.push(sharing(offer))
      await turn()
    }
  }
  const facts = jsonIn(rest)
  if (!areFacts(facts) || facts.sha256 !== hash.digest('hex')) throw damaged()
  const { sha256: _, ...known } = facts
  return { ...known, offers }
}

function areFacts(facts: unknown): facts is Facts {
  return isObject(facts) && [facts.dataAsOf, facts.attribution].every(isText) && isObject(facts.regions)
}

/** In characters: a write for each offer would take longer. */
const WRITTEN_AT_ONCE = 2 ** 18

async function* textOf({ offers, ...facts }: CatalogueCopy): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256')
  const turn = inSlices()
  let lines = ''
  for (const offer of offers) {
    lines += `${JSON.stringify(offer)}\n`
    if (lines.length > WRITTEN_AT_ONCE) {
      hash.update(lines)
      yield lines
      lines = ''
    }
    await turn()
  }
  const sha256 = hash.update(lines).digest('hex')
  yield lines + JSON.stringify({ ...facts, sha256 } satisfies Facts)
}
