// Where the bytes of releases come from: a local folder, or a remote origin or CDN.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ReleaseReader } from '../../contract/release/reader.ts'
import type { TargetEntry } from '../../contract/release/target-table.ts'
import type { ByteRange } from '../http/byte-range.ts'

/** The client that waits for a snapshot. */
export interface OriginClient {
  /** Aborts when the client leaves, with an error of the code `ERR_STREAM_PREMATURE_CLOSE`. */
  readonly left: AbortSignal
  /** Runs a proxy on the client's request, to get the snapshot. */
  pass(proxy: (req: IncomingMessage, res: ServerResponse) => unknown): void
}

export interface Origin {
  /** For everything that fits in memory: pointer, manifest, table, answers. */
  readonly reader: ReleaseReader
  /** Whether caches may stand in front, which may disagree on the pointer. */
  readonly isCached: boolean
  /** In words for the operator: why there is no pointer. Asked only if there is none. */
  explainEmpty(): Promise<string>
  /** The error that a client gets if a body can't be read. */
  readonly failure: 'catalogue_unavailable' | 'origin_unavailable'
  /**
   * The stored bytes of a snapshot, or a part of them; the caller verifies them. Rejects with an `ApiProblem` if they
   * can't be read, and with the reason of `client.left` if the client leaves first.
   */
  openSnapshot(entry: TargetEntry, range: ByteRange | undefined, client: OriginClient): Promise<Readable>
  /** Bytes of an object as it is stored; undefined if it is missing. Only where asking costs next to nothing. */
  storedSize?(entry: TargetEntry): Promise<number | undefined>
  close(): void
}
