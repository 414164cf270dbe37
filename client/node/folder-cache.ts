// Answers cached in a folder, a file each, from one run of a program to the next.

import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CacheEntry, OffersCache } from '../api/options.ts'
import { isText } from '../lib/shapes.ts'
import { leftoversIn, removeOld } from './leftovers.ts'
import { replaceFile } from './replace-file.ts'

interface Kept {
  slot: string
  entry: CacheEntry
}

/** @param folder is created if it is missing; it may be removed at any time */
export function folderCache(folder: string): OffersCache {
  const fileOf = (slot: string) => join(folder, `${createHash('sha256').update(slot).digest('hex')}.json`)
  let cleaned: Promise<void> | undefined
  return {
    async get(slot) {
      try {
        const kept: Partial<Kept> | null = JSON.parse(await readFile(fileOf(slot), 'utf8'))
        return kept?.slot === slot && isEntry(kept.entry) ? kept.entry : undefined
      } catch (error) {
        // If the file is missing or damaged, the answer is requested again.
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
          return undefined
        throw error
      }
    },
    async set(slot, entry) {
      await mkdir(folder, { recursive: true })
      cleaned ??= leftoversIn(folder).then(removeOld)
      await cleaned
      await replaceFile(fileOf(slot), JSON.stringify({ slot, entry } satisfies Kept))
    },
  }
}

function isEntry(entry: Partial<CacheEntry> | undefined): entry is CacheEntry {
  return (
    typeof entry?.etag === 'string' &&
    typeof entry.body === 'string' &&
    typeof entry.storedAt === 'number' &&
    typeof entry.maxAgeMs === 'number' &&
    Array.isArray(entry.headers) &&
    entry.headers.every((field) => Array.isArray(field) && field.length === 2 && field.every(isText))
  )
}
