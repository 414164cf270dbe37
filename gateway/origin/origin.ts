// Where the bytes of releases come from: a local folder, or a remote origin or CDN.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ReleaseReader } from '../../contract/release/reader.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import type { ByteRange } from '../http/byte-range.ts'

/** The client that waits for a snapshot. */
export interface OriginClient {
  /** Aborts when the client leaves, with an error of the code `ERR_STREAM_PREMATURE_CLOSE`. */
  readonly gone: AbortSignal
  /** Runs a proxy on the client's request, to get the snapshot. */
  pass(proxy: (req: IncomingMessage, res: ServerResponse) => unknown): void
}

/** A body could not be read, or is not what the release names. */
export class OriginError extends Error {
  override readonly name = 'OriginError'

  constructor(reason: string, cause: unknown) {
    super(reason, { cause })
  }
}

/** A place from which releases are read. */
export interface Origin {
  /** For everything that fits in memory: pointer, manifest, table, answers. */
  readonly reader: ReleaseReader
  /** Whether it is an HTTP origin or CDN. Its caches may disagree on the pointer. */
  readonly isRemote: boolean
  /** Why there is no pointer, in words for the operator. Called only if there is none. */
  explainEmpty(): Promise<string>
  /**
   * The stored bytes of a snapshot, or a part of them; the caller verifies them. Rejects with an `OriginError` if they
   * can't be read, and with the reason of `client.gone` if the client leaves first.
   */
  openSnapshot(entry: TargetEntry, range: ByteRange | undefined, client: OriginClient): Promise<Readable>
  /** The stored size of an object, in bytes; undefined if there is no such file. Only of a folder, where it is cheap. */
  storedSize?(entry: TargetEntry): Promise<number | undefined>
  close(): void
}
