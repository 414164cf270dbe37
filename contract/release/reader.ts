// The only reader of releases. It follows the chain pointer -> manifest -> table -> objects and checks every link by
// its digest, and the manifest also by its signature. A function reads the bytes, from a folder, an origin or a CDN.

import { gunzipSync } from 'node:zlib'
import { sha256, sha256InSlices } from '../../lib/digest.ts'
import { failingAs, messageOf, OperatorError } from '../../lib/errors.ts'
import { gunzipInThread, LARGE_BYTES } from '../../lib/gzip-in-thread.ts'
import {
  MAX_BODY_BYTES,
  MAX_MANIFEST_BYTES,
  MAX_POINTER_BYTES,
  MAX_SIGNATURE_BYTES,
  manifestPath,
  maxGzipBytes,
  objectPath,
  POINTER_PATH,
  signaturePath,
  tablePath,
} from './layout.ts'
import {
  type FileFacts,
  type Pointer,
  parseManifest,
  parsePointer,
  type ReleaseManifest,
} from './manifest.ts'
import type { ReleaseSignature, ReleaseTrust } from './signature.ts'
import { type TargetEntry, TargetTable } from './target-table.ts'

/** The bounds of a read. */
interface ReadLimits {
  /** A longer file is an error, which is raised before the file is in memory. */
  maxBytes: number
  /** Ends the read from an origin when it fires: its bytes may drip. A call of the file system has a deadline anyway. */
  signal?: AbortSignal | undefined
}

/** The bytes under a path of the layout; undefined if there is no such file; rejects if it cannot be read. */
export type ReadBytes = (path: string, limits: ReadLimits) => Promise<Buffer | undefined>

/** A checked manifest. */
interface CheckedManifest {
  manifest: ReleaseManifest
  /** Its signature; undefined if the reader checks none. */
  signature: ReleaseSignature | undefined
}

/** The manifest and the table of a release, both checked. */
export interface LoadedRelease extends CheckedManifest {
  table: TargetTable
}

export class ReleaseReader {
  readonly #read: ReadBytes
  readonly #trust: ReleaseTrust | undefined

  /** @param trust the keys of which one must have signed a release; without it, signatures are not checked */
  constructor(read: ReadBytes, trust?: ReleaseTrust) {
    this.#read = read
    this.#trust = trust
  }

  /**
   * The pointer to the current release; undefined if there is none.
   * @param signal ends the read when it fires, as in the methods below that take one
   * @throws {OperatorError} `bad-release` if it is damaged
   */
  async pointer(signal?: AbortSignal): Promise<Pointer | undefined> {
    const bytes = await this.#read(POINTER_PATH, { maxBytes: MAX_POINTER_BYTES, signal })
    return bytes && parsed(POINTER_PATH, () => parsePointer(bytes))
  }

  /**
   * The manifest that a pointer names, with its signature.
   * @throws {OperatorError} `bad-release` if it is missing, damaged or of another release, as all methods below do;
   *   `bad-signature` if no trusted key signed it, as all that return a manifest do
   */
  manifestAndSignature(pointer: Pointer, signal?: AbortSignal): Promise<CheckedManifest> {
    return this.#readManifest(pointer.release, pointer.manifest, signal)
  }

  /** The manifest that a pointer names. */
  async manifestAt(pointer: Pointer): Promise<ReleaseManifest> {
    return (await this.manifestAndSignature(pointer)).manifest
  }

