// Where the bytes of releases come from: a local folder, or a remote origin or CDN.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReleaseReader } from '../../contract/release/reader.ts'
import type { RouteEntry } from '../../contract/release/route-table.ts'
import type { Head } from '../fast-path/response-head.ts'
import type { ByteRange } from '../http/byte-range.ts'

/** A file to send: the head is complete, but not written yet. */
export interface FileAnswer {
  entry: RouteEntry
  status: 200 | 206
  head: Head
  /** The part to send; undefined for the whole. */
  range: ByteRange | undefined
}

export interface Origin {
  /** For everything that fits in memory: pointer, manifest, table, pages. */
  readonly reader: ReleaseReader
  /** What a client is told where a body can't be had. */
  readonly failure: 'catalogue_unavailable' | 'origin_unavailable'
  /**
   * Streams an object that is stored as it is sent. Rejects with a `ApiProblem` as long as nothing was written;
   * later a fault, a wrong digest included, breaks the connection: it never ends an answer well.
   */
  sendFile(file: FileAnswer, req: IncomingMessage, res: ServerResponse): Promise<void>
  close(): void
}
