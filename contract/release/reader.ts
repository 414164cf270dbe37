// The one reader of releases. It knows the chain pointer -> manifest -> table -> objects and checks every
// link by digest, and who signed the first one; where the bytes come from (a folder, an origin, a CDN) is a function it is given.

import { gunzipSync } from 'node:zlib'
import { sha256, sha256InSlices } from '../../lib/digest.ts'
import { failingAs, OperatorError } from '../../lib/errors.ts'
import {
  MAX_MANIFEST_BYTES,
  MAX_POINTER_BYTES,
  MAX_SIGNATURE_BYTES,
  manifestPath,
  maxGzipBytes,
  maxMemoryBytes,
  memoryPath,
  objectPath,
  POINTER_PATH,
  routesPath,
  signaturePath,
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

/** What bounds a read. */
export interface ReadLimits {
  /** A longer file is an error, before it is held in memory. */
  maxBytes: number
  /** Ends the read when it fires. */
  signal?: AbortSignal | undefined
}

/** The bytes under a path of the layout, or undefined if there are none; rejects if that is unknown. */
export type ReadBytes = (path: string, limits: ReadLimits) => Promise<Buffer | undefined>

/** A manifest that was checked. */
export interface VouchedManifest {
  manifest: ReleaseManifest
  /** Who vouches for it; undefined if the reader trusts everybody. */
  signature: ReleaseSignature | undefined
}

/** A release, whole: its manifest, and its table, both checked. */
export interface LoadedRelease extends VouchedManifest {
  routes: TargetTable
}

export class ReleaseReader {
  readonly #read: ReadBytes
  readonly #trust: ReleaseTrust | undefined

  /** @param trust whose releases are read; without it, everybody's */
  constructor(read: ReadBytes, trust?: ReleaseTrust) {
    this.#read = read
    this.#trust = trust
  }

  /**
   * The current release; undefined if none was ever published.
   * @param signal ends the read when it fires, as it does for all that follow
   */
  async pointer(signal?: AbortSignal): Promise<Pointer | undefined> {
    const bytes = await this.#read(POINTER_PATH, { maxBytes: MAX_POINTER_BYTES, signal })
    return bytes && parsed(POINTER_PATH, () => parsePointer(bytes))
  }

  /**
   * @throws {OperatorError} `bad-release` if it is missing, damaged or another's, as all that follow do;
   *   `bad-signature` if nobody who is trusted vouches for it, as do the next two
   */
  async vouchedManifest(pointer: Pointer, signal?: AbortSignal): Promise<VouchedManifest> {
    const path = manifestPath(pointer.release)
    const bytes = await this.#need(path, { maxBytes: MAX_MANIFEST_BYTES, signal })
    expectDigest(path, pointer.manifest, sha256(bytes))
    return this.#vouched(path, bytes, pointer.release, signal)
  }

  async manifest(pointer: Pointer): Promise<ReleaseManifest> {
    return (await this.vouchedManifest(pointer)).manifest
  }

  /** The manifest of a release that no pointer names, e.g. of an older one. */
  async manifestOf(id: string): Promise<ReleaseManifest> {
    const path = manifestPath(id)
    const bytes = await this.#need(path, { maxBytes: MAX_MANIFEST_BYTES })
    return (await this.#vouched(path, bytes, id)).manifest
  }

  /** The table that a manifest names. */
  async routes(manifest: ReleaseManifest, signal?: AbortSignal): Promise<TargetTable> {
    const path = routesPath(manifest.id)
    const bytes = await this.#checkedFile(path, manifest.routes, signal)
    return parsed(path, () => new TargetTable(bytes))
  }

  /** The uncompressed memory file that a manifest names. */
  async memory(manifest: ReleaseManifest): Promise<Buffer> {
    const path = memoryPath(manifest.id)
    const bytes = await this.#checkedFile(path, manifest.memory)
    return parsed(path, () => gunzipSync(bytes, { maxOutputLength: maxMemoryBytes(bytes.length) }))
  }

  /** The release that a pointer names, checked as a whole but for its objects. */
  async load(pointer: Pointer, signal?: AbortSignal): Promise<LoadedRelease> {
    const vouched = await this.vouchedManifest(pointer, signal)
    return { ...vouched, routes: await this.routes(vouched.manifest, signal) }
  }

  /** A body as it lies on disk, and uncompressed; its digest has been checked. For bodies that fit in memory. */
  async object(entry: TargetEntry): Promise<{ stored: Buffer; body: Buffer }> {
    const path = objectPath(entry.digest, entry.storage)
    const maxBytes = entry.storage === 'gzip' ? maxGzipBytes(entry.size) : entry.size
    const stored = await this.#need(path, { maxBytes })
    return { stored, body: openObject(path, stored, entry) }
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

  async #vouched(path: string, bytes: Buffer, id: string, signal?: AbortSignal): Promise<VouchedManifest> {
    // SECURITY: first of all, so that nothing of a stranger's is parsed.
    const signature = await this.#signature(bytes, id, signal)
    const manifest = parsed(path, () => parseManifest(bytes))
    if (manifest.id !== id) throw new OperatorError('bad-release', `${path}: its id is ${manifest.id}`)
    return { manifest, signature }
  }

  async #signature(
    manifest: Buffer,
    id: string,
    signal?: AbortSignal,
  ): Promise<ReleaseSignature | undefined> {
    if (!this.#trust) return undefined
    const path = signaturePath(id)
    const file = await this.#read(path, { maxBytes: MAX_SIGNATURE_BYTES, signal })
    return this.#trust.check({ path, id, manifest }, file)
  }
}

/**
 * Uncompresses and checks the bytes of an object.
 * @throws {OperatorError} `bad-release` if they are not what the entry names
 */
export function openObject(path: string, stored: Buffer, entry: TargetEntry): Buffer {
  const body = entry.storage === 'gzip' ? unzip(path, stored, entry.size) : stored
  expectDigest(path, entry.digest, sha256(body))
  return body
}

function unzip(path: string, stored: Buffer, size: number): Buffer {
  // The bound keeps a forged object from filling the memory before its digest could be checked. A chunk that
  // all fits in, and one byte more, spares zlib a second chunk, and a copy out of both.
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