  /** The manifest of a release that the pointer does not name, such as an older one: only a signature vouches for it. */
  async manifestById(id: string): Promise<ReleaseManifest> {
    return (await this.#readManifest(id, undefined)).manifest
  }

  /** The table that a manifest names. */
  async table(manifest: ReleaseManifest, signal?: AbortSignal): Promise<TargetTable> {
    const path = tablePath(manifest.id)
    const bytes = await this.#checkedFile(path, manifest.routes, signal)
    return parsed(path, () => new TargetTable(bytes, path))
  }

  /** The release that a pointer names. Everything but its objects is checked. */
  async load(pointer: Pointer, signal?: AbortSignal): Promise<LoadedRelease> {
    const checked = await this.manifestAndSignature(pointer, signal)
    return { ...checked, table: await this.table(checked.manifest, signal) }
  }

  /** A body as stored and uncompressed, checked by its digest. Not for snapshots, which are streams. */
  async object(entry: TargetEntry): Promise<{ stored: Buffer; body: Buffer }> {
    const path = objectPath(entry.digest, entry.storage)
    expectBodySize(path, entry)
    const maxBytes = entry.storage === 'gzip' ? maxGzipBytes(entry.size) : entry.size
    const stored = await this.#need(path, { maxBytes })
    const isLarge = entry.size > LARGE_BYTES
    return {
      stored,
      body: isLarge ? await openInThread(path, stored, entry) : openObject(path, stored, entry),
    }
  }

  /** @param digest the one that the pointer names; undefined if it does not name this release */
  async #readManifest(
    id: string,
    digest: string | undefined,
    signal?: AbortSignal,
  ): Promise<CheckedManifest> {
    const path = manifestPath(id)
    const bytes = await this.#need(path, { maxBytes: MAX_MANIFEST_BYTES, signal })
    if (digest !== undefined) expectDigest(path, digest, sha256(bytes))
    // SECURITY: the signature first, so that no bytes of others are parsed.
    const signature = await this.#signature(bytes, id, signal)
    const manifest = parsed(path, () => parseManifest(bytes))
    if (manifest.id !== id) throw new OperatorError('bad-release', `${path}: its id is ${manifest.id}`)
    return { manifest, signature }
  }

  async #checkedFile(path: string, facts: FileFacts, signal?: AbortSignal): Promise<Buffer> {
    const bytes = await this.#need(path, { maxBytes: facts.size, signal })
    if (bytes.length !== facts.size) {
      throw new OperatorError('bad-release', `${path}: expected ${facts.size} bytes, found ${bytes.length}`)
    }
    expectDigest(path, facts.digest, await sha256InSlices(bytes))
    return bytes
  }

  async #need(path: string, limits: ReadLimits): Promise<Buffer> {
    const bytes = await this.#read(path, limits)
    if (!bytes) throw new OperatorError('bad-release', `${path}: missing`)
    return bytes
  }

  async #signature(
    manifest: Buffer,
    id: string,
    signal?: AbortSignal,
  ): Promise<ReleaseSignature | undefined> {
    if (!this.#trust) return undefined
    const path = signaturePath(id)
    const file = await this.#read(path, { maxBytes: MAX_SIGNATURE_BYTES, signal })
    return this.#trust.check({ path, manifest }, file)
  }
}

/**
 * Uncompresses and checks the bytes of an object.
 * @throws {OperatorError} `bad-release` if they are not what the entry names
 */
export function openObject(path: string, stored: Buffer, entry: TargetEntry): Buffer {
  const body = entry.storage === 'gzip' ? unzip(path, stored, entry) : stored
  expectDigest(path, entry.digest, sha256(body))
  return body
}

/** The same in slices and on another thread, so that no request waits for a large object. */
async function openInThread(
  path: string,
  stored: Buffer,
  { storage, size, digest }: TargetEntry,
): Promise<Buffer> {
  const unpacking = storage === 'gzip' ? gunzipInThread(stored, size) : Promise.resolve(stored)
  const body = await unpacking.catch((cause) => {
    throw new OperatorError('bad-release', `${path}: damaged: ${messageOf(cause)}`, { cause })
  })
  expectDigest(path, digest, await sha256InSlices(body))
  return body
}

/** SECURITY: the table of an unsigned release may give any size, and a small file may unpack to that. */
function expectBodySize(path: string, { size }: TargetEntry): void {
  if (size <= MAX_BODY_BYTES) return
  throw new OperatorError(
    'bad-release',
    `${path}: a body of ${size} bytes; at most ${MAX_BODY_BYTES} are read`,
  )
}

function unzip(path: string, stored: Buffer, entry: TargetEntry): Buffer {
  expectBodySize(path, entry)
  const { size } = entry
  // The bound keeps a forged object from filling the memory before its digest is checked. A chunk of the whole
  // size and one byte more saves zlib a second chunk, and a copy of both. 1 and 64 are the smallest that zlib takes.
  const options = { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size + 1, 64) }
  return parsed(path, () => gunzipSync(stored, options))
}

function expectDigest(path: string, expected: string, found: string): void {
  if (found !== expected) {
    throw new OperatorError('bad-release', `${path}: damaged: expected SHA-256 ${expected}, found ${found}`)
  }
}

function parsed<T>(path: string, parse: () => T): T {
  return failingAs('bad-release', `${path}: damaged`, parse)
}
