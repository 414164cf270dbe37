// All bodies of a release, uncompressed, in memory that threads share.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { memoryPath, objectPath, openRelease, routesPath } from '../../project.ts'

/** How a body is written: compressed and named by the body's digest, or by the file's digest, or as it is. */
export type Form = 'object' | 'file' | 'plain'

export interface SharedBody {
  form: Form
  chunk: number
  start: number
  length: number
}

export interface SharedBodies {
  chunks: SharedArrayBuffer[]
  bodies: SharedBody[]
}

const CHUNK_BYTES = 64 * 2 ** 20

/** The data of a thread. */
export interface Share extends SharedBodies {
  out: string
  /** The number of the next body to take. */
  next: Int32Array
}

export async function loadBodies(folder: string): Promise<SharedBodies> {
  const { manifest, routes } = await openRelease(folder)
  const store = new BodyStore()
  const read = (path: string) => readFileSync(join(folder, path))
  // Long bodies first, as in the build, so that all threads end at about the same time.
  store.add('file', gunzipSync(read(memoryPath(manifest.id))))
  const small = new Set<string>()
  for (const { digest, storage } of routes) {
    if (storage === 'identity') store.add('file', gunzipSync(read(objectPath(digest, storage))))
    else small.add(digest)
  }
  for (const digest of small) store.add('object', gunzipSync(read(objectPath(digest, 'gzip'))))
  store.add('plain', read(routesPath(manifest.id)))
  return store.shared
}

class BodyStore {
  readonly shared: SharedBodies = { chunks: [], bodies: [] }
  #used = Number.POSITIVE_INFINITY

  add(form: Form, body: Buffer): void {
    const { chunks, bodies } = this.shared
    if (this.#used + body.length > (chunks.at(-1)?.byteLength ?? 0)) {
      chunks.push(new SharedArrayBuffer(Math.max(CHUNK_BYTES, body.length)))
      this.#used = 0
    }
    const chunk = chunks.length - 1
    Buffer.from(chunks[chunk] ?? new SharedArrayBuffer(0)).set(body, this.#used)
    bodies.push({ form, chunk, start: this.#used, length: body.length })
    this.#used += body.length
  }
}
